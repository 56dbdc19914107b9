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

/** Moves the focus to the password field, because it replaces the button that had the focus. */
const focusPassword = (field: HTMLInputElement | null) => field?.focus();

/** The page of a link that confirms an address. It acts only on a click, because mail scanners prefetch links. */
export default function ConfirmEmail() {
  const { token = "" } = useParams();
  const [result, setResult] = useState<ApiResult<{ message: string; is_new: boolean }>>();
  const [isPending, setPending] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(false);

  async function confirm(password?: string) {
    setPending(true);
    const reply = await callApi("/api/confirm-email", { token, password });
    setResult(reply);
    setPending(false);
    if (!reply.ok && reply.fields.password) setNeedsPassword(true);
    return reply.ok ? undefined : reply;
  }

  const refusal = result?.ok === false ? (result.fields.token?.[0] ?? result.fields.email?.[0]) : undefined;
  const isFinished = result?.ok || refusal !== undefined;
  const profile = <LinkButton to="/profile">{m.profile_email_to_profile()}</LinkButton>;
  const instruction = needsPassword ? m.accounts_confirm_password() : m.profile_email_confirm_text();
  return (
    <StatementPage
      icon={result?.ok ? "check" : refusal ? "x" : "mail"}
      tone={refusal ? "danger" : "primary"}
      title={
        result?.ok
          ? result.data.is_new
            ? m.profile_email_changed_heading()
            : m.accounts_confirm_done_heading()
          : refusal
            ? m.common_link_gone()
            : m.profile_email_confirm_heading()
      }
      actions={
        isFinished ? (
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
      <p role="status">{result?.ok ? result.data.message : (refusal ?? instruction)}</p>
      {result?.ok === false && result.message !== "" && (
        <Alert tone="danger" announces>
          {result.message}
        </Alert>
      )}
    </StatementPage>
  );
}
