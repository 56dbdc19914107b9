/** The portal's router: the sign-in and invitations, and behind the sign-in every page in the app shell. */
import { Fragment, useEffect, useLayoutEffect, type ComponentType } from "react";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { I18nProvider } from "react-aria-components/I18nProvider";
import {
  createBrowserRouter,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useRevalidator,
  useRouteError,
  type RouteObject,
} from "react-router";
import { StaffApiError } from "./api.ts";
import { LeavingProvider } from "./frame/leaving.tsx";
import { useLocale } from "./frame/locale.ts";
import { Notices } from "./frame/notices.tsx";
import { queryClient } from "./frame/queries.ts";
import { endSession, sessionLoader, sessionRoute, signInPath, useMay } from "./frame/session.ts";
import { AccessDeniedPage } from "./layout/access-denied-page.tsx";
import { Layout } from "./layout/layout.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { loadPageTexts, m } from "./messages.ts";
import { openPages, pages, type PortalPage } from "./routes.tsx";
import { FreshSignIn } from "./sign-in/fresh-sign-in.tsx";
import { Gate } from "./sign-in/gate.tsx";
import { Failed } from "./parts/states.tsx";

const ariaLocales = { en: "en-GB", ar: "ar-AE" };

/** What every page needs. Drawn anew in another language: texts are read where they are drawn. */
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
      <I18nProvider locale={ariaLocales[locale]}>
        <Fragment key={locale}>
          <Outlet />
          <Notices />
          <ScrollRestoration />
        </Fragment>
      </I18nProvider>
    </QueryClientProvider>
  );
}

/**
 * Leads to the sign-in when something cannot be shown because the session has ended. A page that only reads again what
 * it shows stays, with what has been typed.
 */
function useSessionEnd(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const { data, error } = event.query.state;
        if (data !== undefined || !(error instanceof StaffApiError) || error.status !== 401) return;
        endSession();
        void navigate(signInPath(pathname + search));
      }),
    [client, navigate, pathname, search],
  );
}

function SignedIn() {
  useSessionEnd();
  return (
    <LeavingProvider>
      <Outlet />
      <FreshSignIn />
    </LeavingProvider>
  );
}

function InAppShell() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

function FailedPage() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return <Failed error={error} onRetry={() => void revalidate()} />;
}

/** Who is signed in could not be asked. */
function FailedStart() {
  return (
    <Gate>
      <FailedPage />
    </Gate>
  );
}

/** A page for those with one of its permissions; others see a note, and nothing is asked of the server for them. */
function gated(anyOf: PortalPage["anyOf"], Page: ComponentType): ComponentType {
  return function Gated() {
    const may = useMay();
    return !anyOf || anyOf.some(may) ? <Page /> : <AccessDeniedPage />;
  };
}

const routeOf = ({ path, anyOf, load }: PortalPage): RouteObject => ({
  path,
  lazy: async () => {
    const [Page] = await Promise.all([load(), path === "/" ? null : loadPageTexts()]);
    return { Component: gated(anyOf, Page) };
  },
});

const openRouteOf = ({ path, load }: PortalPage): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** `/staff` and every page below it. */
export const createRouter = () =>
  createBrowserRouter(
    [
      {
        Component: Root,
        HydrateFallback: () => null,
        children: [
          ...openPages.map(openRouteOf),
          {
            id: sessionRoute,
            Component: SignedIn,
            loader: sessionLoader,
            ErrorBoundary: FailedStart,
            children: [
              { ErrorBoundary: FailedStart, children: pages.filter(({ isBare }) => isBare).map(routeOf) },
              {
                Component: InAppShell,
                // A page that fails leaves the app shell standing.
                children: [
                  {
                    ErrorBoundary: FailedPage,
                    children: [
                      ...pages.filter(({ isBare }) => !isBare).map(routeOf),
                      { path: "*", Component: NotFoundPage },
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
