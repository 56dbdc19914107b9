import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Label } from "#i18n/label.tsx";
import { Link, useLocalePath } from "#i18n/link.tsx";
import type { FieldMap } from "#platform/errors.ts";
import { readSession } from "#platform/session-token.ts";
import { m } from "#messages";
import * as registerArt from "#ui/art/pictures/register.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Form } from "#ui/form.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { callRegister } from "../client.ts";
import { AuthPanel } from "../components/auth-panel.tsx";
import { ProfileFields } from "../components/profile-fields.tsx";
import { TermsLabel } from "../components/terms-label.tsx";
import { signedInOnly } from "../components/signed-in.tsx";
import { keepRedirect } from "../keep-redirect.ts";
import { fillForm, clearFormDraft, saveFormDraft, loadFormDraft } from "../form-draft.ts";
import { passwordLength } from "../password-length.ts";
import { withFlag } from "../safe-redirect.ts";

const keptAs = "registration";

export default function Register() {
  const { search } = useLocation();
  const [wrong, setWrong] = useState<FieldMap>();
  const [failure, setFailure] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const path = useLocalePath();

  useEffect(() => {
    // After hydration, because the page is cached for everyone.
    const form = box.current?.querySelector("form");
    if (form) fillForm(form, { ...readSession().current_user, ...loadFormDraft(keptAs) });
  }, []);

  async function send(data: FormData) {
    setFailure("");
    const text = (name: string) => String(data.get(name) ?? "");
    const result = await callRegister({
      name: text("name"),
      email: text("email"),
      address: text("address"),
      contact_number: text("contact_number"),
      scfhs_number: text("scfhs_number"),
      workplace: text("workplace"),
      profession: text("profession"),
      password: text("password"),
      password_confirmation: text("password_confirmation"),
      remember_me: text("remember_me"),
    });
    if (!result.ok) {
      setWrong(result.fields);
      setFailure(result.message);
      return;
    }
    clearFormDraft(keptAs);
    await navigate(path(`/login${withFlag(search, "registered")}`), { state: { email: text("email") } });
  }

  const lead = (
    <>
      {m.accounts_register_already()}{" "}
      <Link to={`/login${keepRedirect(search)}`} className="inline-link font-medium">
        <Label name="login">{m.accounts_login_submit()}</Label>
      </Link>
    </>
  );
  const eye = { showLabel: m.accounts_password_show(), hideLabelText: m.accounts_password_hide() };
  return (
    <AuthPanel
      isWide
      art={registerArt.picture}
      heading={m.accounts_register_heading()}
      lead={lead}
      say={m.accounts_register_say()}
      sayMore={m.accounts_register_say_more()}
    >
      <div className={signedInOnly}>
        <Alert tone="info" announces={false} className="mb-6">
          {m.accounts_register_other()}
        </Alert>
      </div>
      <div ref={box}>
        <Form
          validationErrors={wrong}
          onSend={send}
          onChange={(event) => saveFormDraft(keptAs, event.currentTarget)}
          className="grid gap-x-5 gap-y-5.5 xl:grid-cols-2"
        >
          <ProfileFields />
          <PasswordField
            name="password"
            label={m.accounts_password()}
            hint={m.accounts_password_hint({ min: passwordLength.min })}
            autoComplete="new-password"
            required
            {...eye}
          />
          <PasswordField
            name="password_confirmation"
            label={m.accounts_password_confirmation()}
            autoComplete="new-password"
            required
            {...eye}
          />
          <Checkbox name="remember_me" value="accept" label={<TermsLabel />} required className="col-span-full" />
          {failure && (
            <Alert tone="danger" className="col-span-full">
              {failure}
            </Alert>
          )}
          <Button type="submit" size="lg" block pendingText={m.accounts_wait()} className="col-span-full">
            <Label name="register">{m.accounts_register_submit()}</Label>
          </Button>
        </Form>
      </div>
    </AuthPanel>
  );
}
