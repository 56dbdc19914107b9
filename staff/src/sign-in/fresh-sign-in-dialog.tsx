import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Button } from "../parts/button.tsx";
import { onFreshSignIn, callStaff, staffQuery } from "../api.ts";
import { forgetMe } from "../frame/session.ts";
import { Alert } from "../parts/alert.tsx";
import { useFormErrors } from "../parts/use-form-errors.ts";
import { CodeField } from "./code-field.tsx";

const PasskeyButton = lazy(() => import("./passkey-button.tsx"));

/** Asks for a code or a passkey when the server wants a fresh sign-in; the call that wanted it is repeated afterwards. */
export function FreshSignInDialog() {
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState("");
  const answer = useRef<(isGiven: boolean) => void>(() => {});
  const errors = useFormErrors();
  const { data: account } = useQuery({ ...staffQuery("GET /api/staff/account"), enabled: isOpen });
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
  const confirmed = () => {
    forgetMe();
    close(true);
  };
  const submit = async () => {
    const isRight = await errors.submit(async () => {
      await callStaff("POST /api/staff/confirm", { code });
    });
    if (isRight) confirmed();
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
          <Button onClick={() => close(false)}>{m.staff_common_action_cancel()}</Button>
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
      {account && account.passkeys.length > 0 && (
        <Suspense>
          <PasskeyButton
            options={() => callStaff("POST /api/staff/confirm/passkey/options")}
            send={async (response) => {
              await callStaff("POST /api/staff/confirm/passkey", { response });
              confirmed();
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
