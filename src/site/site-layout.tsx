import { lazy, Suspense, useEffect, useLayoutEffect, useRef, type ReactNode, useContext } from "react";
import { useLocation, useNavigationType } from "react-router";
import type { PublicSettings, SocialLink } from "#features/settings/settings.ts";
import { m } from "#messages";
import { ScriptNeeded, ContactWaysContext } from "#ui/script-needed.tsx";
import { SkipLink } from "#ui/skip-link.tsx";
import { MessageSetContext } from "#i18n/label.tsx";
import { onSessionChange } from "#platform/session-token.ts";
import { onWindowLoad } from "#ui/on-window-load.ts";
import { NewsletterForm } from "#features/contact/components/newsletter-form.tsx";
import { Link, useLocale, usePagePath } from "#i18n/link.tsx";
import { getDirection, localText } from "#i18n/locale.ts";
import { DemoHost } from "./demo-dialog.tsx";
import { SiteHeader } from "./header/site-header.tsx";
import { SettingsContext, telephone } from "./settings-context.ts";
import { HomeLogo } from "./logo.tsx";
import marks from "./social-marks.svg";

/** Its code is loaded only on the pages that show it. */
const AuthHeader = lazy(() => import("./header/auth-header.tsx"));

const authPaths = ["/login", "/register", "/forget-password", "/reset-password-form"];

/** Whether a page shows the header of sign-in pages. */
const isAuthPath = (path: string) => authPaths.some((auth) => path === auth || path.startsWith(`${auth}/`));

const networkNames: Record<SocialLink["network"], string> = {
  linkedin: "LinkedIn",
  x: "X",
  youtube: "YouTube",
  instagram: "Instagram",
  facebook: "Facebook",
};

/** Brand marks are in a file of their own, because Lucide does not have them. */
function SocialIcon({ network }: { network: SocialLink["network"] }) {
  return (
    <svg width="18" height="18" fill="currentColor" aria-hidden="true">
      <use href={`${marks}#${network}`} />
    </svg>
  );
}

const headingClass = "mb-3 font-sans text-sm font-medium text-on-band";
/** A list of links: a row on a phone, else a column. */
const linkListClass = "max-md:flex max-md:flex-wrap max-md:gap-x-6";
const linkClass =
  "inline-flex min-h-9 items-center max-md:touch-y text-[.9375rem] [overflow-wrap:anywhere] hover:text-white";

const readingLinks = [
  { to: "/news", label: m.common_news },
  { to: "/faq", label: m.common_faq },
  { to: "/verify", label: m.certificates_check },
  { to: "/privacy-policy", label: m.common_privacy_policy },
  { to: "/terms-and-conditions", label: m.common_terms },
];

/** Riyadh keeps UTC+3 all year; the date formats would be too much code for this one number. */
const getCurrentYear = () => String(new Date(Date.now() + 3 * 3_600_000).getUTCFullYear());

function StarBand() {
  return (
    <svg aria-hidden="true" className="block h-6 w-full stroke-palm-300 opacity-55" fill="none">
      <pattern id="star-band" width="24" height="24" patternUnits="userSpaceOnUse">
        <path
          strokeLinejoin="round"
          d="M24 12L20.5 15.5L20.5 20.5L15.5 20.5L12 24L8.5 20.5L3.5 20.5L3.5 15.5L0 12L3.5 8.5L3.5 3.5L8.5 3.5L12 0L15.5 3.5L20.5 3.5L20.5 8.5Z"
        />
      </pattern>
      <rect width="100%" height="24" stroke="none" fill="url(#star-band)" />
    </svg>
  );
}

