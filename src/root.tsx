import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteError } from "react-router";
import type { Route } from "./+types/root";
import { directionOf, localeOf } from "#i18n/locale.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { pageMeta } from "#features/content/page-meta.server.ts";
import { publicSettings } from "#features/settings/settings.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { headScript } from "#site/head-script.ts";
import { metaKeyOf, pageMetaTags } from "#site/page-meta.ts";
import { SiteLayout } from "#site/site-layout.tsx";
import { errorMeta, errorStatus } from "#site/error-meta.ts";
import { ErrorPage } from "#site/error-page.tsx";
import { siteIcons } from "#ui/art/manifest.ts";
import { preloadFonts } from "#ui/fonts.ts";
import "./ui/app.css";

/** Settings of the frame, and the title, description and keywords of the page under it: asked again on every navigation. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  // Not the request's: on a client navigation that one is the address of the data, `/courses.data`.
  const { pathname: path, searchParams } = url;
  const page = searchParams.get("page");
  const [settings, meta] = await Promise.all([publicSettings(ctx), pageMeta(ctx, metaKeyOf(path))]);
  // The second page of a list is a page of its own to a search engine.
  const query = page && /^[2-9]$|^[1-9]\d+$/.test(page) ? `?page=${page}` : "";
  return { settings, meta, address: { path, query, locale: localeOf(path), baseUrl: ctx.env.BASE_URL } };
}

/** A page that says nothing itself gets these. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? errorMeta(errorStatus(error)) : loaderData ? pageMetaTags({ meta: loaderData.meta, ...loaderData.address }) : [];

export function Layout({ children }: { children: React.ReactNode }) {
  const locale = localeOf(useLocation().pathname);
  return (
    // The head script adds data-session before hydration; that is the one difference React must not complain about.
    <html lang={locale} dir={directionOf(locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        {preloadFonts(locale).map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <link rel="icon" href={siteIcons.tab} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={siteIcons.touch} />
        <meta id="react-aria-pressable-style" />
        <Meta />
        <Links />
      </head>
      <body>
        <LocaleContext value={locale}>{children}</LocaleContext>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <SiteLayout settings={loaderData.settings}>
      <Outlet />
    </SiteLayout>
  );
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  const error = useRouteError();
  return (
    <SiteLayout settings={loaderData?.settings ?? null}>
      <ErrorPage status={errorStatus(error)} />
    </SiteLayout>
  );
}
