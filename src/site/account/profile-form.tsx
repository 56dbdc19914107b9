import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldMap } from "#platform/errors.ts";
import { startSession, type StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Form } from "#ui/form.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { callEditProfile } from "#features/profile/client.ts";
import { setForm } from "#features/accounts/form-draft.ts";
import type { FlashMessage } from "#features/accounts/use-flash-message.ts";
import { ProfileFields } from "#features/accounts/components/profile-fields.tsx";

/** A-04. Another e-mail also asks for the password. */
export function ProfileForm({
  user,
  show,
}: {
  user: StoredUser | null;
  show: (message: FlashMessage | undefined) => void;
}) {
  const [wrong, setWrong] = useState<FieldMap>();
  const [isNewEmail, setNewEmail] = useState(false);
  const isTouched = useRef(false);
  const box = useRef<HTMLDivElement>(null);

  const fill = (from: StoredUser) => {
    const form = box.current?.querySelector("form");
    if (form) setForm(form, { ...from });
    isTouched.current = false;
    setNewEmail(false);
  };
  // Values saved in another tab or device replace what is shown, but not what is being typed.
  const refill = useEffectEvent((from: StoredUser) => void (!isTouched.current && fill(from)));
  useEffect(() => {
    if (user) refill(user);
  }, [user]);

  async function send(data: FormData) {
    if (!user) return;
    show(undefined);
    const text = (name: string) => String(data.get(name) ?? "");
    const form = {
      id: user.id,
      name: text("name"),
      email: text("email"),
      address: text("address"),
      contact_number: text("contact_number"),
      scfhs_number: text("scfhs_number"),
      workplace: text("workplace"),
      profession: text("profession"),
    };
    const answer = await callEditProfile(isNewEmail ? { ...form, password: text("password") } : form);
    setWrong(answer.ok ? undefined : answer.fields);
    if (!answer.ok) return show(answer.message ? { tone: "danger", text: answer.message } : undefined);
    startSession(answer.data.token, answer.data.user);
    fill(answer.data.user);
    const { email_pending: pending, message } = answer.data;
    show(
      pending
        ? { tone: "info", text: `${message}. ${m.profile_email_pending({ email: `\u2068${pending}\u2069` })}` }
        : { tone: "success", text: message },
    );
  }

  function touch(event: React.FormEvent<HTMLFormElement>) {
    isTouched.current = true;
    const field = event.target;
    if (field instanceof HTMLInputElement && field.name === "email")
      setNewEmail(user !== null && field.value.trim().toLowerCase() !== user.email);
  }

  return (
    <div ref={box} aria-busy={user === null}>
      <Card className="invisible [html[data-session=in]_&]:visible">
        <Form validationErrors={wrong} onSend={send} onChange={touch} className="grid gap-x-5 gap-y-5.5 md:grid-cols-2">
          <ProfileFields />
          {isNewEmail && (
            <PasswordField
              name="password"
              label={m.profile_email_password()}
              hint={m.profile_email_password_hint()}
              autoComplete="current-password"
              required
              className="col-span-full"
              showLabel={m.accounts_password_show()}
              hideLabelText={m.accounts_password_hide()}
            />
          )}
          <div className="col-span-full mt-2 flex flex-wrap gap-3">
            <Button type="submit" pendingText={m.accounts_wait()}>
              {m.profile_save()}
            </Button>
            <Button variant="ghost" onClick={() => user && (setWrong(undefined), show(undefined), fill(user))}>
              {m.profile_cancel()}
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}
