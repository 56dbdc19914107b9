import { createContext, useContext } from "react";

/** By field name, as the API answers them (422). */
export type FieldErrors = Record<string, string | string[] | undefined>;

/** What the server did not take: by field, and of the whole. */
export interface Refusal {
  fields: FieldErrors;
  message: string;
}

interface FormState {
  isPending: boolean;
  /** Of the whole form; shown by FormAlert. */
  message: string;
  errors: FieldErrors;
  /** Its message is announced; the others are only shown. */
  firstWrong: string | undefined;
}

export const FormContext = createContext<FormState>({
  isPending: false,
  message: "",
  errors: {},
  firstWrong: undefined,
});

export function useFieldError(
  name: string | undefined,
  own: string | undefined,
): { message: string | undefined; announces: boolean; isPending: boolean } {
  const { errors, firstWrong, isPending } = useContext(FormContext);
  const fieldError = name === undefined ? undefined : errors[name];
  const message = own ?? (Array.isArray(fieldError) ? fieldError[0] : fieldError);
  return { message, announces: message !== undefined && own === undefined && firstWrong === name, isPending };
}
