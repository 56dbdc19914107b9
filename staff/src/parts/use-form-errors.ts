import { useState } from "react";
import { StaffApiError } from "../api.ts";

export interface FormErrors {
  /** The first message of a field. */
  of(field: string): string | undefined;
  /** What is wrong beside the fields: no connection, too many tries. */
  general: string | null;
  isSending: boolean;
  /** Sends; resolves with whether it succeeded. The first wrong field gets the focus, by its id. */
  submit(send: () => Promise<void>): Promise<boolean>;
}

/** The errors of a small form that sends to the staff API. */
export function useFormErrors(): FormErrors {
  const [fields, setFields] = useState<Record<string, string[]>>({});
  const [general, setGeneral] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  return {
    of: (field) => fields[field]?.[0],
    general,
    isSending,
    async submit(send) {
      setFields({});
      setGeneral(null);
      setIsSending(true);
      try {
        await send();
        return true;
      } catch (error) {
        if (!(error instanceof StaffApiError)) throw error;
        setFields(error.fields);
        if (error.status !== 422) setGeneral(error.message);
        const [first] = Object.keys(error.fields);
        if (first) document.getElementById(first)?.focus();
        return false;
      } finally {
        setIsSending(false);
      }
    },
  };
}
