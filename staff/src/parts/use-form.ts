import { useEffect, useRef, useState } from "react";
import { StaffApiError, type FieldMap } from "../api.ts";

export interface StaffForm<Field extends string = string> {
  /** What the server said of each field in the last try. */
  errors: FieldMap;
  /** The first message of a field, or of what is below it: `billing` has that of `billing.city`. */
  messageFor(field: Field | `${Field}.${string}`): string | undefined;
  /** What is wrong beside the form's fields: no connection, too many tries, a field that the form does not show. */
  problem: string | null;
  isPending: boolean;
  /** Sends; resolves with whether it succeeded. Throws what is no `StaffApiError`. */
  submit(send: () => Promise<unknown>): Promise<boolean>;
  /** The same for a `ConfirmDialog`, which stays open and shows what this throws. */
  confirm(send: () => Promise<unknown>): Promise<void>;
  /** Forgets the messages of the last try. */
  clear(): void;
}

const isBelow = (name: string, field: string) => name === field || name.startsWith(`${field}.`);

/** The message that no field of the form shows; null when its fields show all. */
export function getUnshownMessage(error: StaffApiError, fields: readonly string[]): string | null {
  const entries = Object.entries(error.fields);
  if (entries.length === 0) return error.message;
  const foreign = entries.find(([name]) => !fields.some((field) => isBelow(name, field)));
  return foreign ? (foreign[1][0] ?? error.message) : null;
}

/** The form or the dialog in which someone is, else the page. */
const formInUse = (): ParentNode => document.activeElement?.closest("form, [role=dialog], main") ?? document;

/**
 * A form that sends to the staff API. A refusal of fields (422) is shown beside them and the first of them on the page
 * gets the focus; what no field shows is `problem`. `fields` are the names, as the server knows them, of those that the
 * form shows.
 */
export function useForm<const Field extends string>(fields: readonly Field[]): StaffForm<Field> {
  const [errors, setErrors] = useState<FieldMap>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const place = useRef<ParentNode>(null);
  // Once the fields are drawn with their messages.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      place.current
        ?.querySelector<HTMLElement>(
          ":is(input, select, textarea, [contenteditable])[aria-invalid=true]:not(:disabled)",
        )
        ?.focus();
  }, [errors]);

  const clear = () => {
    setErrors({});
    setProblem(null);
  };
  /** Resolves with the refusal, null without. */
  async function run(send: () => Promise<unknown>): Promise<StaffApiError | null> {
    clear();
    place.current = formInUse();
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
