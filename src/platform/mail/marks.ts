/**
 * Marks inside the texts of a mail, so that one text can be worded as HTML and as plain text. Isolates (U+2066…2069)
 * are Unicode's own; links and
 * emphasis are kept in private-use characters, which `clean` takes out of everything that a person wrote.
 */
import type { Locale } from "#i18n/locale.ts";

const marks = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\ue006]+/gu;

/** A person's own words on one line, without anything that turns text or could pass for a mark. */
export const clean = (text: string): string => text.replace(marks, " ").trim();

/** A telephone number, a code, an address: from left to right, on one line if it is short. */
export const ltr = (text: string): string => `\u2066${clean(text).replaceAll(" ", "\u00a0")}\u2069`;
/** A name of a person, a course or a place, in whatever script it is written. */
export const named = (text: string): string => `\u2068${clean(text)}\u2069`;
/** What counts in a sentence. */
export const strong = (text: string): string => `\ue000${text}\ue001`;
/**
 * Words that lead to an address; plain text shows the address below its paragraph, after `alone` or the words
 * themselves.
 */
export const linked = (words: string, href: string, alone = words): string =>
  `\ue002${words}\ue003${alone}\ue003${href}\ue004`;
/** An e-mail address to write to. */
export const mailbox = (email: string): string => `\ue005${clean(email)}\ue006`;
/** A date that stays on one line; of a range, each end does. */
export const unbroken = (date: string): string =>
  date.replace(/(?<=\p{L}) (?=\d)|(?<=\d) (?=(?!إلى)\p{L})/gu, "\u00a0");

export type Piece =
  | { kind: "text" | "ltr" | "name" | "mailbox"; text: string }
  | { kind: "strong"; pieces: Piece[] }
  | { kind: "link"; pieces: Piece[]; alone: string; href: string };

const ltrMark = /\u2066([^\u2069]*)\u2069/.source;
const nameMark = /\u2068([^\u2069]*)\u2069/.source;
const strongMark = /\ue000([^\ue001]*)\ue001/.source;
const linkMark = /\ue002([^\ue003]*)\ue003([^\ue003]*)\ue003([^\ue004]*)\ue004/.source;
const mailboxMark = /\ue005([^\ue006]*)\ue006/.source;
const anyMark = new RegExp([ltrMark, nameMark, strongMark, linkMark, mailboxMark].join("|"), "gu");

/** A marked text in its pieces, in order. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(anyMark)) {
    if (match.index > end) pieces.push({ kind: "text", text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, isLtr, isName, isStrong, words, alone = "", href = "", email] = match;
    if (isLtr !== undefined) pieces.push({ kind: "ltr", text: isLtr });
    else if (isName !== undefined) pieces.push({ kind: "name", text: isName });
    else if (isStrong !== undefined) pieces.push({ kind: "strong", pieces: piecesOf(isStrong) });
    else if (words !== undefined) pieces.push({ kind: "link", pieces: piecesOf(words), alone, href });
    else pieces.push({ kind: "mailbox", text: email ?? "" });
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}

const foreign: Record<Locale, RegExp> = { en: /[\p{Script=Arabic}\p{Script=Hebrew}]/u, ar: /\p{Script=Latin}/u };

/** Whether a name is written in letters that run against the language of the mail. */
export const isForeign = (name: string, locale: Locale): boolean => foreign[locale].test(name);

/** A marked text as plain text: isolated only where a reader's program would otherwise turn it. */
export function plain(text: string, locale: Locale): string {
  const words = (pieces: Piece[]): string =>
    pieces
      .map((piece) => {
        if (piece.kind === "strong" || piece.kind === "link") return words(piece.pieces);
        if (piece.kind === "text") return piece.text;
        if (piece.kind === "name") return isForeign(piece.text, locale) ? `\u2068${piece.text}\u2069` : piece.text;
        return locale === "ar" ? `\u2066${piece.text}\u2069` : piece.text;
      })
      .join("");
  return words(piecesOf(text));
}

/** A marked text for a subject, which is shown by itself: no marks at all. */
export const bare = (text: string): string =>
  plain(text, "en")
    .replace(/[\u2066-\u2069]/g, "")
    .replaceAll("\u00a0", " ");

/** The addresses a text leads to, with the words that name each where it stands alone. */
export function linksIn(text: string): { alone: string; href: string }[] {
  return piecesOf(text).flatMap((piece) => {
    if (piece.kind === "link") return [{ alone: piece.alone, href: piece.href }];
    return piece.kind === "strong"
      ? piece.pieces.flatMap((inner) => (inner.kind === "link" ? [{ alone: inner.alone, href: inner.href }] : []))
      : [];
  });
}
