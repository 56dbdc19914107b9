import { labelText, type MessageSet } from "#i18n/label.tsx";
import { directionOf, localePath, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { iconFiles } from "./icon-files.ts";

const colours = { background: "#fbfcfa", theme: "#0c6155" };

export function webManifest(locale: Locale, set: MessageSet = "complete"): object {
  const to = (path: string) => localePath(path, locale);
  const shortcut = (name: string, path: string) => ({
    name,
    url: to(path),
    icons: [{ src: iconFiles.small, sizes: "192x192", type: "image/png" }],
  });
  return {
    id: to("/"),
    name: m.site_name({}, { locale }),
    short_name: m.site_app_shortname({}, { locale }),
    description: m.site_tagline({}, { locale }),
    lang: locale,
    dir: directionOf(locale),
    start_url: to("/"),
    scope: "/",
    display: "standalone",
    background_color: colours.background,
    theme_color: colours.theme,
    categories: ["education", "medical"],
    icons: [
      { src: iconFiles.small, sizes: "192x192", type: "image/png", purpose: "any" },
      { src: iconFiles.large, sizes: "512x512", type: "image/png", purpose: "any" },
      { src: iconFiles.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      shortcut(labelText("courses", locale, set, m.catalogue_courses({}, { locale })).text, "/courses"),
      shortcut(m.site_my_courses({}, { locale }), "/my-courses"),
      shortcut(m.content_news({}, { locale }), "/news"),
    ],
  };
}
