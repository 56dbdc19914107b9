import { useState } from "react";
import { ProfileLayout } from "#features/people/profile/profile-layout.tsx";
import { useFlashMessage } from "#features/people/use-flash-message.ts";
import { useViewer } from "#features/people/use-viewer.ts";
import { callApi } from "#platform/api-client.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PasswordConfirmation } from "#features/people/profile/password-confirmation.tsx";
import { useLocale } from "#i18n/link.tsx";
import { localePath } from "#i18n/locale.ts";
import { clearDrafts } from "#platform/drafts.ts";
import { endSession } from "#platform/session-token.ts";
import { Modal } from "#ui/modal.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

function downloadJson(name: string, value: object): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // By the next task the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(address));
}

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const locale = useLocale();

  async function deleteAccount(password: string) {
    const answer = await callApi("/api/delete-account", { password });
    if (!answer.ok) return answer;
    endSession();
    clearDrafts();
    // A full page load clears personal data from memory.
    location.assign(localePath("/login?deleted=1", locale));
    return undefined;
  }
  const close = () => setOpen(false);

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
      <Modal isOpen={isOpen} onClose={close} title={m.profile_delete_sure()}>
        <p className="mb-5 text-ink-2">{m.profile_delete_for_good()}</p>
        <PasswordConfirmation label={m.profile_delete()} variant="danger" onConfirm={deleteAccount} onCancel={close} />
      </Modal>
    </Card>
  );
}

export default function MyData() {
  const user = useViewer("/profile/data");
  const [message, show] = useFlashMessage();
  const [isLoading, setLoading] = useState(false);

  async function download() {
    setLoading(true);
    const answer = await callApi("/api/my-data", {});
    setLoading(false);
    if (!answer.ok) return show({ tone: "danger", text: answer.message });
    downloadJson("nama-health-my-data.json", answer.data);
    show({ tone: "success", text: m.profile_data_done() });
  }

  return (
    <ProfileLayout
      user={user}
      path="/profile/data"
      heading={m.profile_data()}
      lead={m.profile_data_lead()}
      message={message}
    >
      <Card as="section" aria-labelledby="download-data">
        <h2 id="download-data" className="mb-2 text-h3">
          {m.profile_data_download_heading()}
        </h2>
        <p className="mb-2 max-w-prose text-ink-2">{m.profile_data_download_text()}</p>
        <p className="mb-5 max-w-prose text-ink-2">{m.profile_data_download_files()}</p>
        <ConfirmAddress className="mb-5" />
        <Button onClick={() => void download()} isPending={isLoading} pendingText={m.common_wait()}>
          {m.profile_data_download()}
        </Button>
      </Card>
      <DeleteAccount />
    </ProfileLayout>
  );
}
