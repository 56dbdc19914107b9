import { useState } from "react";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { Modal } from "#ui/modal.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { callEndOtherSessions, callEndSession } from "../client.ts";

export interface EndSessionsProps {
  /** A session id, or all but this one; null while the dialog is closed. */
  which: string | "others" | null;
  onClose: () => void;
  /** Also when the session had ended already. */
  onEnded: (answer: { ok: boolean; message: string }) => void;
}

/** Asks for the password, so that someone at an open browser cannot lock its owner out. */
export function EndSessions({ which, onClose, onEnded }: EndSessionsProps) {
  const [wrong, setWrong] = useState<FieldMap>();
  const [failure, setFailure] = useState("");

  function close() {
    setWrong(undefined);
    setFailure("");
    onClose();
  }

  async function send(data: FormData) {
    setFailure("");
    const password = String(data.get("password") ?? "");
    const answer =
      which === "others"
        ? await callEndOtherSessions({ password })
        : await callEndSession({ id: which ?? "", password });
    if (answer.ok || answer.status === 404) {
      onEnded({ ok: answer.ok, message: answer.ok ? answer.data.message : answer.message });
      return close();
    }
    setWrong(answer.fields);
    setFailure(answer.message);
  }

  const label = which === "others" ? m.profile_sessions_end() : m.profile_session_end();
  return (
    <Modal
      isOpen={which !== null}
      onClose={close}
      title={which === "others" ? m.profile_sessions_end_sure() : m.profile_session_end_sure()}
      closeLabel={m.profile_close()}
    >
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
          <Button type="submit" pendingText={m.accounts_wait()}>
            {label}
          </Button>
          <Button variant="secondary" onClick={close}>
            {m.profile_cancel()}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
