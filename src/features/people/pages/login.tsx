import { clsx } from "clsx/lite";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { pageMeta } from "#features/content/page-meta.server.ts";
import { Label } from "#i18n/label.tsx";
import { Link, useLocalePath } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { startSession } from "#platform/session-token.ts";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import * as loginArt from "#ui/art/pictures/login.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { AccountPassword } from "../components/account-password.tsx";
import { AuthPanel } from "../components/auth-panel.tsx";
import { SignedIn, signedInOnly, signedOutOnly } from "../components/signed-in.tsx";
import { clearFormDraft, fillForm, loadFormDraft, saveFormDraft } from "../form-draft.ts";
import { keepRedirect, afterLogin, getCourseSlug, safeRedirect } from "../safe-redirect.ts";
import { storeLoginDevice, readLoginDevice } from "../login-device.ts";
import type { Route } from "./+types/login";

/**
 * Says why the login page is shown: after a registration, an erasure or a logout, for an expired session, or for a page
 * that needs a login.
 */
function LoginNote({ query, course }: { query: URLSearchParams; course: string | null }) {
  if (query.has("registered")) return <Note tone="success">{m.accounts_registered()}</Note>;
  if (query.has("deleted")) return <Note tone="success">{m.accounts_deleted()}</Note>;
  if (query.has("logout")) return <Note tone="success">{m.accounts_logged_out()}</Note>;
  if (query.has("expired")) return <Note tone="warning">{m.accounts_login_expired()}</Note>;
  if (course) return <Note tone="info">{m.accounts_login_first_course({ course })}</Note>;
  if (query.has("redirect_message") || query.has("redirect"))
    return <Note tone="info">{m.platform_not_logged_in()}</Note>;
  return null;
}

function Note({ tone, children }: { tone: "success" | "warning" | "info"; children: string }) {
  return (
    <Alert tone={tone} className="mb-6" announces>
      {children}
    </Alert>
  );
}

/** Delay before the next page, long enough to read that the account is ready. A button skips it. */
const continueAfterMs = 3000;
/** The draft keeps the entered address when the person changes the language. */
const draftName = "login";

/**
 * Reads the name of the course that needs a login. Never shows text from the page's address, which anyone can write.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const slug = getCourseSlug(new URL(request.url).searchParams.get("redirect"));
  if (!slug) return { course: null };
  const ctx = context.get(requestContext);
  const { title } = await pageMeta(ctx, { type: "course", slug });
  const ending = ` · ${m.site_name()}`;
  return { course: title.endsWith(ending) ? title.slice(0, -ending.length) : null };
}

export default function Login({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null };
  const [isLeaving, setLeaving] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const path = useLocalePath();
  const { isLoggedIn } = useSession();
  // A new account has no courses yet.
  const isNew = query.has("registered");
  const target = isNew ? safeRedirect(query.get("redirect"), "/courses") : afterLogin(query.get("redirect"));
  const redirectQuery = keepRedirect(search);

  useEffect(() => {
    const element = form.current?.querySelector("form");
    if (element) fillForm(element, { ...loadFormDraft(draftName), ...(state?.email && { email: state.email }) });
  }, [state]);

  useEffect(() => {
    if (!isNew || !isLoggedIn || isLeaving) return;
    const timer = setTimeout(() => void navigate(path(target), { replace: true }), continueAfterMs);
    return () => clearTimeout(timer);
  }, [isNew, isLoggedIn, isLeaving, navigate, path, target]);

  async function send(data: FormData) {
    const result = await callApi("/api/login", {
      email: getFormText(data, "email"),
      password: getFormText(data, "password"),
      device: readLoginDevice(),
    });
    if (!result.ok) return result;
    clearFormDraft(draftName);
    storeLoginDevice(result.data.device);
    // Before the session starts, or the page would briefly show what it shows to people who are logged in.
    flushSync(() => setLeaving(true));
    startSession(result.data.token, result.data.user);
    await navigate(path(target), { replace: true });
    return undefined;
  }

  const lead = (
    <>
      <span className={clsx(!isLeaving && signedOutOnly)}>{m.accounts_login_lead()}</span>
      {!isLeaving && !isNew && <span className={signedInOnly}>{m.accounts_signed_in_lead()}</span>}
    </>
  );
  const forgot = (
    <Link to={`/forget-password${redirectQuery}`} className="text-sm font-medium text-primary hover:underline">
      {m.accounts_forgot()}
    </Link>
  );
  return (
    <AuthPanel
      art={loginArt.picture}
      heading={isNew ? m.accounts_login_new_heading() : m.accounts_login_heading()}
      lead={lead}
      say={m.accounts_login_say()}
      sayMore={m.accounts_login_say_more()}
    >
      {!isLeaving && (
        <div className={signedInOnly}>
          {isNew && (
            <Alert tone="success" className="mb-6" announces>
              {m.accounts_registered_in()}
            </Alert>
          )}
          <SignedIn to={target} />
        </div>
      )}
      <div ref={form} className={clsx(!isLeaving && signedOutOnly)}>
        <LoginNote query={query} course={loaderData.course} />
        <Form onSend={send} onChange={(event) => saveFormDraft(draftName, event.currentTarget)} className="grid gap-5">
          <EmailField label={m.common_email()} autoComplete="username" required />
          <AccountPassword aside={forgot} />
          <FormAlert />
          <Button type="submit" size="lg" block pendingText={m.common_wait()} isPending={isLeaving || undefined}>
            <Label name="login" />
          </Button>
        </Form>
        <p className="mt-7 text-sm text-ink-2">
          {m.accounts_login_new()}{" "}
          <Link to={`/register${redirectQuery}`} className="inline-link font-medium">
            {m.accounts_login_create()}
          </Link>
        </p>
      </div>
    </AuthPanel>
  );
}
