import { useState } from "react";
import { m } from "#messages";
import { useFlashMessage } from "#features/accounts/use-flash-message.ts";
import { useViewer } from "#features/accounts/use-viewer.ts";
import { ChangePasswordForm } from "../account/change-password-form.tsx";
import { ProfileLayout } from "../account/profile-layout.tsx";
import { SessionList } from "../account/session-list.tsx";

export default function Security() {
  const user = useViewer("/profile/security");
  const [message, show] = useFlashMessage();
  const [changes, setChanges] = useState(0);
  return (
    <ProfileLayout
      user={user}
      path="/profile/security"
      heading={m.profile_security()}
      lead={m.profile_security_lead()}
      message={message}
    >
      <ChangePasswordForm user={user} show={show} onChanged={() => setChanges((count) => count + 1)} />
      <SessionList of={user && `${user.id} ${changes}`} show={show} />
    </ProfileLayout>
  );
}
