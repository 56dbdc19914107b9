/**
 * Marks inside the texts of a mail, so that one text renders as HTML and as plain text. Isolates (U+2066…2069) are
 * Unicode's own; links and emphasis use private-use characters, which `clean` removes from user input.
 */
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";

const marks = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\ue008]+/gu;

/** Puts user input on one line, and removes bidi controls and everything that could pass for a mark. */
export const clean = (text: string): string => text.replace(marks, " ").trim();

/** Marks a telephone number, a code or an address as left to right, without line breaks. */
export const ltr = (text: string): string => `\u2066${clean(text).replaceAll(" ", "\u00a0")}\u2069`;
/** Isolates a text that may be in any script, such as a name, from the direction of the text around it. */
export const isolateText = (text: string): string => isolate(clean(text));
export const strong = (text: string): string => `\ue000${text}\ue001`;
export const emphasis = (text: string): string => `\ue007${text}\ue008`;
/** Marks a link. Plain text shows its address below the paragraph, after `plainLabel`. */
export const linked = (label: string, href: string, plainLabel = label): string =>
  `\ue002${label}\ue003${plainLabel}\ue003${href}\ue004`;
export const mailbox = (email: string): string => `\ue005${clean(email)}\ue006`;
/** Keeps a date on one line. A range of dates may wrap, but neither of its dates does. */
export const unbroken = (date: string): string =>
  date.replace(/(?<=\p{L}) (?=\d)|(?<=\d) (?=(?!إلى)\p{L})/gu, "\u00a0");

export type Piece =
  | { kind: "text" | "ltr" | "name" | "mailbox"; text: string }
  | { kind: "strong" | "emphasis"; pieces: Piece[] }
  | { kind: "link"; pieces: Piece[]; plainLabel: string; href: string };

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
    const [, ltrText, name, strongText, linkText, plainLabel = "", href = "", email, emphasisText] = match;
    if (ltrText !== undefined) pieces.push({ kind: "ltr", text: ltrText });
    else if (name !== undefined) pieces.push({ kind: "name", text: name });
    else if (strongText !== undefined) pieces.push({ kind: "strong", pieces: parsePieces(strongText) });
    else if (linkText !== undefined) pieces.push({ kind: "link", pieces: parsePieces(linkText), plainLabel, href });
    else if (emphasisText !== undefined) pieces.push({ kind: "emphasis", pieces: parsePieces(emphasisText) });
    else pieces.push({ kind: "mailbox", text: email ?? "" });
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}

const foreignLetters: Record<Locale, RegExp> = { en: /[\p{Script=Arabic}\p{Script=Hebrew}]/u, ar: /\p{Script=Latin}/u };

/** Whether a name has letters that run against the direction of the mail's language. */
export const isForeign = (name: string, locale: Locale): boolean => foreignLetters[locale].test(name);

export function plain(text: string, locale: Locale): string {
  const toPlainText = (pieces: Piece[]): string =>
    pieces
      .map((piece) => {
        if ("pieces" in piece) return toPlainText(piece.pieces);
        if (piece.kind === "text") return piece.text;
        if (piece.kind === "name") return isForeign(piece.text, locale) ? isolate(piece.text) : piece.text;
        return locale === "ar" ? `\u2066${piece.text}\u2069` : piece.text;
      })
      .join("");
  return toPlainText(parsePieces(text));
}

/** Plain text for the subject of a mail, without any marks. */
export const bare = (text: string): string =>
  plain(text, "en")
    .replace(/[\u2066-\u2069]/g, "")
    .replaceAll("\u00a0", " ");

interface MailLink {
  plainLabel: string;
  href: string;
}
const collectLinks = (pieces: readonly Piece[]): MailLink[] =>
  pieces.flatMap((piece) => {
    if (piece.kind === "link") return [{ plainLabel: piece.plainLabel, href: piece.href }];
    return "pieces" in piece ? collectLinks(piece.pieces) : [];
  });

/** Lists the links of a text, each with its label for plain text (`plainLabel`). */
export const linksIn = (text: string): MailLink[] => collectLinks(parsePieces(text));
