import "@fontsource-variable/readex-pro/index.css";
import "@fontsource/ibm-plex-sans/400.css";
import "@fontsource/ibm-plex-sans/500.css";
import "@fontsource/ibm-plex-sans/600.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-400.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-500.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-600.css";
import "./app.css";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "./frame/queries.ts";
import { forgetMe } from "./frame/session.ts";
import { readStored } from "./frame/stored.ts";
import { onLocaleChange, setLocale, type PortalLocale } from "./messages.ts";
import { createRouter } from "./portal.tsx";

const stored = readStored<unknown>("locale", null);
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
const router = createRouter();
// What was read is read again: the server writes names and texts in the language of a call.
onLocaleChange(() => {
  forgetMe();
  void queryClient.invalidateQueries();
  void router.revalidate();
});
await fontsOrSecond;
const root = document.getElementById("portal");
if (root) createRoot(root).render(<RouterProvider router={router} />);
