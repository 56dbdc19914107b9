import { useEffect, useRef, useState } from "react";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Button } from "../parts/button.tsx";
import { onFreshSignIn, callStaff } from "../api.ts";
import { forgetMe } from "../frame/session.ts";
import { Alert } from "../ui/alert.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { CodeField } from "./code-field.tsx";

/** Asks for a code when the server wants a fresh sign-in; the call that wanted it is repeated afterwards. */
export function FreshSignInDialog() {
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState("");
  const answer = useRef<(isGiven: boolean) => void>(() => {});
  const errors = useFormErrors();
  useEffect(() => {
    onFreshSignIn(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setCode("");
          setIsOpen(true);
        }),
    );
  }, []);
  const close = (isGiven: boolean) => {
    setIsOpen(false);
    answer.current(isGiven);
  };
  const submit = async () => {
    const isRight = await errors.submit(async () => {
      await callStaff("POST /api/staff/confirm", { code });
    });
    if (!isRight) return;
    forgetMe();
    close(true);
  };
  if (!isOpen) return null;
  return (
    <Dialog
      title={m.staff_sign_in_fresh_title()}
      onClose={() => close(false)}
      size="sm"
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={() => close(false)}>{m.staff_ra_action_cancel()}</Button>
          <Button type="submit" variant="primary" isBusy={errors.isSending}>
            {m.staff_sign_in_fresh_action()}
          </Button>
        </>
      }
    >
      <p>{m.staff_sign_in_fresh_text()}</p>
      {errors.general && (
        <Alert tone="wrong" isUrgent>
          {errors.general}
        </Alert>
      )}
      <CodeField value={code} onChange={setCode} error={errors.of("code")} />
    </Dialog>
  );
}
