import type { CSSProperties, ReactNode } from "react";
import type { Locale } from "#i18n/locale.ts";
import { spanIn } from "#platform/rich-text.server.ts";
import { colours } from "./styles.ts";
import { isForeign, parsePieces, type Piece, clean, emphasis, linked, strong } from "./marks.ts";
import type { Block, BlockOf, TableCell } from "./blocks.ts";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const decodeEntities = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? "");
/** Like `clean`, but keeps a space at each end. */
const cleanInline = (text: string) => `${/^\s/.test(text) ? " " : ""}${clean(text)}${/\S\s+$/.test(text) ? " " : ""}`;

const token = /<(\/?)([a-z0-9]+)(?: href="([^"]*)")?([^>]*)>|([^<]+)/g;
/** Elements of emphasis, with the function that marks their text. */
const inlineMarks: Record<string, (text: string) => string> = { strong, em: emphasis };

/**
 * Converts safe HTML (`richText`) to the blocks of an email: headings, paragraphs, lists, quotations, tables, links and
 * emphasis. Leaves out pictures. Makes addresses within the site absolute with `origin`, which has no final slash.
 */
export function richTextToBlocks(html: string, origin: string): Block[] {
  const blocks: Block[] = [];
  /** Lists that are open, the innermost last. */
  const openLists: { items: string[]; numbered: boolean; firstNumber: number }[] = [];
  /** Links and emphasis that are open, the innermost last. */
  const openMarks: { tag: string; href: string; text: string }[] = [];
  let quote: string[] | null = null;
  let table: BlockOf<"table"> | null = null;
  let row: TableCell[] = [];
  /** The open table cell. Its lists and paragraphs become one text. */
  let cell: TableCell | null = null;
  let isCaption = false;
  let line = "";
  const add = (text: string) => {
    const innermost = openMarks.at(-1);
    if (innermost) innermost.text += text;
    else line += text;
  };
  /** Ends the current line and adds it to the open block, or as a new block. Closes marks that are still open. */
  const endLine = (kind: "text" | "heading" | "item") => {
    while (openMarks.length > 0) closeMark();
    const text = line.replace(/ +/g, " ").trim();
    line = "";
    if (text === "" || isCaption) return;
    if (cell) cell.text += cell.text === "" ? text : ` ${text}`;
    else if (quote) quote.push(text);
    else if (kind !== "item" || !addToItem(text)) addBlock({ kind: kind === "heading" ? "heading" : "text", text });
  };
  /**
   * Adds a text to the current item. Returns false when no item is open, or when a block inside the item has already
   * ended the list so far (`endItems`).
   */
  const addToItem = (text: string): boolean => {
    const items = openLists.at(-1)?.items ?? [];
    const item = items.pop();
    if (item === undefined) return false;
    items.push(item === "" ? text : `${item} ${text}`);
    return true;
  };
  /** Adds the items so far of all open lists as blocks. Each list continues its numbers in its next block. */
  const endItems = () => {
    for (const list of openLists) {
      const { numbered, firstNumber } = list;
      const items = list.items.splice(0);
      list.firstNumber += items.length;
      if (items.some((item) => item !== ""))
        blocks.push({ kind: "list", items, numbered, ...(firstNumber > 1 && { firstNumber }) });
    }
  };
  const addBlock = (block: Block) => {
    endItems();
    blocks.push(block);
  };
  const closeMark = () => {
    const mark = openMarks.pop();
    if (!mark || mark.text.trim() === "") return add(mark?.text ?? "");
    const { tag, href, text } = mark;
    add(tag === "a" ? (href === "" ? text : linked(text, href)) : (inlineMarks[tag]?.(text) ?? text));
  };
  for (const [, slash, tag, href = "", attributes = "", text] of html.matchAll(token)) {
    if (text !== undefined) add(cleanInline(decodeEntities(text)));
    else if (tag === undefined) continue;
    else if (tag === "a" || tag in inlineMarks) {
      if (slash) closeMark();
      else openMarks.push({ tag, href: decodeEntities(href).replace(/^\/(?!\/)/, `${origin}/`), text: "" });
    } else if (tag === "br") add(" ");
    else if (tag === "td" || tag === "th") {
      endLine("text");
      if (slash && cell) row.push(cell);
      cell = slash ? null : { text: "", columns: spanIn(attributes, "colspan"), rows: spanIn(attributes, "rowspan") };
    } else if (cell) endLine("text");
    else if (tag === "figcaption") {
      endLine("text");
      isCaption = !slash;
    } else if (tag === "table") {
      endLine("text");
      if (slash && table && table.rows.length > 0) addBlock(table);
      table = slash ? null : { kind: "table", head: [], rows: [] };
    } else if (tag === "thead" && slash && table) table.head = table.rows.pop() ?? [];
    else if (tag === "tr" && slash) {
      if (row.length > 0) table?.rows.push(row);
      row = [];
    } else if (tag === "blockquote") {
      endLine("text");
      if (slash && quote && quote.length > 0) addBlock({ kind: "quote", paragraphs: quote });
      quote = slash ? null : [];
    } else if (tag === "ul" || tag === "ol") {
      endLine("item");
      endItems();
      if (slash) openLists.pop();
      else openLists.push({ items: [], numbered: tag === "ol", firstNumber: 1 });
    } else if (tag === "h2" || tag === "h3") endLine(slash ? "heading" : "text");
    else if (tag === "p" || tag === "li") {
      endLine(openLists.length > 0 ? "item" : "text");
      if (tag === "li" && !slash) openLists.at(-1)?.items.push("");
    }
  }
  endLine("text");
  return blocks;
}

/** Keeps a text on one line, unless it could be wider than the screen of a phone, such as a payment's id. */
const getWrapStyle = (text: string): CSSProperties =>
  text.length <= 24 ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere" };

function renderPiece(piece: Piece, locale: Locale, index: number): ReactNode {
  switch (piece.kind) {
    case "text":
      return piece.text;
    case "ltr":
      // `lang` makes screen readers read digits and Latin letters in an Arabic sentence as English.
      return (
        <span key={index} dir="ltr" lang={locale === "ar" ? "en" : undefined} style={getWrapStyle(piece.text)}>
          {piece.text}
        </span>
      );
    case "name":
      return (
        <span key={index} dir="auto" lang={isForeign(piece.text, locale) ? (locale === "ar" ? "en" : "ar") : undefined}>
          {piece.text}
        </span>
      );
    case "mailbox":
      return (
        <a key={index} href={`mailto:${piece.text}`} style={{ color: "inherit", textDecoration: "underline" }}>
          <span dir="ltr" lang={locale === "ar" ? "en" : undefined} style={{ overflowWrap: "anywhere" }}>
            {piece.text}
          </span>
        </a>
      );
    case "strong":
      return (
        <strong key={index} className="ink" style={{ fontWeight: 600, color: colours.ink }}>
          {piece.pieces.map((inner, innerIndex) => renderPiece(inner, locale, innerIndex))}
        </strong>
      );
    case "emphasis":
      return <em key={index}>{piece.pieces.map((inner, innerIndex) => renderPiece(inner, locale, innerIndex))}</em>;
    case "link":
      return (
        <a key={index} href={piece.href} className="link" style={{ color: colours.link, textDecoration: "underline" }}>
          {piece.pieces.map((inner, innerIndex) => renderPiece(inner, locale, innerIndex))}
        </a>
      );
  }
}

/** Renders a text with marks (`marks.ts`) as HTML. */
export const renderMarks = (text: string, locale: Locale): ReactNode =>
  parsePieces(text).map((piece, index) => renderPiece(piece, locale, index));
