import { clsx } from "clsx/lite";
import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { callApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { endSession } from "#platform/session-token.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { Label } from "#i18n/label.tsx";
import { m } from "#messages";
import * as resetPasswordArt from "#ui/art/pictures/reset-password.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { AuthPanel } from "../components/auth-panel.tsx";
import { NewPasswordFields } from "../components/new-password-fields.tsx";
import { keepRedirect } from "../safe-redirect.ts";

/** The page to choose a new password, which a link in an email opens (requirement A-07). */
export default function ResetPassword() {
  const { token = "" } = useParams();
  const { search } = useLocation();
  const [fieldErrors, setFieldErrors] = useState<FieldMap>();
  const [sendResult, setSendResult] = useState<{ tone: "success" | "danger"; text: string; isGone?: boolean }>();
  // Check the link before the person enters a password in vain, and in the browser, because pages are cached.
  const { answer: link } = useApiQuery(token, (signal) => callApi("/api/check-reset-link", { token }, signal));
  const isDead = link?.ok === true && !link.data.valid;
  const result =
    sendResult ?? (isDead ? { tone: "danger" as const, text: m.accounts_reset_link_gone(), isGone: true } : undefined);

  async function send(data: FormData) {
    const answer = await callApi("/api/reset-password", {
      token,
      password: String(data.get("password")),
      password_confirmation: String(data.get("password_confirmation")),
    });
    if (answer.ok) {
      // Every session of the account has ended. This browser's session ends too, also if it is of another account.
      endSession();
      setSendResult({ tone: "success", text: answer.data.message });
      return;
    }
    const linkError = answer.fields.token?.[0];
    setFieldErrors(answer.fields);
    setSendResult(
      linkError || answer.message
        ? { tone: "danger", text: linkError ?? answer.message, isGone: linkError !== undefined }
        : undefined,
    );
  }

  const isDone = result?.tone === "success";
  const isFinished = isDone || result?.isGone === true;
  return (
    <AuthPanel
      art={resetPasswordArt.picture}
      heading={m.accounts_reset_heading()}
      lead={m.accounts_reset_lead()}
      say={m.accounts_reset_say()}
      sayMore={m.accounts_reset_say_more()}
    >
      {result && !isFinished && (
        <Alert tone={result.tone} className="mb-6" announces>
          {result.text}
        </Alert>
      )}
      {/* The result takes the place of the form, so that nothing moves. The server hashes the password before it
          replies, and browsers count a movement later than half a second after the click as layout shift. */}
      <div className="grid *:col-start-1 *:row-start-1">
        <Form validationErrors={fieldErrors} onSend={send} className={clsx("grid gap-5", isFinished && "invisible")}>
          <NewPasswordFields />
          <Button type="submit" size="lg" block pendingText={m.common_wait()}>
            {m.accounts_reset_submit()}
          </Button>
        </Form>
        {result && isFinished && (
          <div className="grid content-start gap-6">
            <Alert tone={result.tone} announces>
              {result.text}
            </Alert>
            <LinkButton to={`${isDone ? "/login" : "/forget-password"}${keepRedirect(search)}`} size="lg" block>
              {isDone ? <Label name="login" /> : m.accounts_reset_again()}
            </LinkButton>
          </div>
        )}
      </div>
    </AuthPanel>
  );
}
