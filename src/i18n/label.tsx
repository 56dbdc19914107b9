import { createContext, use } from "react";
import { m } from "#messages";
import { useLocale } from "./link.tsx";
import type { Locale } from "./locale.ts";

/** Site setting: complete Arabic texts, or exactly the words of the specification. */
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
 * Returns a label and its language. With the as-specified set, Arabic pages show every label but Home in English.
 * `pageText` replaces a label that is in the page's language.
 */
export function labelText(
  name: LabelName,
  locale: Locale,
  messageSet: MessageSet,
  pageText?: string,
): { text: string; lang: Locale } {
  const lang = locale === "ar" && messageSet === "as-specified" && name !== "home" ? "en" : locale;
  return { text: (lang === locale ? pageText : undefined) ?? labels[name]({}, { locale: lang }), lang };
}

/** Returns `labelText` of the current page, for placeholders and names, which must be strings. */
export function useLabelText(): (name: LabelName, pageText?: string) => { text: string; lang: Locale } {
  const locale = useLocale();
  const messageSet = use(MessageSetContext);
  return (name, pageText) => labelText(name, locale, messageSet, pageText);
}

/** A label, with `lang` if it is English on an Arabic page. `children` is the page's own text, if any. */
export function Label({ name, children }: { name: LabelName; children?: string }) {
  const locale = useLocale();
  const { text, lang } = useLabelText()(name, children);
  return lang === locale ? text : <bdi lang={lang}>{text}</bdi>;
}

/** "Search..." and a left-to-right mark, without which its dots jump to the wrong end on Arabic pages. */
export function useSearchPlaceholder(): string {
  return `${useLabelText()("search").text}\u200e`;
}
