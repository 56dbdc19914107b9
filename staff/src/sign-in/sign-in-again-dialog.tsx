import { lazy, Suspense, useState } from "react";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { beginSession, resumeSession, useMe, type Me } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Problem } from "../parts/problem.tsx";
import { useForm } from "../parts/use-form.ts";
import { CodeField } from "./code-field.tsx";
import { Button } from "../../../src/ui/button.tsx";

const PasskeyButton = lazy(() => import("./passkey-button.tsx"));

/** Signs the same person in again, with password and then code or passkey. The interrupted change then continues. */
export default function SignInAgainDialog({ onAnswer: close }: { onAnswer(isDone: boolean): void }) {
  const person = useMe();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [secondStep, setSecondStep] = useState<{ hasPasskey: boolean } | null>(null);
  const form = useForm(["email", "password", "code"]);
  const finish = (me: Me) => {
    if (me.id === person.id) {
      resumeSession(me);
      close(true);
    } else {
      // Another person has signed in. The change must not be saved in their name, so the portal is reloaded.
      beginSession(me);
      location.reload();
    }
  };
  const submit = () =>
    form.submit(async () => {
      if (secondStep) {
        finish(await callStaff("POST /api/staff/sign-in/code", { code, trust: false }));
        return;
      }
      const result = await callStaff("POST /api/staff/sign-in", { email, password });
      if (result.next === "portal") finish(result.staff);
      else setSecondStep({ hasPasskey: result.hasPasskey });
    });
  return (
    <Dialog
      title={m.staff_sign_in_again_title()}
      onClose={() => close(false)}
      size="sm"
      onSubmit={() => void submit()}
      actions={
        <>
          <Button variant="secondary" onClick={() => close(false)}>
            {m.staff_common_action_cancel()}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {secondStep ? m.staff_sign_in_title() : m.staff_common_action_continue()}
          </Button>
        </>
      }
    >
      <p>{m.staff_sign_in_again_text({ name: person.name })}</p>
      <Problem>{form.problem}</Problem>
      {secondStep ? (
        <CodeField value={code} onChange={setCode} error={form.messageFor("code")} />
      ) : (
        <>
          <TextField
            id="again-email"
            type="email"
            label={m.staff_common_email()}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={form.messageFor("email")}
            required
            autoFocus
            autoComplete="username"
            dir="ltr"
          />
          <TextField
            id="again-password"
            type="password"
            label={m.staff_sign_in_password()}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={form.messageFor("password")}
            required
            autoComplete="current-password"
            dir="ltr"
          />
        </>
      )}
      {secondStep?.hasPasskey && (
        <Suspense>
          <PasskeyButton
            loadOptions={() => callStaff("POST /api/staff/sign-in/passkey/options")}
            send={async (response) =>
              finish(await callStaff("POST /api/staff/sign-in/passkey", { response, trust: false }))
            }
          />
        </Suspense>
      )}
    </Dialog>
  );
}
