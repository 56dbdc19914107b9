import { useState } from "react";
import { ProfileLayout } from "#features/people/profile/profile-layout.tsx";
import { useFlashMessage } from "#features/people/use-flash-message.ts";
import { useViewer } from "#features/people/use-viewer.ts";
import { callApi } from "#platform/api-client.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { DeleteAccount } from "../account/delete-account.tsx";
import { downloadJson } from "../account/download-json.ts";

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
        <p className="mb-5 max-w-prose text-ink-2">{m.profile_data_download_text()}</p>
        <Button onClick={() => void download()} isPending={isLoading} pendingText={m.accounts_wait()}>
          {m.profile_data_download()}
        </Button>
      </Card>
      <DeleteAccount />
    </ProfileLayout>
  );
}
