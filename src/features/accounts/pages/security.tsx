import { useState } from "react";
import { m } from "#messages";
import { ChangePasswordForm } from "../components/change-password-form.tsx";
import { ProfileFrame } from "../components/profile-frame.tsx";
import { SessionList } from "../components/session-list.tsx";
import { usePassingMessage } from "../use-passing-message.ts";
import { useViewer } from "../use-viewer.ts";

/** Password and sessions. */
export default function Security() {
  const user = useViewer("/profile/security");
  const [message, show] = usePassingMessage();
  const [changes, setChanges] = useState(0);
  return (
    <ProfileFrame user={user} path="/profile/security" heading={m.accounts_security()} lead={m.accounts_security_lead()} message={message}>
      <ChangePasswordForm user={user} show={show} onChanged={() => setChanges((count) => count + 1)} />
      <SessionList of={user && `${user.id} ${changes}`} show={show} />
    </ProfileFrame>
  );
}
