import type { ReactNode } from "react";
import type { PublicSettings } from "#features/settings/settings.ts";
import { m } from "#messages";
import { ScriptNeeded, ContactWaysContext } from "#ui/script-needed.tsx";
import { SkipLink } from "#ui/skip-link.tsx";
import { MessageSetContext } from "#i18n/label.tsx";
import { DemoHost } from "./demo-dialog.tsx";
import { useNavigationEffects } from "./navigation-effects.ts";
import { AuthHeader, isAuthPath } from "./header/auth-header.tsx";
import { SiteHeader } from "./header/site-header.tsx";
import { usePagePath } from "./page-path.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SettingsContext } from "./settings-context.ts";

/** Also sets the settings' Arabic message set. */
function SettingsProvider({ settings, children }: { settings: PublicSettings | null; children: ReactNode }) {
  return (
    <SettingsContext value={settings}>
      <ContactWaysContext value={settings}>
        <MessageSetContext value={settings?.messageSet ?? "complete"}>{children}</MessageSetContext>
      </ContactWaysContext>
    </SettingsContext>
  );
}

/** Pages made of browser or account data: without script there is nothing to show. */
const needsScript = /^\/(cart|checkout|order-response|my-courses|profile|newsletter)(\/|$)/;

/** `settings` may be null on an error page: then no contact data. */
export function SiteLayout({ settings, children }: { settings: PublicSettings | null; children: ReactNode }) {
  const path = usePagePath();
  useNavigationEffects();
  return (
    <SettingsProvider settings={settings}>
      {/* A new element per sign-in page: parts that stayed would count as layout shift. */}
      <div key={isAuthPath(path) ? path : ""} className="flex min-h-dvh flex-col">
        <SkipLink>{m.site_skip()}</SkipLink>
        {isAuthPath(path) ? <AuthHeader path={path} /> : <SiteHeader path={path} />}
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {needsScript.test(path) && (
            <ScriptNeeded what="page" className="mx-auto my-6 w-[min(calc(100%-2*var(--nh-gutter)),var(--nh-page))]" />
          )}
          {children}
        </main>
        {/* A new footer per page: one that stayed would shift when the page arrives slowly. */}
        <SiteFooter key={path} />
      </div>
      <DemoHost />
    </SettingsProvider>
  );
}
