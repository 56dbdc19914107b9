import { lazy, Suspense, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { forgetMe } from "../frame/session.ts";
import { useForm } from "../parts/use-form.ts";
import { CodeField } from "./code-field.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

const PasskeyButton = lazy(() => import("./passkey-button.tsx"));

/**
 * Asks for a code or passkey when the server requires a fresh sign-in. Afterwards the API client repeats the rejected
 * call.
 */
export default function FreshSignInDialog({ onAnswer: close }: { onAnswer(isConfirmed: boolean): void }) {
  const [code, setCode] = useState("");
  const form = useForm(["code"]);
  const { data: account } = useQuery(staffQuery("GET /api/staff/account"));
  const confirm = () => {
    forgetMe();
    close(true);
  };
  const submit = async () => {
    const isAccepted = await form.submit(async () => {
      await callStaff("POST /api/staff/confirm", { code });
    });
    if (isAccepted) confirm();
  };
  return (
    <Dialog
      title={m.staff_sign_in_fresh_title()}
      onClose={() => close(false)}
      size="sm"
      onSubmit={() => void submit()}
      actions={
        <>
          <Button variant="secondary" onClick={() => close(false)}>
            {m.staff_common_action_cancel()}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {m.staff_sign_in_fresh_action()}
          </Button>
        </>
      }
    >
      <p>{m.staff_sign_in_fresh_text()}</p>
      <Problem>{form.problem}</Problem>
      <CodeField value={code} onChange={setCode} error={form.messageFor("code")} />
      {account && account.passkeys.length > 0 && (
        <Suspense>
          <PasskeyButton
            loadOptions={() => callStaff("POST /api/staff/confirm/passkey/options")}
            send={async (response) => {
              await callStaff("POST /api/staff/confirm/passkey", { response });
              confirm();
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
