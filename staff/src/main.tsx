import "../../src/ui/tokens.css";
import "@fontsource-variable/readex-pro/index.css";
import "@fontsource/ibm-plex-sans/400.css";
import "@fontsource/ibm-plex-sans/500.css";
import "@fontsource/ibm-plex-sans/600.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-400.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-500.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-600.css";
import "./base.css";
import "./parts.css";
import "./portal.css";
import "./layout/layout.css";
import "./sign-in/sign-in.css";
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { Notification } from "ra-ui-materialui";
import { Portal, PortalContext, readAgain, store } from "./portal.tsx";
import { openPages } from "./routes.tsx";
import { startAtSignIn } from "./start-at-sign-in.ts";
import { onLocaleChange, setLocale, type PortalLocale } from "./messages.ts";

const stored: unknown = store.getItem("locale");
const preferred: PortalLocale = navigator.language.startsWith("ar") ? "ar" : "en";
// The faces of the first page, for a second at most: a page that is drawn before them moves when they come.
const faces = ['400 14px "IBM Plex Sans"', '500 14px "IBM Plex Sans"', '350 26px "Readex Pro Variable"'].map((face) =>
  document.fonts.load(face, "Nama"),
);
const arabicFaces = ["400", "500"].map((weight) =>
  document.fonts.load(`${weight} 15px "IBM Plex Sans Arabic"`, "نماء"),
);
const arabicHeading = document.fonts.load('400 26px "Readex Pro Variable"', "نماء 1");
const fontsOrSecond = Promise.race([
  Promise.allSettled([...faces, ...arabicFaces, arabicHeading]),
  new Promise((resolve) => setTimeout(resolve, 1_000)),
]);
// Before the first paint, or it would be English and from left to right.
const first = stored === "ar" || stored === "en" ? stored : preferred;
await setLocale(first);
onLocaleChange(readAgain);

const open = openPages.map(({ path, page: Page }) => ({
  path,
  element: (
    <PortalContext>
      <Suspense>
        <Page />
      </Suspense>
      <Notification />
    </PortalContext>
  ),
}));
// A data router: the warning about unsaved changes works with no other.
const router = createBrowserRouter([...open, { path: "*", element: <Portal /> }], {
  basename: "/staff",
});
await Promise.all([fontsOrSecond, startAtSignIn(router)]);
const root = document.getElementById("portal");
if (root) createRoot(root).render(<RouterProvider router={router} />);
