/**
 * Marks inside the texts of a mail, so that one text renders as HTML and as plain text. Isolates (U+2066…2069) are
 * Unicode's own; links and emphasis use private-use characters, which `clean` removes from user input.
 */
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";

const marks = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\ue008]+/gu;

/** User input on one line, without bidi controls and anything that could pass for a mark. */
export const clean = (text: string): string => text.replace(marks, " ").trim();

/** A telephone number, a code, an address: left to right, on one line if it is short. */
export const ltr = (text: string): string => `\u2066${clean(text).replaceAll(" ", "\u00a0")}\u2069`;
/** A name in whatever script it is written. */
export const named = (text: string): string => isolate(clean(text));
export const strong = (text: string): string => `\ue000${text}\ue001`;
export const emphasis = (text: string): string => `\ue007${text}\ue008`;
/** A link; plain text shows the address below its paragraph, after `alone` or the link's text. */
export const linked = (words: string, href: string, alone = words): string =>
  `\ue002${words}\ue003${alone}\ue003${href}\ue004`;
export const mailbox = (email: string): string => `\ue005${clean(email)}\ue006`;
/** A date that does not wrap; of a range, neither end does. */
export const unbroken = (date: string): string =>
  date.replace(/(?<=\p{L}) (?=\d)|(?<=\d) (?=(?!إلى)\p{L})/gu, "\u00a0");

export type Piece =
  | { kind: "text" | "ltr" | "name" | "mailbox"; text: string }
  | { kind: "strong" | "emphasis"; pieces: Piece[] }
  | { kind: "link"; pieces: Piece[]; alone: string; href: string };

const ltrMark = /\u2066([^\u2069]*)\u2069/.source;
const nameMark = /\u2068([^\u2069]*)\u2069/.source;
const strongMark = /\ue000([^\ue001]*)\ue001/.source;
const linkMark = /\ue002([^\ue003]*)\ue003([^\ue003]*)\ue003([^\ue004]*)\ue004/.source;
const mailboxMark = /\ue005([^\ue006]*)\ue006/.source;
const emphasisMark = /\ue007([^\ue008]*)\ue008/.source;
const anyMark = new RegExp([ltrMark, nameMark, strongMark, linkMark, mailboxMark, emphasisMark].join("|"), "gu");

export function parsePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(anyMark)) {
    if (match.index > end) pieces.push({ kind: "text", text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, isLtr, isName, isStrong, words, alone = "", href = "", email, isEmphasis] = match;
    if (isLtr !== undefined) pieces.push({ kind: "ltr", text: isLtr });
    else if (isName !== undefined) pieces.push({ kind: "name", text: isName });
    else if (isStrong !== undefined) pieces.push({ kind: "strong", pieces: parsePieces(isStrong) });
    else if (words !== undefined) pieces.push({ kind: "link", pieces: parsePieces(words), alone, href });
    else if (isEmphasis !== undefined) pieces.push({ kind: "emphasis", pieces: parsePieces(isEmphasis) });
    else pieces.push({ kind: "mailbox", text: email ?? "" });
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}

const foreign: Record<Locale, RegExp> = { en: /[\p{Script=Arabic}\p{Script=Hebrew}]/u, ar: /\p{Script=Latin}/u };

/** Whether a name's script runs against the language of the mail. */
export const isForeign = (name: string, locale: Locale): boolean => foreign[locale].test(name);

export function plain(text: string, locale: Locale): string {
  const words = (pieces: Piece[]): string =>
    pieces
      .map((piece) => {
        if ("pieces" in piece) return words(piece.pieces);
        if (piece.kind === "text") return piece.text;
        if (piece.kind === "name") return isForeign(piece.text, locale) ? isolate(piece.text) : piece.text;
        return locale === "ar" ? `\u2066${piece.text}\u2069` : piece.text;
      })
      .join("");
  return words(parsePieces(text));
}

/** For a subject: no marks at all. */
export const bare = (text: string): string =>
  plain(text, "en")
    .replace(/[\u2066-\u2069]/g, "")
    .replaceAll("\u00a0", " ");

interface MailLink {
  alone: string;
  href: string;
}
const linksAmong = (pieces: readonly Piece[]): MailLink[] =>
  pieces.flatMap((piece) => {
    if (piece.kind === "link") return [{ alone: piece.alone, href: piece.href }];
    return "pieces" in piece ? linksAmong(piece.pieces) : [];
  });

/** The addresses a text links to, each with the text that names it where it stands alone. */
export const linksIn = (text: string): MailLink[] => linksAmong(parsePieces(text));
