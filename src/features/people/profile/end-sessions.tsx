import { callApi } from "#platform/api-client.ts";
import { m } from "#messages";
import { Modal } from "#ui/modal.tsx";
import { PasswordConfirmation } from "./password-confirmation.tsx";

export interface EndSessionsProps {
  /** `others`: all but this one; null when closed. */
  which: string | "others" | null;
  onClose: () => void;
  /** Also for a session that had ended already. */
  onEnded: (answer: { ok: boolean; message: string }) => void;
}

/** Asks for the password, so that someone at an open browser cannot lock its owner out. */
export function EndSessions({ which, onClose, onEnded }: EndSessionsProps) {
  async function end(password: string) {
    const answer =
      which === "others"
        ? await callApi("/api/end-other-sessions", { password })
        : await callApi("/api/end-session", { id: which ?? "", password });
    if (!answer.ok && answer.status !== 404) return answer;
    onEnded({ ok: answer.ok, message: answer.ok ? answer.data.message : answer.message });
    onClose();
    return undefined;
  }

  return (
    <Modal
      isOpen={which !== null}
      onClose={onClose}
      title={which === "others" ? m.profile_sessions_end_sure() : m.profile_session_end_sure()}
      closeLabel={m.profile_close()}
    >
      <PasswordConfirmation
        label={which === "others" ? m.profile_sessions_end() : m.profile_session_end()}
        onConfirm={end}
        onCancel={onClose}
      />
    </Modal>
  );
}
