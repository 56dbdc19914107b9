import type { CSSProperties, ReactNode } from "react";
import type { Locale } from "#i18n/locale.ts";
import { colours } from "./styles.ts";
import { isForeign, piecesOf, type Piece } from "./marks.ts";

/** On one line, unless that line could be wider than a telephone: a payment's id. */
const wrapping = (text: string): CSSProperties =>
  text.length <= 24 ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere" };

function shown(piece: Piece, locale: Locale, at: number): ReactNode {
  switch (piece.kind) {
    case "text":
      return piece.text;
    case "ltr":
      // For screen readers, too: digits and Latin letters in an Arabic sentence.
      return (
        <span key={at} dir="ltr" lang={locale === "ar" ? "en" : undefined} style={wrapping(piece.text)}>
          {piece.text}
        </span>
      );
    case "name":
      return (
        <span key={at} dir="auto" lang={isForeign(piece.text, locale) ? (locale === "ar" ? "en" : "ar") : undefined}>
          {piece.text}
        </span>
      );
    case "mailbox":
      return (
        <a key={at} href={`mailto:${piece.text}`} style={{ color: "inherit", textDecoration: "underline" }}>
          <span dir="ltr" lang={locale === "ar" ? "en" : undefined} style={{ overflowWrap: "anywhere" }}>
            {piece.text}
          </span>
        </a>
      );
    case "strong":
      return (
        <strong key={at} className="ink" style={{ fontWeight: 600, color: colours.ink }}>
          {piece.pieces.map((inner, of) => shown(inner, locale, of))}
        </strong>
      );
    case "emphasis":
      return <em key={at}>{piece.pieces.map((inner, of) => shown(inner, locale, of))}</em>;
    case "link":
      return (
        <a key={at} href={piece.href} className="link" style={{ color: colours.link, textDecoration: "underline" }}>
          {piece.pieces.map((inner, of) => shown(inner, locale, of))}
        </a>
      );
  }
}

export const rich = (text: string, locale: Locale): ReactNode =>
  piecesOf(text).map((piece, at) => shown(piece, locale, at));
