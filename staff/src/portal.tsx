import type { ReactNode } from "react";
import { CustomRoutes, localStorageStore, Resource } from "ra-core";
import { AdminContext, AdminUI, Notification, type AdminContextProps } from "ra-ui-materialui";
import { QueryClient } from "@tanstack/react-query";
import { Route } from "react-router-dom";
import { StaffApiError } from "./api.ts";
import { Direction } from "./direction.tsx";
import { Layout } from "./layout/layout.tsx";
import { i18nProvider } from "./messages.ts";
import { authProvider, forgetMe } from "./providers/auth.ts";
import { dataProvider } from "./providers/data.ts";
import { resources } from "./resources.ts";
import { pages } from "./routes.tsx";
import { FreshSignInDialog } from "./sign-in/fresh-sign-in-dialog.tsx";
import { SessionEnd } from "./sign-in/session-end.tsx";
import { TodayPage } from "./today/today-page.tsx";
import { SignInPage } from "./sign-in/sign-in-page.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { gated } from "./layout/gated.tsx";
import { AccessDeniedPage } from "./layout/access-denied-page.tsx";

/** Where the portal remembers its language, open menu, columns and filters. */
export const store = localStorageStore("1", "staff");

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; only a lost connection is worth a second try.
      retry: (count, error) => count < 2 && error instanceof StaffApiError && error.status === 0,
    },
  },
});

/** What was read is read again: the server writes names and texts in the language of a call. */
export function readAgain(): void {
  forgetMe();
  void queryClient.invalidateQueries();
}

/** With the permission that each view needs. */
const views = resources.map(({ read, write, list, show, edit, isEditReadable = false, create, ...resource }) => ({
  ...resource,
  list: list && gated([read], list),
  show: show && gated([read], show),
  edit: edit && gated([isEditReadable ? read : write], edit),
  create: create && gated([write], create),
}));

const gatedPages = pages.map(({ path, page, anyOf }) => ({ path, page: anyOf ? gated(anyOf, page) : page }));

/** As long as an undo is offered. */
const PortalNotification = () => <Notification autoHideDuration={8000} />;

/** The portal: everything behind the sign-in, and the sign-in. */
export function Portal() {
  return (
    <PortalContext>
      <AdminUI
        layout={Layout}
        dashboard={TodayPage}
        loginPage={SignInPage}
        notification={PortalNotification}
        catchAll={NotFoundPage}
        accessDenied={AccessDeniedPage}
        disableTelemetry
        requireAuth
      >
        {views.map(({ name, list, show, edit, create, recordRepresentation }) => (
          <Resource
            key={name}
            name={name}
            {...(list ? { list } : {})}
            {...(show ? { show } : {})}
            {...(edit ? { edit } : {})}
            {...(create ? { create } : {})}
            {...(recordRepresentation ? { recordRepresentation } : {})}
          />
        ))}
        <CustomRoutes>
          {gatedPages.map(({ path, page: Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </CustomRoutes>
      </AdminUI>
      <FreshSignInDialog />
      <SessionEnd />
    </PortalContext>
  );
}

/** What every page needs, also those that no one has to be signed in for. */
export function PortalContext({ children }: { children: ReactNode }) {
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      // The same class, typed twice: ra-core reads the package's CommonJS types.
      queryClient={queryClient as unknown as AdminContextProps["queryClient"]}
      store={store}
      theme={{}}
    >
      <Direction>{children}</Direction>
    </AdminContext>
  );
}
