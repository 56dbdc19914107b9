import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { keepRedirect } from "#features/people/safe-redirect.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { Label } from "#i18n/label.tsx";
import { LanguageLink } from "./language-menu.tsx";

const tabClass =
  "inline-flex min-h-11 items-center rounded-sm px-[min(1.5rem,3.4vw)] text-[.9375rem] font-medium text-ink-2 transition-ui hover:text-ink aria-[current]:bg-surface aria-[current]:text-primary aria-[current]:shadow-2";

/** The row above the form, in the form's column. */
function Row({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  return (
    <div className="grid md:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="px-5 pt-35 md:px-[clamp(1.25rem,6vw,6rem)] md:pt-9">
        <div className={clsx("mx-auto", path === "/register" ? "max-w-136" : "max-w-116", className)}>{children}</div>
      </div>
    </div>
  );
}

/** Tabs of Login and Register, which keep the redirect of a login. On password pages neither is current. */
export default function AuthHeader({ path }: { path: string }) {
  const redirectQuery = keepRedirect(useLocation().search);
  return (
    <>
      <header data-print="hide" className="relative z-3 h-0">
        <Row path={path}>
          <nav aria-label={m.site_account_name()} className="inline-flex rounded-[12px] bg-sunken p-[5px]">
            <Link
              to={`/login${redirectQuery}`}
              aria-current={path === "/login" ? "page" : undefined}
              className={tabClass}
            >
              <Label name="login" />
            </Link>
            <Link
              to={`/register${redirectQuery}`}
              aria-current={path === "/register" ? "page" : undefined}
              className={tabClass}
            >
              <Label name="register" />
            </Link>
          </nav>
        </Row>
      </header>
      <LanguageSwitch path={path} />
    </>
  );
}

/** A sibling of the header, because the header holds nothing but the two tabs. */
function LanguageSwitch({ path }: { path: string }) {
  const other = useLocale() === "ar" ? "en" : "ar";
  return (
    <nav aria-label={m.common_language()} data-print="hide" className="pointer-events-none relative z-3 h-0">
      <Row path={path} className="flex min-h-13.5 items-center justify-end">
        <LanguageLink
          to={other}
          className="pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-sm px-1 text-[.9375rem] font-medium text-ink-2 hover:text-ink"
        >
          <Icon name="globe" size="sm" className="max-[25rem]:hidden" />
          <bdi lang={other}>{other === "ar" ? "العربية" : "English"}</bdi>
        </LanguageLink>
      </Row>
    </nav>
  );
}
