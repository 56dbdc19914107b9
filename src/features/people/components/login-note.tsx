import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";

/**
 * Why the login page is shown: after a registration, a logout, an expired session, or for a page that needs a login.
 */
export function LoginNote({ query, course }: { query: URLSearchParams; course: string | null }) {
  if (query.has("registered")) return <Note tone="success">{m.accounts_registered()}</Note>;
  if (query.has("deleted")) return <Note tone="success">{m.accounts_deleted()}</Note>;
  if (query.has("logout")) return <Note tone="success">{m.accounts_logged_out()}</Note>;
  if (query.has("expired")) return <Note tone="warning">{m.accounts_login_expired()}</Note>;
  if (course) return <Note tone="info">{m.accounts_login_first_course({ course })}</Note>;
  if (query.has("redirect_message") || query.has("redirect"))
    return <Note tone="info">{m.accounts_login_first()}</Note>;
  return null;
}

function Note({ tone, children }: { tone: "success" | "warning" | "info"; children: string }) {
  return (
    <Alert tone={tone} className="mb-6">
      {children}
    </Alert>
  );
}
