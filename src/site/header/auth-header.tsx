import { clsx } from "clsx/lite";
import { useLocation } from "react-router";
import { keepRedirect } from "#features/accounts/keep-redirect.ts";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { ShellLabel } from "../shell-label.tsx";

const authPaths = ["/login", "/register", "/forget-password", "/reset-password-form"];

/** */
export function isAuthPath(path: string): boolean {
  return authPaths.some((auth) => path === auth || path.startsWith(`${auth}/`));
}

const tab =
  "inline-flex min-h-11 items-center rounded-sm px-[min(1.5rem,6.2vw)] text-[.9375rem] font-medium text-ink-2 transition-ui hover:text-ink aria-[current]:bg-surface aria-[current]:text-primary aria-[current]:shadow-2";

/** Neither tab is current on password pages. Keeps the redirect of a login. */
export function AuthHeader({ path }: { path: string }) {
  const onward = keepRedirect(useLocation().search);
  return (
    <header data-print="hide" className="relative z-3 h-0">
      <div className="grid md:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
        <div className="px-5 pt-35 md:px-[clamp(1.25rem,6vw,6rem)] md:pt-9">
          <div className={clsx("mx-auto", path === "/register" ? "max-w-136" : "max-w-116")}>
            <nav aria-label={m.site_account_name()} className="inline-flex rounded-[12px] bg-sunken p-[5px]">
              <Link to={`/login${onward}`} aria-current={path === "/login" ? "page" : undefined} className={tab}>
                <ShellLabel name="login" />
              </Link>
              <Link to={`/register${onward}`} aria-current={path === "/register" ? "page" : undefined} className={tab}>
                <ShellLabel name="register" />
              </Link>
            </nav>
          </div>
        </div>
      </div>
    </header>
  );
}
