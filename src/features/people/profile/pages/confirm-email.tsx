import { useState } from "react";
import { useParams } from "react-router";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import { AccountPassword } from "#features/people/components/account-password.tsx";

/** The field replaces the button that had the focus, so it takes the focus. */
const focusPassword = (field: HTMLInputElement | null) => field?.focus();

/** Needs a click, because mail scanners prefetch links. */
export default function ConfirmEmail() {
  const { token = "" } = useParams();
  const [answer, setAnswer] = useState<ApiResult<{ message: string; is_new: boolean }>>();
  const [isPending, setPending] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(false);

  async function confirm(password?: string) {
    setPending(true);
    const answer = await callApi("/api/confirm-email", { token, password });
    setAnswer(answer);
    setPending(false);
    if (!answer.ok && answer.fields.password) setNeedsPassword(true);
    return answer.ok ? undefined : answer;
  }

  const refusal = answer?.ok === false ? (answer.fields.token?.[0] ?? answer.fields.email?.[0]) : undefined;
  const isOver = answer?.ok || refusal !== undefined;
  const profile = <LinkButton to="/profile">{m.profile_email_to_profile()}</LinkButton>;
  const instruction = needsPassword ? m.accounts_confirm_password() : m.profile_email_confirm_text();
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
            ? m.common_link_gone()
            : m.profile_email_confirm_heading()
      }
      actions={
        isOver ? (
          profile
        ) : needsPassword ? (
          <Form
            onSend={(data) => confirm(getFormText(data, "password"))}
            className="grid w-full max-w-sm gap-5 text-start"
          >
            <AccountPassword ref={focusPassword} />
            <Button type="submit" pendingText={m.common_wait()}>
              {m.profile_email_confirm()}
            </Button>
            <LinkButton to="/forget-password" variant="ghost">
              {m.accounts_forgot()}
            </LinkButton>
          </Form>
        ) : (
          <Button onClick={() => void confirm()} isPending={isPending} pendingText={m.common_wait()}>
            {m.profile_email_confirm()}
          </Button>
        )
      }
    >
      <p role="status">{answer?.ok ? answer.data.message : (refusal ?? instruction)}</p>
      {answer?.ok === false && answer.message !== "" && (
        <Alert tone="danger" announces>
          {answer.message}
        </Alert>
      )}
    </StatementPage>
  );
}
