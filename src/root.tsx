import { lazy, useEffect, useRef } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteError } from "react-router";
import { getDirection, localeFromPath, localePath } from "#i18n/locale.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { pageHead } from "#features/content/page-meta.server.ts";
import { publicSettings } from "#features/settings/settings.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { headScript } from "#site/head-script.ts";
import { StructuredDataScript } from "#site/seo/structured-data-script.tsx";
import { ogImageUrl } from "#site/seo/og-image-url.server.ts";
import { canonicalQuery, errorMeta, errorStatus, getMetaKey, pageMetaTags } from "#site/page-meta.ts";
import { PreviewNote } from "#site/preview-note.tsx";
import { SiteLayout } from "#site/site-layout.tsx";
import { siteIcons } from "#ui/art/icons.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { preloadedFonts } from "#ui/preloaded-fonts.ts";
import { m } from "#messages";
import type { Route } from "./+types/root";
import "./ui/app.css";

/** Loaded again on every navigation. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  // Not the request's: on a client navigation that is the address of the data, `/courses.data`.
  const { pathname: path, searchParams } = url;
  const key = getMetaKey(path);
  const [settings, found] = await Promise.all([publicSettings(ctx), pageHead(ctx, key)]);
  const { title, description, keywords, name, publishedAt } = found;
  const locale = localeFromPath(path);
  const head = {
    meta: { title, description, keywords },
    name,
    publishedAt,
    path,
    query: canonicalQuery(searchParams),
    locale,
    baseUrl: ctx.env.BASE_URL,
    share: ogImageUrl(found, key, locale),
    // Only a page whose key is good comes this far.
    isPreview: searchParams.has("preview"),
    isPrivate: searchParams.has("key"),
  };
  return { settings, head, isMissing: key.type !== "page" && !found.isFound };
}

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error
    ? errorMeta(errorStatus(error))
    : !loaderData
      ? []
      : loaderData.isMissing
        ? errorMeta(404)
        : pageMetaTags(loaderData.head);

export function Layout({ children }: { children: React.ReactNode }) {
  const locale = localeFromPath(useLocation().pathname);
  return (
    // The head script adds data-session before hydration: the one difference React must not report.
    <html lang={locale} dir={getDirection(locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* It has run before hydration: the browser's code need not carry its text. */}
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript() : "" }}
        />
        {preloadedFonts[locale].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <link rel="icon" href={siteIcons.tab} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={siteIcons.touch} />
        <link rel="manifest" href={localePath("/manifest.webmanifest", locale)} />
        <meta name="theme-color" content="#fbfcfa" />
        <meta id="react-aria-pressable-style" name="react-aria" content="styles in the sheet" />
        <Meta />
        <Links />
        {import.meta.env.SSR && <StructuredDataScript />}
      </head>
      <body>
        <LocaleContext value={locale}>{children}</LocaleContext>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** The data block is of the first page: after a navigation it would describe another one. */
function useFreshData(path: string) {
  const first = useRef(path);
  useEffect(() => {
    if (path !== first.current) document.querySelector('script[type="application/ld+json"]')?.remove();
  }, [path]);
}

/** Of the page before: without a connection the error page has none of its own, and its foot names us as before. */
let lastSettings: Route.ComponentProps["loaderData"]["settings"] | null = null;

export default function App({ loaderData }: Route.ComponentProps) {
  useFreshData(useLocation().pathname);
  useEffect(() => void (lastSettings = loaderData.settings), [loaderData.settings]);
  return (
    <SiteLayout settings={loaderData.settings}>
      {loaderData.head.isPreview && <PreviewNote />}
      <Outlet />
    </SiteLayout>
  );
}

/** Loaded when something failed; without its code, as after losing the network, the least that helps. */
const ErrorPage = lazy(async () => {
  try {
    return { default: (await import("#site/error-page.tsx")).ErrorPage };
  } catch {
    return { default: PlainError };
  }
});

/** The code of the page could not be loaded: mostly the connection is gone, which is no fault of ours. */
function PlainError() {
  const { pathname, search } = useLocation();
  const isOffline = globalThis.navigator?.onLine === false;
  return (
    <div className="wrap py-21">
      <h1>{isOffline ? m.site_offline_heading() : m.site_error_500_heading()}</h1>
      {isOffline && <p className="mt-4 text-lead text-ink-2">{m.site_offline_lead()}</p>}
      <LinkButton href={pathname + search} className="mt-8">
        {m.common_action_try_again()}
      </LinkButton>
    </div>
  );
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  const error = useRouteError();
  return (
    <SiteLayout settings={loaderData?.settings ?? lastSettings}>
      <ErrorPage status={errorStatus(error)} />
    </SiteLayout>
  );
}
