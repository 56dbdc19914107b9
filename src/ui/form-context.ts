import { createContext, useContext } from "react";

/** By field name, as the API answers them (422). */
export type FieldErrors = Record<string, string | string[] | undefined>;

interface FormState {
  isPending: boolean;
  errors: FieldErrors;
  /** Its message is announced; the others are only shown. */
  firstWrong: string | undefined;
}

export const FormContext = createContext<FormState>({ isPending: false, errors: {}, firstWrong: undefined });

export function useFieldError(
  name: string | undefined,
  own: string | undefined,
): { message: string | undefined; announces: boolean; isPending: boolean } {
  const { errors, firstWrong, isPending } = useContext(FormContext);
  const given = name === undefined ? undefined : errors[name];
  const message = own ?? (Array.isArray(given) ? given[0] : given);
  return { message, announces: message !== undefined && own === undefined && firstWrong === name, isPending };
}
