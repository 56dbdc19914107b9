/** The portal's router: the sign-in and invitations, and behind the sign-in every page in the app shell. */
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
import { loadMe, mayBeSignedIn, sessionLoader, sessionRoute, signInPathFor, useMay } from "./frame/session.ts";
import { AccessDeniedPage } from "./layout/access-denied-page.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { loadPageTexts, m } from "./messages.ts";
import { openPages, pages, type PortalPage } from "./routes.tsx";
import { Gate } from "./sign-in/gate.tsx";
import { Failed } from "./parts/states.tsx";
import { dashboardQuery } from "./today/use-dashboard.ts";

/**
 * What every page needs. A change of the language remounts nothing, or unsaved input would be lost. Instead each component
 * that the router renders reads the language, and renders again with everything in it.
 */
function Root() {
  const locale = useLocale();
  // Before the first paint, and before the pages' own titles; dialogs live in the body, outside of this component.
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

/** Who is signed in could not be asked. */
function FailedStart() {
  useLocale();
  return (
    <Gate>
      <FailedPage />
    </Gate>
  );
}

/** A page for those with one of its permissions; others see a note, and nothing is asked of the server for them. */
function gated(anyOf: PortalPage["anyOf"], Page: ComponentType): ComponentType {
  return function Gated() {
    useLocale();
    const may = useMay();
    return !anyOf || anyOf.some(may) ? <Page /> : <AccessDeniedPage />;
  };
}

const toRoute = ({ path, anyOf, load }: PortalPage): RouteObject => ({
  path,
  lazy: async () => {
    const [page] = await Promise.all([load(), path === "/" ? null : loadPageTexts()]);
    return { Component: gated(anyOf, page.default) };
  },
});

/** Records whose page ended in `/show` until November 2026; bookmarks still do. */
const moved = ["/orders", "/people", "/tasks"].map((list): RouteObject => ({
  path: `${list}/:id/show`,
  loader: ({ params, request }) =>
    replace(`${list}/${encodeURIComponent(params["id"] ?? "")}${new URL(request.url).search}`),
}));

const signedIn = async () => ({ Component: (await import("./layout/signed-in.tsx")).SignedIn });
const appShell = async () => ({ Component: (await import("./layout/layout.tsx")).Layout });

/** A page before the sign-in: what most see next comes while they type. */
function opening(Page: ComponentType): ComponentType {
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
  lazy: async () => ({ Component: opening((await load()).default) }),
});

/** `/staff` and every page below it. Its page is loaded beside the texts; the server is asked after them. */
export function createRouter(texts: Promise<void>) {
  // Begins at the sign-in instead of loading a page that cannot be shown.
  if (!mayBeSignedIn() && !openPages.some(({ path }) => matchPath(`/staff${path}`, location.pathname)))
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
                // The menu's counts and Today's parts, before anything is drawn.
                shouldRevalidate: () => false,
                loader: async () => {
                  await texts;
                  const readCounts = () => queryClient.prefetchQuery(dashboardQuery);
                  // Without a session, the session's own loader leads to the sign-in.
                  void loadMe().then(readCounts, () => {});
                  return null;
                },
                // A page that fails leaves the app shell standing.
                children: [
                  {
                    ErrorBoundary: FailedPage,
                    children: [
                      ...pages.filter(({ isBare }) => !isBare).map(toRoute),
                      ...moved,
                      { path: "*", Component: gated(undefined, NotFoundPage) },
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
