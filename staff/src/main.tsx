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
// The language is set before the first paint, or the page would start in English from left to right.
const firstLocale = stored === "ar" || stored === "en" ? stored : preferred;
const texts = setLocale(firstLocale);
const router = createRouter(texts);
const loadFont = (font: string, text: string) => document.fonts.load(font, text);
// Waits up to one second for the fonts of the first page, because a late font moves the layout.
const fontsLoaded = Promise.allSettled([
  loadFont('400 14px "IBM Plex Sans"', "Nama"),
  loadFont('500 14px "IBM Plex Sans"', "Nama"),
  loadFont('350 26px "Readex Pro Variable"', "Nama"),
  // An English page shows the name of the other language in Arabic letters, too.
  loadFont('500 15px "IBM Plex Sans Arabic"', "نماء"),
  ...(firstLocale === "ar"
    ? [loadFont('400 15px "IBM Plex Sans Arabic"', "نماء"), loadFont('400 26px "Readex Pro Variable"', "نماء 1")]
    : []),
]);
const fontTimeout = new Promise((resolve) => setTimeout(resolve, 1_000));
await texts;
// Reloads all data, because the server localises names and texts.
onLocaleChange(() => {
  forgetMe();
  void queryClient.invalidateQueries();
  void router.revalidate();
});
await Promise.race([fontsLoaded, fontTimeout]);
const root = document.getElementById("portal");
if (root) createRoot(root).render(<RouterProvider router={router} />);