function SiteFooter() {
  const locale = useLocale();
  const settings = useContext(SettingsContext);
  const address = settings && localText(locale, settings.addressEng, settings.addressAr);
  return (
    // At least as high as the complete footer (398 px), or a short page would jump while the footer arrives.
    <footer id="footer" data-print="hide" className="band band-deep min-h-107 text-on-band-2">
      <StarBand />
      <div className="wrap">
        <div className="grid gap-5 pt-6 pb-2 md:grid-cols-2 md:gap-12 md:pt-18 md:pb-14 lg:grid-cols-[1.35fr_1fr_.8fr_1.5fr]">
          <div className="max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-4 max-md:gap-y-3">
            <HomeLogo onDark />
            {address && (
              <p
                {...(address.lang !== locale && { lang: address.lang, dir: getDirection(address.lang) })}
                className="max-w-76 text-[.9375rem] max-md:order-last max-md:basis-full md:mt-4"
              >
                {address.text}
              </p>
            )}
            {settings && settings.socialLinks.length > 0 && (
              <ul className="flex flex-wrap gap-2 md:mt-6">
                {settings.socialLinks.map(({ network, url }) => (
                  <li key={network}>
                    <a
                      href={url}
                      rel="noopener"
                      lang="en"
                      aria-label={networkNames[network]}
                      className="grid size-11 place-items-center rounded-control border border-band-line transition-ui hover:border-on-band hover:text-white"
                    >
                      <SocialIcon network={network} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          {settings && (
            <div>
              <h2 className={`${headingClass} max-md:sr-only`}>{m.site_footer_talk()}</h2>
              <ul className={linkListClass}>
                <li>
                  <a href={telephone(settings.phone)} className={linkClass}>
                    <bdi dir="ltr">{settings.phone}</bdi>
                  </a>
                </li>
                <li>
                  <a href={`mailto:${settings.email}`} className={linkClass}>
                    <bdi dir="ltr">{settings.email}</bdi>
                  </a>
                </li>
              </ul>
            </div>
          )}
          <nav aria-label={m.site_footer_name()}>
            <h2 className={`${headingClass} max-md:sr-only`}>{m.site_footer_read()}</h2>
            <ul className={linkListClass}>
              {readingLinks.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={linkClass}>
                    {label()}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <section aria-labelledby="newsletter">
            <h2 id="newsletter" className={headingClass}>
              {m.site_footer_newsletter()}
            </h2>
            <p className="mb-4 text-[.9375rem]">{m.enquiries_newsletter_consent()}</p>
            <NewsletterForm />
          </section>
        </div>
        {/* A cached page may show last year, so the year of the browser may differ. */}
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 border-t border-band-line py-[1.4rem] text-xs">
          <p suppressHydrationWarning>{m.site_footer_rights({ year: getCurrentYear() })}</p>
          <p>{m.site_tagline()}</p>
        </div>
      </div>
    </footer>
  );
}

/** Ensures that a link to the current page neither navigates nor scrolls (requirement R-04). */
function ignoreCurrentPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (
    link?.href === window.location.href &&
    !link.hash &&
    !link.target &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey
  )
    event.preventDefault();
}

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Specification §2: a page settles at its top before it scrolls to its hash. */
const hashScrollDelayMs = 1000;

const findHashTarget = (hash: string) => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

/**
 * Scrolls to a hash after a delay, unless the visitor leaves the page or scrolls away from `top` meanwhile. Returns a
 * cancel function.
 */
function scrollToHashLater(hash: string, top: number): () => void {
  const { href } = window.location;
  const timer = setTimeout(() => {
    const isWaiting = window.location.href === href && Math.abs(window.scrollY - top) < 2;
    if (isWaiting) findHashTarget(hash)?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth" });
  }, hashScrollDelayMs);
  return () => clearTimeout(timer);
}

function useNavigationEffects(): void {
  const location = useLocation();
  const type = useNavigationType();
  const lastPathname = useRef(location.pathname);

  useEffect(() => {
    // The capture phase of the window comes before React's handlers.
    window.addEventListener("click", ignoreCurrentPage, true);
    // With a listener, a login or logout in another tab changes this page's header too.
    const unsubscribe = onSessionChange(() => {});
    // For deferred-hydration.ts, which replays early clicks.
    window.dispatchEvent(new Event("hydrated"));
    return () => {
      window.removeEventListener("click", ignoreCurrentPage, true);
      unsubscribe();
    };
  }, []);

  useEffect(() => {
    // A newly opened address scrolls to its hash like an internal link (head-script.ts). Other visits restore their
    // position.
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (visit?.type !== "navigate") return undefined;
    let cancelScroll = () => {};
    const cancelLoad = onWindowLoad(() => {
      if (window.location.hash) cancelScroll = scrollToHashLater(window.location.hash, 0);
    });
    return () => {
      cancelLoad();
      cancelScroll();
    };
  }, []);

  useLayoutEffect(() => {
    // Runs before paint and after ScrollRestoration, which would jump to the hash at once.
    if (type !== "POP" && location.hash && lastPathname.current !== location.pathname)
      queueMicrotask(() => window.scrollTo({ top: 0, behavior: "instant" }));
  }, [location, type]);

  useEffect(() => {
    const { pathname, hash } = location;
    const isNewPage = lastPathname.current !== pathname;
    lastPathname.current = pathname;
    if (type === "POP") return; // first page, back and forward: the browser and ScrollRestoration put it where it was
    const main = document.getElementById("main");
    if (isNewPage && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    if (!hash) return;
    return scrollToHashLater(hash, isNewPage ? 0 : window.scrollY);
  }, [location, type]);
}

/** Provides the settings, the ways to contact the company, and the Arabic message set. */
function SettingsProvider({ settings, children }: { settings: PublicSettings | null; children: ReactNode }) {
  return (
    <SettingsContext value={settings}>
      <ContactWaysContext value={settings}>
        <MessageSetContext value={settings?.messageSet ?? "complete"}>{children}</MessageSetContext>
      </ContactWaysContext>
    </SettingsContext>
  );
}

/** Pages that show only browser or account data, so nothing without script. */
const needsScript = /^\/(cart|checkout|order-response|my-courses|profile|newsletter)(\/|$)/;

/** `settings` may be null on an error page, which then shows no contact data. */
export function SiteLayout({ settings, children }: { settings: PublicSettings | null; children: ReactNode }) {
  const path = usePagePath();
  useNavigationEffects();
  return (
    <SettingsProvider settings={settings}>
      {/* Each sign-in page has its own element, because parts that stayed would count as layout shift. */}
      <div key={isAuthPath(path) ? path : ""} className="flex min-h-dvh flex-col">
        <SkipLink>{m.site_skip()}</SkipLink>
        {isAuthPath(path) ? (
          <Suspense>
            <AuthHeader path={path} />
          </Suspense>
        ) : (
          <SiteHeader path={path} />
        )}
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {needsScript.test(path) && (
            <ScriptNeeded what="page" className="mx-auto my-6 w-[min(calc(100%-2*var(--nh-gutter)),var(--nh-page))]" />
          )}
          {children}
        </main>
        {/* Each page has its own footer, because one that stayed would shift when the page arrives slowly. */}
        <SiteFooter key={path} />
      </div>
      <DemoHost />
    </SettingsProvider>
  );
}
