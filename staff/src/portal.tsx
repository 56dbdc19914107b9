/** The router of the portal: the sign-in and invitation pages, and all other pages behind the sign-in. */
import { useEffect, useLayoutEffect, type ComponentType } from "react";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createBrowserRouter,
  matchPath,
  Outlet,
  replace,
  ScrollRestoration,
  useRevalidator,
  useRouteError,
  type RouteObject,
} from "react-router";
import { useLocale } from "./frame/locale.ts";
import { queryClient } from "./frame/queries.ts";
import { loadMe, isProbablySignedIn, sessionLoader, sessionRoute, signInPathFor, useCan } from "./frame/session.ts";
import { AccessDeniedPage } from "./layout/access-denied-page.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { loadPageTexts, m } from "./messages.ts";
import { openPages, pages, type PortalPage } from "./routes.tsx";
import { Gate } from "./sign-in/gate.tsx";
import { Failed } from "./parts/states.tsx";
import { dashboardQuery } from "./today/use-dashboard.ts";

/**
 * The root of every page. A change of language must not remount anything, or unsaved input would be lost. Instead each
 * component that the router renders reads the language and renders again with its content.
 */
function Root() {
  const locale = useLocale();
  // A layout effect runs before the first paint and before the pages set their titles. It changes the document, because
  // dialogs render outside this component.
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = locale === "ar" ? "rtl" : "ltr";
    document.title = m.staff_shell_title();
  }, [locale]);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  );
}

function FailedPage() {
  useLocale();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return <Failed error={error} onRetry={() => void revalidate()} />;
}

/** Shown if the signed-in person could not be loaded. */
function FailedStart() {
  useLocale();
  return (
    <Gate>
      <FailedPage />
    </Gate>
  );
}

/** A page that requires one of its permissions. Others see a notice, and no data is requested for them. */
function withPermission(anyOf: PortalPage["anyOf"], Page: ComponentType): ComponentType {
  return function Gated() {
    useLocale();
    const can = useCan();
    return !anyOf || anyOf.some(can) ? <Page /> : <AccessDeniedPage />;
  };
}

const toRoute = ({ path, anyOf, load }: PortalPage): RouteObject => ({
  path,
  lazy: async () => {
    const [page] = await Promise.all([load(), path === "/" ? null : loadPageTexts()]);
    return { Component: withPermission(anyOf, page.default) };
  },
});

/** Redirects addresses that ended in `/show` until November 2026. Bookmarks still use them. */
const legacyRedirects = ["/orders", "/people", "/tasks"].map((list): RouteObject => ({
  path: `${list}/:id/show`,
  loader: ({ params, request }) =>
    replace(`${list}/${encodeURIComponent(params["id"] ?? "")}${new URL(request.url).search}`),
}));

const signedIn = async () => ({ Component: (await import("./layout/signed-in.tsx")).SignedIn });
const appShell = async () => ({ Component: (await import("./layout/layout.tsx")).Layout });

/** A page before the sign-in. The most likely next pages load while the person types. */
function withPageTexts(Page: ComponentType): ComponentType {
  return function Opening() {
    useLocale();
    useEffect(() => {
      void signedIn();
      void appShell();
      void pages.find(({ path }) => path === "/")?.load();
    }, []);
    return <Page />;
  };
}

const toOpenRoute = ({ path, load }: PortalPage): RouteObject => ({
  path,
  lazy: async () => ({ Component: withPageTexts((await load()).default) }),
});

/** `/staff` and all pages below it. The code of a page loads in parallel with the texts. Its data loads afterwards. */
export function createRouter(texts: Promise<void>) {
  // Starts at the sign-in if there is no session, instead of loading a page that cannot be shown.
  if (!isProbablySignedIn() && !openPages.some(({ path }) => matchPath(`/staff${path}`, location.pathname)))
    history.replaceState(null, "", `/staff${signInPathFor(location)}`);
  return createBrowserRouter(
    [
      {
        Component: Root,
        HydrateFallback: () => null,
        children: [
          ...openPages.map(toOpenRoute),
          {
            id: sessionRoute,
            lazy: signedIn,
            loader: (args) => texts.then(() => sessionLoader(args)),
            ErrorBoundary: FailedStart,
            children: [
              { ErrorBoundary: FailedStart, children: pages.filter(({ isBare }) => isBare).map(toRoute) },
              {
                lazy: appShell,
                // Loads the counts of the menu and the Today page before the first render.
                shouldRevalidate: () => false,
                loader: async () => {
                  await texts;
                  const readCounts = () => queryClient.prefetchQuery(dashboardQuery);
                  // Without a session, the loader of the session route redirects.
                  void loadMe().then(readCounts, () => {});
                  return null;
                },
                // An error on a page keeps the app shell.
                children: [
                  {
                    ErrorBoundary: FailedPage,
                    children: [
                      ...pages.filter(({ isBare }) => !isBare).map(toRoute),
                      ...legacyRedirects,
                      { path: "*", Component: withPermission(undefined, NotFoundPage) },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    { basename: "/staff" },
  );
}
