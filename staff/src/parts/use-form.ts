import { useEffect, useRef, useState } from "react";
import { StaffApiError, type FieldMap } from "../api.ts";

export interface StaffForm<Field extends string = string> {
  /** Error messages of the last attempt, by the server's field names. */
  errors: FieldMap;
  /** First message of a field or of its subfields: `billing` includes `billing.city`. */
  messageFor(field: Field | `${Field}.${string}`): string | undefined;
  /**
   * Error message of `submit` that no field shows: no connection, too many attempts, or an error in a field that is not
   * in the form.
   */
  problem: string | null;
  isPending: boolean;
  /** Sends the form. Resolves with true on success, false on a `StaffApiError`. Rethrows other errors. */
  submit(send: () => Promise<unknown>): Promise<boolean>;
  /** Sends the form of a `ConfirmDialog`. Throws on failure, so that the dialog stays open and shows the message. */
  confirm(send: () => Promise<unknown>): Promise<void>;
  /** Clears the messages of the last attempt. */
  clear(): void;
}

const isFieldOrSubfield = (name: string, field: string) => name === field || name.startsWith(`${field}.`);

/** The first message that no field of the form shows, or null. */
export function getUnshownMessage(error: StaffApiError, fields: readonly string[]): string | null {
  const entries = Object.entries(error.fields);
  if (entries.length === 0) return error.message;
  const unshown = entries.find(([name]) => !fields.some((field) => isFieldOrSubfield(name, field)));
  return unshown ? (unshown[1][0] ?? error.message) : null;
}

/** The form or dialog that has the focus, otherwise the page. */
const getActiveForm = (): ParentNode => document.activeElement?.closest("form, [role=dialog], main") ?? document;

/**
 * The state of a form that is sent to the staff API. Field errors (422) appear at the fields, and the first invalid
 * field gets the focus. `submit` stores other messages in `problem`; `confirm` throws them. `fields` are the server's
 * names of the fields in the form.
 */
export function useForm<const Field extends string>(fields: readonly Field[]): StaffForm<Field> {
  const [errors, setErrors] = useState<FieldMap>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const container = useRef<ParentNode>(null);
  // Focuses the first invalid field, after the fields have rendered their messages.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      container.current
        ?.querySelector<HTMLElement>(
          ":is(input, select, textarea, [contenteditable])[aria-invalid=true]:not(:disabled)",
        )
        ?.focus();
  }, [errors]);

  const clear = () => {
    setErrors({});
    setProblem(null);
  };
  /** Resolves with the error, or null on success. */
  async function run(send: () => Promise<unknown>): Promise<StaffApiError | null> {
    clear();
    container.current = getActiveForm();
    setIsPending(true);
    try {
      await send();
      return null;
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      setErrors(error.fields);
      return error;
    } finally {
      setIsPending(false);
    }
  }
  return {
    errors,
    messageFor: (field) => Object.entries(errors).find(([name]) => isFieldOrSubfield(name, field))?.[1][0],
    problem,
    isPending,
    clear,
    async submit(send) {
      const failure = await run(send);
      if (failure) setProblem(getUnshownMessage(failure, fields));
      return failure === null;
    },
    async confirm(send) {
      const failure = await run(send);
      if (failure) throw new Error(getUnshownMessage(failure, fields) ?? failure.message, { cause: failure });
    },
  };
}
