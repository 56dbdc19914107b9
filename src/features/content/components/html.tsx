import { clsx } from "clsx";
import { useLocale } from "#i18n/link.tsx";
import { directionOf, localText } from "#i18n/locale.ts";

interface HtmlProps {
  /** Safe HTML from the content store: sanitised when it was saved. */
  eng: string;
  ar: string | null;
  className?: string;
}

/** A long text of the content store in the page's language; an English stand-in on an Arabic page reads from the left. */
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
