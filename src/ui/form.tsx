import { useCallback, useEffect, useMemo, useRef, useState, type ComponentProps, type FormEvent } from "react";
import { FormContext, type FieldErrors, type Refusal } from "./form-context.ts";
import { ScriptNeeded } from "./script-needed.tsx";

/** The text of a field, or "" if the form has no such field. */
export const getFormText = (data: FormData, name: string): string => String(data.get(name) ?? "");

export interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** Messages by field name, instead of the result of `onSend`. A new object counts as a new reply. */
  validationErrors?: FieldErrors;
  /**
   * The form cannot be sent again until the promise settles. Its result is shown beside the fields and by `FormAlert`.
   */
  onSend?: (data: FormData, form: HTMLFormElement) => void | Promise<Refusal | undefined | void>;
  /** Called when the user has edited every field of the form that had a message. */
  onCorrected?: () => void;
  /** Pending for another reason, such as a navigation. */
  isPending?: boolean;
}

const noNames: readonly string[] = [];

/**
 * A form that the server validates. New messages focus the first invalid field and are announced once. Editing a field
 * clears its message. Without JavaScript, base.css hides the form and a note is shown in its place. The method is POST
 * so that no input ever appears in an address.
 */
export function Form({
  validationErrors,
  onSend,
  onCorrected,
  isPending = false,
  method = "post",
  children,
  ...props
}: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const fieldErrors = validationErrors ?? refusal?.fields;
  /** Names of the fields whose messages were removed, with the errors to which the messages belong. */
  const [dismissed, setDismissed] = useState<{ errors: FieldErrors | undefined; names: readonly string[] }>({
    errors: undefined,
    names: noNames,
  });
  const [firstWrong, setFirstWrong] = useState<string>();

  const dismissedNames = dismissed.errors === fieldErrors ? dismissed.names : noNames;
  // The context must not change at every keystroke, because a change renders every field again.
  const errors = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(fieldErrors ?? {}).filter(
          ([name, message]) => message !== undefined && !dismissedNames.includes(name),
        ),
      ),
    [fieldErrors, dismissedNames],
  );
  const dismissErrors = useCallback(
    (isGone: (name: string) => boolean) => {
      const names = Object.keys(errors).filter(isGone);
      if (names.length > 0) setDismissed({ errors: fieldErrors, names: [...dismissedNames, ...names] });
    },
    [errors, fieldErrors, dismissedNames],
  );

  useEffect(() => {
    const firstInvalid = [...(ref.current?.elements ?? [])].find(
      (field) => fieldErrors?.[field.getAttribute("name") ?? ""] !== undefined,
    );
    setFirstWrong(firstInvalid?.getAttribute("name") ?? undefined);
    if (firstInvalid instanceof HTMLElement) firstInvalid.focus();
  }, [fieldErrors]);

  function clearError(event: FormEvent<HTMLFormElement>) {
    const name = (event.target as HTMLElement).getAttribute("name");
    if (!name || errors[name] === undefined) return;
    dismissErrors((other) => other === name);
    const others = Object.keys(errors).filter((other) => other !== name);
    if (!others.some((other) => event.currentTarget.elements.namedItem(other))) onCorrected?.();
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    if (!onSend) return;
    event.preventDefault();
    if (sending.current || isPending) return;
    sending.current = true;
    setSending(true);
    setRefusal((last) => last && { ...last, message: "" });
    try {
      const result = await onSend(new FormData(event.currentTarget), event.currentTarget);
      setRefusal(result || undefined);
    } finally {
      sending.current = false;
      setSending(false);
    }
  }

  const isBusy = isPending || isSending;
  const message = refusal?.message ?? "";
  const state = useMemo(
    () => ({ isPending: isBusy, message, errors, firstWrong, dismissErrors }),
    [isBusy, message, errors, firstWrong, dismissErrors],
  );
  return (
    <FormContext value={state}>
      <form noValidate {...props} ref={ref} method={method} onInput={clearError} onSubmit={(event) => void send(event)}>
        {children}
      </form>
      {method === "post" && <ScriptNeeded what="form" />}
    </FormContext>
  );
}
