import { useState } from "react";
import { m } from "#messages";
import { useFlashMessage } from "#features/people/use-flash-message.ts";
import { useViewer } from "#features/people/use-viewer.ts";
import { ChangePasswordForm } from "#features/people/profile/change-password-form.tsx";
import { ProfileLayout } from "#features/people/profile/profile-layout.tsx";
import { SessionList } from "#features/people/profile/session-list.tsx";

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
      <SessionList reloadKey={user && `${user.id} ${changes}`} show={show} />
    </ProfileLayout>
  );
}
