import { useEffect } from "react";
import { callApi } from "#platform/api-client.ts";
import { readToken, startSession } from "#platform/session-token.ts";
import { m } from "#messages";
import { useFlashMessage } from "#features/people/use-flash-message.ts";
import { useViewer } from "#features/people/use-viewer.ts";
import { ProfileForm } from "#features/people/profile/profile-form.tsx";
import { ProfileLayout } from "#features/people/profile/profile-layout.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

/** Reads the profile again, because it may have changed elsewhere or the session may have ended. */
async function refreshProfile(): Promise<void> {
  const token = readToken();
  const answer = await callApi("/api/me", {});
  if (token && answer.ok && readToken() === token) startSession(token, answer.data.user);
}

export default function Profile() {
  const user = useViewer("/profile");
  const [message, show] = useFlashMessage();
  const id = user?.id;
  useEffect(() => {
    if (id) void refreshProfile();
  }, [id]);
  return (
    <ProfileLayout user={user} path="/profile" heading={m.profile_title()} lead={m.profile_lead()} message={message}>
      <ConfirmAddress className="mb-6" />
      <ProfileForm key={id} user={user} show={show} />
    </ProfileLayout>
  );
}
