import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { Label } from "#i18n/label.tsx";
import { Link, useLocalePath } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import { readSession, startSession } from "#platform/session-token.ts";
import { m } from "#messages";
import * as registerArt from "#ui/art/pictures/register.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { AuthPanel } from "../components/auth-panel.tsx";
import { NewPasswordFields } from "../components/new-password-fields.tsx";
import { ProfileFields } from "../components/profile-fields.tsx";
import { signedInOnly } from "../components/signed-in.tsx";
import { checkoutAfterRegistration, keepRedirect, withFlag } from "../safe-redirect.ts";
import { fillForm, clearFormDraft, saveFormDraft, loadFormDraft } from "../form-draft.ts";
import { readLoginDevice, storeLoginDevice } from "../login-device.ts";
import { passwordLength } from "../password-length.ts";
import { getFormPerson } from "../person-form.ts";

/** The label of the checkbox. Its two links open a new tab, so that the form keeps its values. */
function TermsLabel() {
  const renderLink = (to: string, text: string) => (
    <Link key={to} to={to} target="_blank" className="inline-link">
      {text}
    </Link>
  );
  // Placeholders that no text contains mark the links, because their order depends on the language.
  const parts = m.accounts_terms({ terms: "\u0001", privacy: "\u0002" }).split(/([\u0001\u0002])/);
  return parts.map((part) =>
    part === "\u0001"
      ? renderLink("/terms-and-conditions", m.accounts_terms_link())
      : part === "\u0002"
        ? renderLink("/privacy-policy", m.accounts_privacy_link())
        : part,
  );
}

const draftName = "registration";

export default function Register() {
  const { search } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const path = useLocalePath();

  useEffect(() => {
    // Fills the form after hydration, because everyone gets the same cached page (requirement A-02).
    const form = box.current?.querySelector("form");
    if (form) fillForm(form, { ...readSession().current_user, ...loadFormDraft(draftName) });
  }, []);

  async function send(data: FormData) {
    const result = await callApi("/api/register", {
      ...getFormPerson(data),
      password: getFormText(data, "password"),
      password_confirmation: getFormText(data, "password_confirmation"),
      remember_me: getFormText(data, "remember_me"),
    });
    if (!result.ok) return result;
    clearFormDraft(draftName);
    const isSignedIn = await signIn(getFormText(data, "email"), getFormText(data, "password"));
    const checkout = isSignedIn ? checkoutAfterRegistration(search) : null;
    if (checkout) await navigate(path(checkout), { replace: true });
    else
      await navigate(path(`/login${withFlag(search, "registered")}`), { state: { email: getFormText(data, "email") } });
    return undefined;
  }

  /** Logs in to the new account. Resolves to false when that fails; the login page then asks for the password. */
  async function signIn(email: string, password: string): Promise<boolean> {
    const result = await callApi("/api/login", { email, password, device: readLoginDevice() });
    if (!result.ok) return false;
    storeLoginDevice(result.data.device);
    // Before the session starts, or the page would briefly show what it shows to people who are logged in.
    flushSync(() => setLeaving(true));
    startSession(result.data.token, result.data.user);
    return true;
  }

  const lead = (
    <>
      {m.accounts_register_already()}{" "}
      <Link to={`/login${keepRedirect(search)}`} className="inline-link font-medium">
        <Label name="login" />
      </Link>
    </>
  );
  return (
    <AuthPanel
      isWide
      art={registerArt.picture}
      heading={m.accounts_register_heading()}
      lead={lead}
      say={m.accounts_register_say()}
      sayMore={m.accounts_register_say_more()}
    >
      {!isLeaving && (
        <div className={signedInOnly}>
          <Alert tone="info" className="mb-6">
            {m.accounts_register_other()}
          </Alert>
        </div>
      )}
      <div ref={box}>
        <Form
          onSend={send}
          onChange={(event) => saveFormDraft(draftName, event.currentTarget)}
          className="grid gap-x-5 gap-y-5.5 xl:grid-cols-2"
        >
          <ProfileFields />
          <NewPasswordFields
            label={m.accounts_password()}
            hint={m.accounts_password_hint({ min: passwordLength.min })}
          />
          <Checkbox name="remember_me" value="accept" label={<TermsLabel />} required className="col-span-full" />
          <FormAlert className="col-span-full" />
          <Button type="submit" size="lg" block pendingText={m.common_wait()} className="col-span-full">
            <Label name="register">{m.accounts_register_submit()}</Label>
          </Button>
        </Form>
      </div>
    </AuthPanel>
  );
}
