import { m } from "../messages.ts";
import { plainText, wordDiff } from "./word-diff.ts";

/** Fonts for texts in both languages, whichever language the page uses. */
export const diffClass =
  "font-(family-name:--font-both) leading-relaxed wrap-anywhere whitespace-pre-wrap lang-ar:leading-[1.9]";

/** Shows the removed and added words of a text, in the direction of its language. */
export function Diff({ before, after, lang }: { before: string; after: string; lang?: "en" | "ar" | undefined }) {
  const [oldText, newText] = [plainText(before), plainText(after)];
  const direction = lang === "ar" ? "rtl" : lang === "en" ? "ltr" : "auto";
  if (oldText === newText && before !== after) return <p className="text-ink-3">{m.staff_editor_only_format()}</p>;
  return (
    <p className={diffClass} lang={lang} dir={direction}>
      {wordDiff(oldText, newText).map(({ kind, text }, index) =>
        kind === "same" ? (
          <span key={index}>{text}</span>
        ) : kind === "added" ? (
          <ins key={index}>{text}</ins>
        ) : (
          <del key={index}>{text}</del>
        ),
      )}
    </p>
  );
}
