import { m } from "../messages.ts";
import { plainText, wordDiff } from "./word-diff.ts";

/** Fonts for both languages, whichever the page uses. */
export const diffClass =
  "font-(family-name:--font-both) leading-relaxed wrap-anywhere whitespace-pre-wrap lang-ar:leading-[1.9]";

/** Removed and added text, word by word, in the direction of the text. */
export function Diff({ before, after, lang }: { before: string; after: string; lang?: "en" | "ar" | undefined }) {
  const [old, now] = [plainText(before), plainText(after)];
  const direction = lang === "ar" ? "rtl" : lang === "en" ? "ltr" : "auto";
  if (old === now && before !== after) return <p className="text-ink-3">{m.staff_editor_only_format()}</p>;
  return (
    <p className={diffClass} lang={lang} dir={direction}>
      {wordDiff(old, now).map(({ kind, text }, index) =>
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
