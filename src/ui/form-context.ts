import { createContext, useContext } from "react";

/** Messages by field name, as in a 422 reply of the API. */
export type FieldErrors = Record<string, string | string[] | undefined>;

/** Why the server rejected the form: messages by field, and one about the whole form. */
export interface Refusal {
  fields: FieldErrors;
  message: string;
}

interface FormState {
  isPending: boolean;
  /** Message about the whole form, shown by `FormAlert`. */
  message: string;
  errors: FieldErrors;
  /** Field whose message is announced. The other messages are only shown. */
  firstWrong: string | undefined;
  /** Removes the messages of the fields for which `isGone` returns true. Does not move the focus. */
  dismissErrors: (isGone: (name: string) => boolean) => void;
}

export const FormContext = createContext<FormState>({
  isPending: false,
  message: "",
  errors: {},
  firstWrong: undefined,
  dismissErrors: () => {},
});

/** The messages of the surrounding form that were not corrected yet, by field name. */
export const useFormErrors = (): FieldErrors => useContext(FormContext).errors;

export const useDismissErrors = () => useContext(FormContext).dismissErrors;

export function useFieldError(
  name: string | undefined,
  ownMessage: string | undefined,
): { message: string | undefined; announces: boolean; isPending: boolean } {
  const { errors, firstWrong, isPending } = useContext(FormContext);
  const fieldError = name === undefined ? undefined : errors[name];
  const message = ownMessage ?? (Array.isArray(fieldError) ? fieldError[0] : fieldError);
  return { message, announces: message !== undefined && ownMessage === undefined && firstWrong === name, isPending };
}
