import { createContext, useContext } from "react";

/** Messages of the server by field name, as the API answers them (422). */
export type FieldErrors = Record<string, string | string[] | undefined>;

interface FormState {
  isPending: boolean;
  errors: FieldErrors;
  /** The field whose message is read out; the others are only shown. */
  firstWrong: string | undefined;
}

export const FormContext = createContext<FormState>({ isPending: false, errors: {}, firstWrong: undefined });

/** The message a field shows (the first the server gave), and whether it is the one to announce. */
export function useFieldError(
  name: string | undefined,
  own: string | undefined,
): { message: string | undefined; announces: boolean; isPending: boolean } {
  const { errors, firstWrong, isPending } = useContext(FormContext);
  const given = name === undefined ? undefined : errors[name];
  const message = own ?? (Array.isArray(given) ? given[0] : given);
  return { message, announces: message !== undefined && own === undefined && firstWrong === name, isPending };
}
