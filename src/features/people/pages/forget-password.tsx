import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Link } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { plainLink } from "#ui/button-style.ts";
import * as forgotPasswordArt from "#ui/art/pictures/forgot-password.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { AuthPanel } from "../components/auth-panel.tsx";
import { clearFormDraft, fillForm, loadFormDraft, saveFormDraft } from "../form-draft.ts";
import { keepRedirect } from "../safe-redirect.ts";

/** The draft keeps the entered address when the person changes the language. */
const draftName = "forgotten-password";

/** The page shows the same result for every address (requirement A-07). */
export default function ForgetPassword() {
  const { search } = useLocation();
  const [fieldErrors, setFieldErrors] = useState<FieldMap>();
  const [result, setResult] = useState<{ tone: "success" | "danger"; text: string }>();

  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = box.current?.querySelector("form");
    if (form) fillForm(form, loadFormDraft(draftName));
  }, []);

  async function send(data: FormData) {
    const reply = await callApi("/api/forget-password", {
      email: String(data.get("email")),
      redirect: new URLSearchParams(search).get("redirect") ?? undefined,
    });
    setFieldErrors(reply.ok ? undefined : reply.fields);
    if (reply.ok) clearFormDraft(draftName);
    if (reply.ok) setResult({ tone: "success", text: reply.data.message });
    else setResult(reply.message ? { tone: "danger", text: reply.message } : undefined);
  }

  const back = (
    <Link to={`/login${keepRedirect(search)}`} className={`mb-3 ${plainLink}`}>
      <Icon name="arrow-left" size="sm" mirrors />
      {m.accounts_forgot_back()}
    </Link>
  );
  return (
    <AuthPanel
      art={forgotPasswordArt.picture}
      back={back}
      heading={m.accounts_forgot_heading()}
      lead={m.accounts_forgot_lead()}
      say={m.accounts_forgot_say()}
      sayMore={m.accounts_forgot_say_more()}
    >
      {result && (
        <Alert tone={result.tone} className="mb-6" announces>
          {result.text}
        </Alert>
      )}
      <div ref={box}>
        <Form
          validationErrors={fieldErrors}
          onSend={send}
          onChange={(event) => saveFormDraft(draftName, event.currentTarget)}
          className="grid gap-5"
        >
          <EmailField label={m.common_email()} autoComplete="username" required />
          <Button type="submit" size="lg" block pendingText={m.common_wait()}>
            {m.accounts_forgot_submit()}
          </Button>
        </Form>
      </div>
      <p className="mt-7 text-sm text-ink-2">{m.accounts_forgot_junk()}</p>
    </AuthPanel>
  );
}
