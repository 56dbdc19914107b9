import { useState } from "react";
import { PasswordConfirmation } from "#features/people/profile/password-confirmation.tsx";
import { useLocale } from "#i18n/link.tsx";
import { localePath } from "#i18n/locale.ts";
import { callApi } from "#platform/api-client.ts";
import { clearDrafts } from "#platform/drafts.ts";
import { endSession } from "#platform/session-token.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Modal } from "#ui/modal.tsx";

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const locale = useLocale();

  async function deleteIt(password: string) {
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
      <Modal isOpen={isOpen} onClose={close} title={m.profile_delete_sure()} closeLabel={m.profile_close()}>
        <p className="mb-5 text-ink-2">{m.profile_delete_for_good()}</p>
        <PasswordConfirmation label={m.profile_delete()} variant="danger" onConfirm={deleteIt} onCancel={close} />
      </Modal>
    </Card>
  );
}
