import { useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { localePath } from "#i18n/locale.ts";
import type { FieldMap } from "#platform/errors.ts";
import { clearDrafts } from "#platform/drafts.ts";
import { endSession } from "#platform/session-token.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Form } from "#ui/form.tsx";
import { Modal } from "#ui/modal.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { callDeleteAccount } from "./client.ts";

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState<FieldMap>();
  const [failure, setFailure] = useState("");
  const locale = useLocale();

  async function send(data: FormData) {
    setFailure("");
    const answer = await callDeleteAccount({ password: String(data.get("password")) });
    if (!answer.ok) {
      setWrong(answer.fields);
      setFailure(answer.message);
      return;
    }
    endSession();
    clearDrafts();
    // A full page load: nothing of the person stays in memory.
    location.assign(localePath("/login?deleted=1", locale));
  }
  const close = () => (setOpen(false), setWrong(undefined), setFailure(""));

  return (
    <Card as="section" aria-labelledby="delete-account" className="mt-6">
      <h2 id="delete-account" className="mb-2 text-h3">
        {m.profile_delete_heading()}
      </h2>
      <p className="mb-2 max-w-prose text-ink-2">{m.profile_delete_text()}</p>
      <p className="mb-5 max-w-prose text-ink-2">{m.profile_delete_kept()}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {m.profile_delete()}
      </Button>
      <Modal isOpen={isOpen} onClose={close} title={m.profile_delete_sure()} closeLabel={m.profile_close()}>
        <p className="mb-5 text-ink-2">{m.profile_delete_for_good()}</p>
        <Form validationErrors={wrong} onSend={send} className="grid gap-5">
          <PasswordField
            name="password"
            label={m.accounts_password()}
            autoComplete="current-password"
            required
            showLabel={m.accounts_password_show()}
            hideLabelText={m.accounts_password_hide()}
          />
          {failure && <Alert tone="danger">{failure}</Alert>}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="danger" pendingText={m.accounts_wait()}>
              {m.profile_delete()}
            </Button>
            <Button variant="secondary" onClick={close}>
              {m.profile_cancel()}
            </Button>
          </div>
        </Form>
      </Modal>
    </Card>
  );
}
