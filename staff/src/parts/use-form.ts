import { useEffect, useRef, useState } from "react";
import { StaffApiError, type FieldMap } from "../api.ts";

export interface StaffForm<Field extends string = string> {
  /** Messages of the server by field, from the last attempt. */
  errors: FieldMap;
  /** First message of a field or of its subfields: `billing` includes `billing.city`. */
  messageFor(field: Field | `${Field}.${string}`): string | undefined;
  /**
   * Message that belongs to no field of the form: no connection, too many attempts, a field that the form does not
   * show.
   */
  problem: string | null;
  isPending: boolean;
  /** Sends the form. Resolves with whether it succeeded. Rethrows any error but `StaffApiError`. */
  submit(send: () => Promise<unknown>): Promise<boolean>;
  /** The same for a `ConfirmDialog`, which stays open and shows the thrown error. */
  confirm(send: () => Promise<unknown>): Promise<void>;
  /** Clears the messages of the last attempt. */
  clear(): void;
}

const isBelow = (name: string, field: string) => name === field || name.startsWith(`${field}.`);

/** The first message that no field of the form shows, or null. */
export function getUnshownMessage(error: StaffApiError, fields: readonly string[]): string | null {
  const entries = Object.entries(error.fields);
  if (entries.length === 0) return error.message;
  const unshown = entries.find(([name]) => !fields.some((field) => isBelow(name, field)));
  return unshown ? (unshown[1][0] ?? error.message) : null;
}

/** The form or dialog that has the focus, otherwise the page. */
const getActiveForm = (): ParentNode => document.activeElement?.closest("form, [role=dialog], main") ?? document;

/**
 * A form that is sent to the staff API. Field errors (422) appear at the fields, and the first field on the page gets
 * the focus. Other messages become `problem`. `fields` are the server's names of the fields that the form shows.
 */
export function useForm<const Field extends string>(fields: readonly Field[]): StaffForm<Field> {
  const [errors, setErrors] = useState<FieldMap>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const container = useRef<ParentNode>(null);
  // After the fields have rendered their messages.
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
    messageFor: (field) => Object.entries(errors).find(([name]) => isBelow(name, field))?.[1][0],
    problem,
    isPending,
    clear,
    async submit(send) {
      const refusal = await run(send);
      if (refusal) setProblem(getUnshownMessage(refusal, fields));
      return refusal === null;
    },
    async confirm(send) {
      const refusal = await run(send);
      if (refusal) throw new Error(getUnshownMessage(refusal, fields) ?? refusal.message, { cause: refusal });
    },
  };
}
