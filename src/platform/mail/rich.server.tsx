import type { CSSProperties, ReactNode } from "react";
import type { Locale } from "#i18n/locale.ts";
import { spanIn } from "#platform/rich-text.server.ts";
import { colours } from "./styles.ts";
import { isForeign, parsePieces, type Piece, clean, emphasis, linked, strong } from "./marks.ts";
import type { Block, BlockOf, TableCell } from "./blocks.ts";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? "");
/** As `clean`, but the spaces at both ends stay. */
const words = (text: string) => `${/^\s/.test(text) ? " " : ""}${clean(text)}${/\S\s+$/.test(text) ? " " : ""}`;

const token = /<(\/?)([a-z0-9]+)(?: href="([^"]*)")?([^>]*)>|([^<]+)/g;
const marked: Record<string, (text: string) => string> = { strong, em: emphasis };

/**
 * What a mail shows of safe HTML (`richText`): headings, paragraphs, lists, quotations, tables, links and emphasis, but
 * no pictures. Addresses within the site become absolute by `origin`, which has no final slash.
 */
export function richTextToBlocks(html: string, origin: string): Block[] {
  const blocks: Block[] = [];
  const list: { items: string[]; numbered: boolean }[] = [];
  const open: { tag: string; href: string; text: string }[] = [];
  let quote: string[] | null = null;
  let table: BlockOf<"table"> | null = null;
  let row: TableCell[] = [];
  /** The cell that is read. Its lists and paragraphs are one text. */
  let cell: TableCell | null = null;
  let isCaption = false;
  let line = "";
  const add = (text: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
    else line += text;
  };
  /** Ends a line; what is still marked in it was marked to the end. */
  const end = (as: "text" | "heading" | "item") => {
    while (open.length > 0) close();
    const text = line.replace(/ +/g, " ").trim();
    line = "";
    if (text === "" || isCaption) return;
    if (cell) cell.text += cell.text === "" ? text : ` ${text}`;
    else if (quote) quote.push(text);
    else if (as === "item" && list.length > 0) list.at(-1)?.items.push(text);
    else blocks.push({ kind: as === "heading" ? "heading" : "text", text });
  };
  const close = () => {
    const mark = open.pop();
    if (!mark || mark.text.trim() === "") return add(mark?.text ?? "");
    const { tag, href, text } = mark;
    add(tag === "a" ? (href === "" ? text : linked(text, href)) : (marked[tag]?.(text) ?? text));
  };
  for (const [, slash, tag, href = "", attributes = "", text] of html.matchAll(token)) {
    if (text !== undefined) add(words(decoded(text)));
    else if (tag === undefined) continue;
    else if (tag === "a" || tag in marked) {
      if (slash) close();
      else open.push({ tag, href: decoded(href).replace(/^\/(?!\/)/, `${origin}/`), text: "" });
    } else if (tag === "br") add(" ");
    else if (tag === "td" || tag === "th") {
      end("text");
      if (slash && cell) row.push(cell);
      cell = slash ? null : { text: "", columns: spanIn(attributes, "colspan"), rows: spanIn(attributes, "rowspan") };
    } else if (cell) end("text");
    else if (tag === "figcaption") {
      end("text");
      isCaption = !slash;
    } else if (tag === "table") {
      end("text");
      if (slash && table && table.rows.length > 0) blocks.push(table);
      table = slash ? null : { kind: "table", head: [], rows: [] };
    } else if (tag === "thead" && slash && table) table.head = table.rows.pop() ?? [];
    else if (tag === "tr" && slash) {
      if (row.length > 0) table?.rows.push(row);
      row = [];
    } else if (tag === "blockquote") {
      end("text");
      if (slash && quote && quote.length > 0) blocks.push({ kind: "quote", paragraphs: quote });
      quote = slash ? null : [];
    } else if (tag === "ul" || tag === "ol") {
      end("item");
      if (!slash) list.push({ items: [], numbered: tag === "ol" });
      // A list inside another one follows it.
      const done = slash ? list.pop() : undefined;
      if (done && done.items.length > 0) blocks.push({ kind: "list", ...done });
    } else if (tag === "h2" || tag === "h3") end(slash ? "heading" : "text");
    else if (tag === "p" || tag === "li") end(list.length > 0 ? "item" : "text");
  }
  end("text");
  return blocks;
}

/** On one line, unless that line could be wider than a telephone: a payment's id. */
const wrapping = (text: string): CSSProperties =>
  text.length <= 24 ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere" };

function renderPiece(piece: Piece, locale: Locale, at: number): ReactNode {
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
          {piece.pieces.map((inner, of) => renderPiece(inner, locale, of))}
        </strong>
      );
    case "emphasis":
      return <em key={at}>{piece.pieces.map((inner, of) => renderPiece(inner, locale, of))}</em>;
    case "link":
      return (
        <a key={at} href={piece.href} className="link" style={{ color: colours.link, textDecoration: "underline" }}>
          {piece.pieces.map((inner, of) => renderPiece(inner, locale, of))}
        </a>
      );
  }
}

export const rich = (text: string, locale: Locale): ReactNode =>
  parsePieces(text).map((piece, at) => renderPiece(piece, locale, at));
