import { useContext } from "react";
import type { SiteSettings } from "#features/settings/settings.ts";
import { useLocale } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { SettingsContext } from "./frame-settings.ts";

/** The setting that chooses between the two Arabic message sets of decisions §1. */
export type MessageSet = SiteSettings["messageSet"];

const labels = {
  home: m.site_label_home,
  courses: m.site_label_courses,
  contact: m.site_label_contact,
  search: m.site_label_search,
  login: m.site_label_login,
  register: m.site_label_register,
  profile: m.site_label_profile,
  logout: m.site_label_logout,
  demo: m.site_label_demo,
  english: m.site_label_english,
  arabic: m.site_label_arabic,
};
export type FrameName = keyof typeof labels;
export const frameNames = Object.keys(labels) as FrameName[];

/** A label of the frame and the language it is in: with the as-specified set only Home is Arabic on Arabic pages. */
export function frameText(name: FrameName, locale: Locale, set: MessageSet): { text: string; lang: Locale } {
  const lang = locale === "ar" && set === "as-specified" && name !== "home" ? "en" : locale;
  return { text: labels[name]({}, { locale: lang }), lang };
}

/** `frameText` for the page at hand, where a string is needed (placeholders, names). */
export function useFrameText(): (name: FrameName) => { text: string; lang: Locale } {
  const locale = useLocale();
  const set = useContext(SettingsContext)?.messageSet ?? "complete";
  return (name) => frameText(name, locale, set);
}

/** One of the frame's labels; English on an Arabic page is marked as such. */
export function FrameLabel({ name }: { name: FrameName }) {
  const locale = useLocale();
  const { text, lang } = useFrameText()(name);
  return lang === locale ? text : <bdi lang={lang}>{text}</bdi>;
}
