import { useEffect, useEffectEvent, useRef, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { startSession, type StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { AccountPassword } from "#features/people/components/account-password.tsx";
import { ProfileFields } from "#features/people/components/profile-fields.tsx";
import { setForm } from "#features/people/form-draft.ts";
import { getFormPerson } from "#features/people/person-form.ts";
import type { FlashMessage } from "#features/people/use-flash-message.ts";

/** Changing the email also asks for the password (requirement A-04). */
export function ProfileForm({
  user,
  show,
}: {
  user: StoredUser | null;
  show: (message: FlashMessage | undefined) => void;
}) {
  const [fieldErrors, setFieldErrors] = useState<FieldMap>();
  const [isNewEmail, setNewEmail] = useState(false);
  const isTouched = useRef(false);
  const box = useRef<HTMLDivElement>(null);

  const fill = (values: StoredUser) => {
    const form = box.current?.querySelector("form");
    if (form) setForm(form, { ...values });
    isTouched.current = false;
    setNewEmail(false);
  };
  // Values saved in another tab or device replace what is shown, but not what is being typed.
  const refill = useEffectEvent((values: StoredUser) => void (!isTouched.current && fill(values)));
  useEffect(() => {
    if (user) refill(user);
  }, [user]);

  async function send(data: FormData) {
    if (!user) return;
    show(undefined);
    const form = { id: user.id, ...getFormPerson(data) };
    const result = await callApi(
      "/api/edit-profile",
      isNewEmail ? { ...form, password: getFormText(data, "password") } : form,
    );
    setFieldErrors(result.ok ? undefined : result.fields);
    if (!result.ok) return show(result.message ? { tone: "danger", text: result.message } : undefined);
    startSession(result.data.token, result.data.user);
    fill(result.data.user);
    const { email_pending: pending, message } = result.data;
    show(
      pending
        ? { tone: "info", text: `${message}. ${m.profile_email_pending({ email: isolate(pending) })}` }
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
        <Form
          validationErrors={fieldErrors}
          onSend={send}
          onChange={touch}
          className="grid gap-x-5 gap-y-5.5 md:grid-cols-2"
        >
          <ProfileFields />
          {isNewEmail && (
            <AccountPassword
              label={m.profile_email_password()}
              hint={m.profile_email_password_hint()}
              className="col-span-full"
            />
          )}
          <div className="col-span-full mt-2 flex flex-wrap gap-3">
            <Button type="submit" pendingText={m.common_wait()}>
              {m.profile_save()}
            </Button>
            <Button variant="ghost" onClick={() => user && (setFieldErrors(undefined), show(undefined), fill(user))}>
              {m.common_action_cancel()}
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}
