import { m } from "#messages";
import { Modal } from "#ui/modal.tsx";
import { callEndOtherSessions, callEndSession } from "../client.ts";
import { PasswordConfirmation } from "./password-confirmation.tsx";

export interface EndSessionsProps {
  /** The id of one session, or all but this one; null while nothing is to be ended. */
  which: string | "others" | null;
  onClose: () => void;
  /** What the server says of it; also when the session was gone already. */
  onEnded: (answer: { ok: boolean; message: string }) => void;
}

/** The password before sessions elsewhere are ended: no one at an open browser throws its owner out. */
export function EndSessions({ which, onClose, onEnded }: EndSessionsProps) {
  async function end(password: string) {
    const answer =
      which === "others"
        ? await callEndOtherSessions({ password })
        : await callEndSession({ id: which ?? "", password });
    if (!answer.ok && answer.status !== 404) return answer;
    onEnded({ ok: answer.ok, message: answer.ok ? answer.data.message : answer.message });
    onClose();
    return undefined;
  }

  return (
    <Modal
      isOpen={which !== null}
      onClose={onClose}
      title={which === "others" ? m.accounts_sessions_end_sure() : m.accounts_session_end_sure()}
      closeLabel={m.accounts_close()}
    >
      <PasswordConfirmation
        label={which === "others" ? m.accounts_sessions_end() : m.accounts_session_end()}
        onConfirm={end}
        onCancel={onClose}
      />
    </Modal>
  );
}
