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

/** Loads settings and the head of the page, on every navigation. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  // The request's own URL would be wrong: on a client navigation it is the address of the data, `/courses.data`.
  const { pathname: path, searchParams } = url;
  const key = getMetaKey(path);
  const [settings, pageHeadData] = await Promise.all([publicSettings(ctx), pageHead(ctx, key)]);
  const { title, description, keywords, name, publishedAt } = pageHeadData;
  const locale = localeFromPath(path);
  const head = {
    meta: { title, description, keywords },
    name,
    publishedAt,
    path,
    query: canonicalQuery(searchParams),
    locale,
    baseUrl: ctx.env.BASE_URL,
    share: ogImageUrl(pageHeadData, key, locale),
    // A wrong key never gets these tags: it is refused before rendering (`preview`) or by the page's loader (`key`).
    isPreview: searchParams.has("preview"),
    isPrivate: searchParams.has("key"),
  };
  return { settings, head, isMissing: key.type !== "page" && !pageHeadData.isFound };
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
    // The head script adds data-session before hydration. React must not report this difference.
    <html lang={locale} dir={getDirection(locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The script has run before hydration, so the browser's code does not contain its text. */}
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

/** Removes the structured data of the first page after a navigation, because it does not describe the new page. */
function useRemoveOldStructuredData(path: string) {
  const firstPath = useRef(path);
  useEffect(() => {
    if (path !== firstPath.current) document.querySelector('script[type="application/ld+json"]')?.remove();
  }, [path]);
}

/** Settings of the last page, for the footer of an error page that could not load any because the network failed. */
let lastSettings: Route.ComponentProps["loaderData"]["settings"] | null = null;

export default function App({ loaderData }: Route.ComponentProps) {
  useRemoveOldStructuredData(useLocation().pathname);
  useEffect(() => void (lastSettings = loaderData.settings), [loaderData.settings]);
  return (
    <SiteLayout settings={loaderData.settings}>
      {loaderData.head.isPreview && <PreviewNote />}
      <Outlet />
    </SiteLayout>
  );
}

/** The error page, which is loaded when needed. If its code cannot be loaded, `PlainError` takes its place. */
const ErrorPage = lazy(async () => {
  try {
    return { default: (await import("#site/error-page.tsx")).ErrorPage };
  } catch {
    return { default: PlainError };
  }
});

/** Shown when the code of the error page cannot be loaded, usually because the visitor is offline. */
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
