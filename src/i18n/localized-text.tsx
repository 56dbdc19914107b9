import { clsx } from "clsx/lite";
import { useLocale } from "./link.tsx";
import { getDirection, localText } from "./locale.ts";

/** A text of the content in both languages; without Arabic the English stands in. */
export interface LocalizedText {
  eng: string;
  ar: string | null;
}

/** A short one in the page's language, as one isolate; an English stand-in on an Arabic page is marked as English. */
export function LocalizedText({ eng, ar }: LocalizedText) {
  const locale = useLocale();
  const { text, lang } = localText(locale, eng, ar);
  return <bdi lang={lang === locale ? undefined : lang}>{text}</bdi>;
}

/** A long one, safe HTML, sanitised when it was saved; an English stand-in on an Arabic page reads from the left. */
export function LocalizedHtml({ eng, ar, className }: LocalizedText & { className?: string }) {
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
