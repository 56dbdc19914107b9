import { clsx } from "clsx/lite";
import { useLocale } from "./link.tsx";
import { getDirection, localText } from "./locale.ts";

/** Content text in both languages. English replaces missing Arabic. */
export interface BilingualText {
  eng: string;
  ar: string | null;
}

/** Shows a short text in the page's language, as an isolate. English on an Arabic page is marked as English. */
export function LocalizedText({ eng, ar }: BilingualText) {
  const locale = useLocale();
  const { text, lang } = localText(locale, eng, ar);
  return <bdi lang={lang === locale ? undefined : lang}>{text}</bdi>;
}

/** Shows a long text: safe HTML, sanitised when it was saved. English on an Arabic page is left-to-right. */
export function LocalizedHtml({ eng, ar, className }: BilingualText & { className?: string }) {
  const locale = useLocale();
  const { text, lang } = localText(locale, eng, ar);
  return (
    <div
      {...(lang !== locale && { lang, dir: getDirection(lang) })}
      className={clsx("prose", className)}
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
