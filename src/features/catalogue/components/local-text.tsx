import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";

/** English on an Arabic page is marked as English. */
export function LocalText({ eng, ar }: { eng: string; ar: string | null | undefined }) {
  const locale = useLocale();
  const { text, lang } = localText(locale, eng, ar);
  return lang === locale ? text : <bdi lang={lang}>{text}</bdi>;
}
