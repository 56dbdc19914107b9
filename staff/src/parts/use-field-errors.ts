import { useState } from "react";
import { StaffApiError, type FieldMap } from "../api.ts";

/** Wrong fields of the last try; `run` throws everything else, and what has no field of its own in this form. */
export function useFieldErrors(fields: readonly string[]) {
  const [errors, setErrors] = useState<FieldMap>({});
  const run = async (work: () => Promise<void>) => {
    setErrors({});
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StaffApiError) || error.status !== 422) throw error;
      setErrors(error.fields);
      const foreign = Object.entries(error.fields).find(([field]) => !fields.includes(field));
      throw foreign ? new Error(foreign[1][0] ?? error.message, { cause: error }) : error;
    }
  };
  return { errors, run };
}
