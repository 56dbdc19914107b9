import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteError, type ShouldRevalidateFunction } from "react-router";
import type { Route } from "./+types/root";
import { directionOf, localeOf } from "#i18n/locale.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { pageMeta } from "#features/content/page-meta.server.ts";
import { publicSettings } from "#features/settings/settings.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { headScript } from "#site/head-script.ts";
import { metaKeyOf, pageMetaTags } from "#site/page-meta.ts";
import { SiteLayout } from "#site/site-layout.tsx";
import { ErrorPage } from "#site/error-page.tsx";
import { preloadFonts } from "#ui/fonts.ts";
import "./ui/app.css";

/** Settings of the frame, and the title, description and keywords of the page under it: asked again on every navigation. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const path = new URL(request.url).pathname;
  const [settings, meta] = await Promise.all([publicSettings(ctx), pageMeta(ctx, metaKeyOf(path))]);
  return { settings, meta, path, baseUrl: ctx.env.BASE_URL };
}

export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname;

/** A page that says nothing itself gets these. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMetaTags({ meta: loaderData.meta, path: loaderData.path, locale: localeOf(loaderData.path), baseUrl: loaderData.baseUrl }) : [];

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
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </SiteLayout>
  );
}
