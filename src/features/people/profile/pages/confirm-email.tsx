import { useState } from "react";
import { useParams } from "react-router";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";

/** Needs a click, because mail scanners prefetch links. */
export default function ConfirmEmail() {
  const { token = "" } = useParams();
  const [answer, setAnswer] = useState<ApiResult<{ message: string; is_new: boolean }>>();
  const [isPending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    setAnswer(await callApi("/api/confirm-email", { token }));
    setPending(false);
  }

  const refusal = answer?.ok === false ? (answer.fields.token?.[0] ?? answer.fields.email?.[0]) : undefined;
  const isOver = answer?.ok || refusal !== undefined;
  const profile = <LinkButton to="/profile">{m.profile_email_to_profile()}</LinkButton>;
  return (
    <StatementPage
      icon={answer?.ok ? "check" : refusal ? "x" : "mail"}
      tone={refusal ? "danger" : "primary"}
      title={
        answer?.ok
          ? answer.data.is_new
            ? m.profile_email_changed_heading()
            : m.accounts_confirm_done_heading()
          : refusal
            ? m.profile_email_gone_heading()
            : m.profile_email_confirm_heading()
      }
      actions={
        isOver ? (
          profile
        ) : (
          <Button onClick={() => void confirm()} isPending={isPending} pendingText={m.accounts_wait()}>
            {m.profile_email_confirm()}
          </Button>
        )
      }
    >
      <p role="status">{answer?.ok ? answer.data.message : (refusal ?? m.profile_email_confirm_text())}</p>
      {answer?.ok === false && !refusal && <Alert tone="danger">{answer.message}</Alert>}
    </StatementPage>
  );
}
