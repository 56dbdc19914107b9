import "../../src/ui/tokens.css";
import "@fontsource-variable/readex-pro/index.css";
import "@fontsource/ibm-plex-sans/400.css";
import "@fontsource/ibm-plex-sans/500.css";
import "@fontsource/ibm-plex-sans/600.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-400.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-500.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-600.css";
import "./portal.css";
import "./layout/frame.css";
import "./sign-in/sign-in.css";
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { Notification } from "ra-ui-materialui";
import { Portal, PortalContext, store } from "./portal.tsx";
import { openPages } from "./routes.tsx";
import { messagesProvider, type PortalLocale } from "./providers/messages.ts";

const stored: unknown = store.getItem("locale");
const preferred: PortalLocale = navigator.language.startsWith("ar") ? "ar" : "en";
// Before the first paint, or it would be English and from left to right.
const i18nProvider = await messagesProvider(stored === "ar" || stored === "en" ? stored : preferred);

const open = openPages.map(({ path, page: Page }) => ({
  path,
  element: (
    <PortalContext i18nProvider={i18nProvider}>
      <Suspense>
        <Page />
      </Suspense>
      <Notification />
    </PortalContext>
  ),
}));
// A data router: the warning about unsaved changes works with no other.
const router = createBrowserRouter([...open, { path: "*", element: <Portal i18nProvider={i18nProvider} /> }], {
  basename: "/staff",
});
const root = document.getElementById("portal");
if (root) createRoot(root).render(<RouterProvider router={router} />);
