import { createContext, use } from "react";
import { m } from "#messages";
import { useLocale } from "./link.tsx";
import type { Locale } from "./locale.ts";

/** Complete texts, or the exact words of the specification; a setting of the site. */
export type MessageSet = "complete" | "as-specified";
export const MessageSetContext = createContext<MessageSet>("complete");

const labels = {
  home: m.site_label_home,
  courses: m.common_courses,
  contact: m.site_label_contact,
  search: m.common_search_placeholder,
  login: m.common_action_login,
  register: m.site_label_register,
  profile: m.site_label_profile,
  logout: m.common_action_logout,
  demo: m.common_action_book_demo,
  english: m.site_label_english,
  arabic: m.site_label_arabic,
};
export type LabelName = keyof typeof labels;
export const labelNames = Object.keys(labels) as LabelName[];

/**
 * With the as-specified set only Home is Arabic on Arabic pages. `otherwise` is the page's own text where the set is
 * complete, or the page English.
 */
export function labelText(
  name: LabelName,
  locale: Locale,
  set: MessageSet,
  otherwise?: string,
): { text: string; lang: Locale } {
  const lang = locale === "ar" && set === "as-specified" && name !== "home" ? "en" : locale;
  return { text: (lang === locale ? otherwise : undefined) ?? labels[name]({}, { locale: lang }), lang };
}

/** `labelText` where a string is needed (placeholders, names). */
export function useLabelText(): (name: LabelName, otherwise?: string) => { text: string; lang: Locale } {
  const locale = useLocale();
  const set = use(MessageSetContext);
  return (name, otherwise) => labelText(name, locale, set, otherwise);
}

/** English on an Arabic page is marked as such. `children` are the page's own text, if it has one. */
export function Label({ name, children }: { name: LabelName; children?: string }) {
  const locale = useLocale();
  const { text, lang } = useLabelText()(name, children);
  return lang === locale ? text : <bdi lang={lang}>{text}</bdi>;
}

/** "Search..." with a mark after its dots, which otherwise jump to the wrong end on Arabic pages. */
export function useSearchPlaceholder(): string {
  return `${useLabelText()("search").text}\u200e`;
}
