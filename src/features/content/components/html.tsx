import { clsx } from "clsx";
import { useLocale } from "#i18n/link.tsx";
import { directionOf, localText } from "#i18n/locale.ts";

interface HtmlProps {
  /** Safe HTML: sanitised when it was stored. */
  eng: string;
  ar: string | null;
  className?: string;
}

/** English on an Arabic page is marked and left to right. */
export function Html({ eng, ar, className }: HtmlProps) {
  const locale = useLocale();
  const { text, lang } = localText(locale, eng, ar);
  return (
    <div
      {...(lang !== locale && { lang, dir: directionOf(lang) })}
      className={clsx("prose", className)}
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
