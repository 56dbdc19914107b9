/**
 * Cleans pasted HTML so that the editor's schema understands it: headings, lists, links, emphasis and tables of Word,
 * Outlook, Google Docs and web pages. The schema drops the rest.
 */
import { picturesInRtf } from "./rtf-pictures.ts";

/** A picture for the media library. `alt` is its description where it came from. */
export interface PastedPicture {
  file: File;
  alt: string;
}

export interface Paste {
  /** In place of each picture it has `<img data-picture="0">`, with its index in `pictures`. */
  html: string;
  pictures: PastedPicture[];
  /** Whether a picture could not be taken. */
  hasLostPictures: boolean;
}

export interface PasteOptions {
  /** The clipboard's RTF. It holds the pictures to which Word's HTML only refers. */
  rtf?: string;
  /** Of the site. Links to it become links within it. */
  origin: string;
  /** Without it every picture is a loss. */
  takesPictures: boolean;
  parse?: typeof parseHtml;
}

const parseHtml = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

const pictureTypes = new Set(["image/png", "image/jpeg", "image/webp", "image/avif"]);
const headings = "h1, h2, h3, h4, h5, h6";
const blocks = `${headings}, p, div, ul, ol, li, blockquote, table, figure, figcaption`;
/** What is no text: programs' data, controls, and frames. */
const notText =
  "script, style, link, meta, title, xml, template, noscript, iframe, object, svg, math, video, audio, button, input, select, textarea, colgroup";

/** The CSP would report a style or a handler, even in a document that is never shown. Both are read by another name. */
const withoutActiveAttributes = (html: string) =>
  html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\s(style|on\w+)\s*=/gi, " data-$1="));

const textOf = (node: Node) => (node.textContent ?? "").replaceAll(/[\s\u00a0\u200b]+/g, " ").trim();
const styleOf = (element: Element, property: string) =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, "i").exec(element.getAttribute("data-style") ?? "")?.[1]?.trim();

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function removeHidden(root: HTMLElement): void {
  for (const element of root.querySelectorAll(notText)) element.remove();
  for (const element of root.querySelectorAll("[data-style]"))
    if (styleOf(element, "display") === "none" || styleOf(element, "mso-hide") === "all") element.remove();
  const comments = root.ownerDocument.createTreeWalker(root, 128 /* comments */);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
}

/** Bold and italic that are written as a style become elements; elements that a style makes plain are removed. */
function normalizeEmphasis(root: HTMLElement): void {
  for (const element of root.querySelectorAll("b, strong"))
    if (/^(?:normal|[1-5]00)$/.test(styleOf(element, "font-weight") ?? "")) unwrap(element);
  for (const element of root.querySelectorAll("i, em"))
    if (styleOf(element, "font-style") === "normal") unwrap(element);
  const wrap = (element: Element, name: string) => {
    // A style around paragraphs belongs to each of them.
    if (element.querySelector(blocks) || textOf(element) === "") return;
    const mark = element.ownerDocument.createElement(name);
    mark.append(...element.childNodes);
    element.append(mark);
  };
  for (const element of root.querySelectorAll("span, font, a")) {
    if (/^(?:bold|bolder|[6-9]00)$/.test(styleOf(element, "font-weight") ?? "")) wrap(element, "strong");
    if (styleOf(element, "font-style") === "italic") wrap(element, "em");
  }
}

/** The page has the first heading. If the text has one, too, all of its headings are one level lower. */
function normalizeHeadings(root: HTMLElement): void {
  for (const element of root.querySelectorAll("p.MsoTitle")) rename(element, "h1");
  for (const element of root.querySelectorAll("[role=heading][aria-level]"))
    rename(element, `h${Math.min(6, Number(element.getAttribute("aria-level")) || 2)}`);
  const hasFirst = root.querySelector("h1") !== null;
  for (const element of root.querySelectorAll(headings)) {
    const level = Number(element.localName[1]);
    const heading = rename(element, level === 1 || (level === 2 && !hasFirst) ? "h2" : "h3");
    for (const bold of heading.querySelectorAll("b, strong")) unwrap(bold);
  }
}

interface ListLine {
  level: number;
  tag: "ol" | "ul";
  item: Element;
}

/** Builds nested lists of lines with a level, in place of the first of them. */
function buildList(lines: readonly ListLine[]): void {
  const open: { level: number; tag: string; list: Element }[] = [];
  for (const { level, tag, item } of lines) {
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    // Another kind of list on the same level is a list of its own.
    if (last && last.level === level && last.tag !== tag) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = item.ownerDocument.createElement(tag);
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      open.push({ level, tag, list });
    }
    open.at(-1)?.list.append(item);
  }
}

/** Groups neighbours: an element that follows the one before without text between. */
function groupNeighbours(elements: Iterable<Element>): Element[][] {
  const groups: Element[][] = [];
  for (const element of elements) {
    let before = element.previousSibling;
    while (before?.nodeType === 3 && textOf(before) === "") before = before.previousSibling;
    const last = groups.at(-1);
    if (before && last?.at(-1) === before) last.push(element);
    else groups.push([element]);
  }
  return groups;
}

/** Word writes a list as paragraphs with a level, whose bullet or number is text. */
function readWordLists(root: HTMLElement): void {
  const isListed = (element: Element) => /\bl\d+\s+level\d+/.test(styleOf(element, "mso-list") ?? "");
  const takeMarker = (element: Element) => {
    const marker = [...element.querySelectorAll("[data-style]")].find(
      (inner) => styleOf(inner, "mso-list")?.toLowerCase() === "ignore",
    );
    const text = marker ? textOf(marker) : "";
    marker?.remove();
    return text;
  };
  for (const element of root.querySelectorAll(headings))
    if (isListed(element)) element.prepend(`${takeMarker(element)} `);
  const paragraphs = [...root.querySelectorAll("p[data-style], div[data-style]")].filter(isListed);
  for (const group of groupNeighbours(paragraphs))
    buildList(
      group.map((element) => ({
        level: Number(/level(\d+)/.exec(styleOf(element, "mso-list") ?? "")?.[1] ?? "1"),
        tag: /^\(?(?:[\p{L}\p{N}]{1,5}[.)-])+$/u.test(takeMarker(element)) ? "ol" : "ul",
        item: rename(element, "li"),
      })),
    );
}

/** Word for the web writes each item as a list of its own. */
function readWordOnlineLists(root: HTMLElement): void {
  for (const group of groupNeighbours(root.querySelectorAll(".ListContainerWrapper")))
    buildList(
      group.flatMap((wrapper) =>
        [...wrapper.querySelectorAll("li")].map((item): ListLine => {
          // The wrapper's place is that of the list.
          wrapper.before(item);
          const tag = wrapper.querySelector("ol") ? "ol" : "ul";
          wrapper.remove();
          return { level: Number(item.getAttribute("data-aria-level") ?? "1"), tag, item };
        }),
      ),
    );
}

const isBold = (cell: Element) => {
  const text = textOf(cell);
  const bold = [...cell.querySelectorAll("b, strong")]
    .filter((element) => !element.parentElement?.closest("b, strong"))
    .map(textOf)
    .join(" ");
  return text !== "" && bold.replaceAll(" ", "") === text.replaceAll(" ", "");
};

/** Whether a row is the head of its table: written so, marked so by Word, or bold from end to end. */
function isHead(row: Element): boolean {
  const cells = [...row.children];
  return (
    row.parentElement?.localName === "thead" ||
    /mso-yfti-irow:\s*-1\b/.test(row.getAttribute("data-style") ?? "") ||
    (cells.some((cell) => textOf(cell) !== "") && cells.every((cell) => isBold(cell) || textOf(cell) === ""))
  );
}

/** Tables that only lay out what they hold are removed; the first row of the others may be their head. */
function normalizeTables(root: HTMLElement): void {
  for (const table of root.querySelectorAll("table")) {
    const cells = table.querySelectorAll("td, th");
    if (table.querySelector("table") || table.getAttribute("role") === "presentation" || cells.length < 2) {
      for (const cell of cells) if (cell.closest("table") === table) rename(cell, "div");
      for (const part of table.querySelectorAll("thead, tbody, tfoot, tr, caption"))
        if (part.closest("table") === table) unwrap(part);
      unwrap(table);
      continue;
    }
    for (const caption of table.querySelectorAll("caption")) table.before(rename(caption, "p"));
    for (const row of table.querySelectorAll("tr")) if (textOf(row) === "" && !row.querySelector("img")) row.remove();
    const [first, second] = table.querySelectorAll("tr");
    if (first && second && isHead(first)) for (const cell of first.querySelectorAll(":scope > *")) rename(cell, "th");
    for (const cell of table.querySelectorAll("th")) {
      for (const bold of cell.querySelectorAll("b, strong")) unwrap(bold);
    }
    // A cell has paragraphs and lists, no headings.
    for (const heading of table.querySelectorAll(headings)) rename(heading, "p");
  }
}

/** The address to which Outlook's and Google's own links lead; of this site without its origin. */
function plainAddress(href: string, origin: string): string {
  if (!URL.canParse(href)) return href;
  const url = new URL(href);
  const inner = url.hostname.endsWith(".safelinks.protection.outlook.com")
    ? url.searchParams.get("url")
    : /^www\.google\.\w+$/.test(url.hostname) && url.pathname === "/url"
      ? (url.searchParams.get("q") ?? url.searchParams.get("url"))
      : null;
  if (inner !== null) return plainAddress(inner, origin);
  return url.origin === origin ? url.href.slice(origin.length) : href;
}

const toFile = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new File([bytes], `${crypto.randomUUID()}.${type.split("/")[1] ?? ""}`, { type });

function fileOfDataUrl(src: string): File | null {
  const [, type = "", base64 = ""] = /^data:(image\/[a-z+]+);base64,([A-Za-z\d+/=\s%]+)$/.exec(src) ?? [];
  if (!pictureTypes.has(type)) return null;
  try {
    return toFile(
      Uint8Array.from(atob(decodeURIComponent(base64).replaceAll(/\s/g, "")), (character) => character.charCodeAt(0)),
      type,
    );
  } catch {
    return null;
  }
}

/** What Word adds to a description that it has guessed. */
const guessedAlt = /\s*(?:Description automatically generated.*|AI-generated content may be incorrect\.?)$/i;

/** A picture alone in a paragraph stands for itself; Word's caption below it becomes its own. */
function liftPictures(root: HTMLElement): void {
  for (const picture of root.querySelectorAll("img")) {
    const paragraph = picture.closest("p");
    if (paragraph && textOf(paragraph) === "") paragraph.replaceWith(...paragraph.querySelectorAll("img"));
    const caption = picture.nextElementSibling;
    if (!caption?.matches("p.MsoCaption")) continue;
    const figure = root.ownerDocument.createElement("figure");
    picture.before(figure);
    figure.append(picture, rename(caption, "figcaption"));
  }
}

/** Keeps own pictures, replaces what the library can take by a mark, and removes the others. */
function takePictures(root: HTMLElement, { rtf = "", origin, takesPictures }: PasteOptions) {
  const pictures: PastedPicture[] = [];
  let hasLostPictures = false;
  const all = [...root.querySelectorAll("img")];
  const onDisk = all.filter((picture) => /^file:/i.test(picture.getAttribute("src") ?? ""));
  const inRtf = onDisk.length > 0 ? picturesInRtf(rtf) : [];
  // Only the order says which is which.
  const isInRtf = inRtf.length > 0 && inRtf.length === onDisk.length;
  for (const picture of all) {
    const src = plainAddress(picture.getAttribute("src") ?? "", origin);
    const alt = (picture.getAttribute("alt") ?? "").replaceAll(/\s+/g, " ").replace(guessedAlt, "").trim();
    // Web pages count their readers by it.
    const isDot = ["width", "height"].some((name) => picture.getAttribute(name) === "1");
    for (const name of picture.getAttributeNames()) picture.removeAttribute(name);
    if (takesPictures && src.startsWith("/media/")) {
      picture.setAttribute("src", src);
      picture.setAttribute("alt", alt);
      continue;
    }
    const found = isInRtf ? inRtf[onDisk.indexOf(picture)] : undefined;
    const file = found ? toFile(found.bytes, found.type) : fileOfDataUrl(src);
    if (takesPictures && file) {
      picture.setAttribute("data-picture", String(pictures.length));
      pictures.push({ file, alt });
    } else {
      hasLostPictures ||= !isDot;
      (picture.closest("figure") ?? picture).remove();
    }
  }
  return { pictures, hasLostPictures };
}

/** Removes empty blocks, line breaks that separate them, and spaces that only lay out. */
function removeEmpty(root: HTMLElement): void {
  const texts = root.ownerDocument.createTreeWalker(root, 4 /* text */);
  while (texts.nextNode())
    texts.currentNode.nodeValue = (texts.currentNode.nodeValue ?? "").replaceAll(
      /[\s\u00a0]{2,}|\u00a0$|^\u00a0/g,
      " ",
    );
  for (const lineBreak of root.querySelectorAll("br")) {
    const isBetweenBlocks = [lineBreak.previousElementSibling, lineBreak.nextElementSibling].some((element) =>
      element?.matches(blocks),
    );
    const isLast = lineBreak.nextSibling === null && lineBreak.parentElement !== root;
    if (isBetweenBlocks || isLast || lineBreak.parentElement === root) lineBreak.remove();
  }
  const isEmpty = (element: Element) => textOf(element) === "" && !element.querySelector("img, td, th");
  // From the inside out.
  for (const element of [...root.querySelectorAll(`${blocks}, a, b, strong, i, em`)].toReversed())
    if (isEmpty(element)) element.remove();
}

const keptAttributes = new Set(["href", "src", "alt", "colspan", "rowspan", "data-picture", "data-width", "value"]);

/** The cleaned HTML and its pictures. */
export function cleanPaste(html: string, options: PasteOptions): Paste {
  const { parse = parseHtml } = options;
  const root = parse(withoutActiveAttributes(html.replaceAll(/<style[\s\S]*?<\/style>/gi, ""))).body;
  removeHidden(root);
  readWordLists(root);
  readWordOnlineLists(root);
  normalizeEmphasis(root);
  normalizeTables(root);
  normalizeHeadings(root);
  liftPictures(root);
  const { pictures, hasLostPictures } = takePictures(root, options);
  for (const link of root.querySelectorAll("a[href]"))
    link.setAttribute("href", plainAddress(link.getAttribute("href") ?? "", options.origin));
  removeEmpty(root);
  for (const element of root.querySelectorAll("*"))
    for (const name of element.getAttributeNames()) if (!keptAttributes.has(name)) element.removeAttribute(name);
  for (const element of root.querySelectorAll("span, font, a:not([href])")) unwrap(element);
  return { html: root.innerHTML.trim(), pictures, hasLostPictures };
}

/** Fills the marks of pictures. A picture that was left out is removed, with its caption. */
export function fillPictures(
  html: string,
  chosen: readonly ({ src: string; alt: string } | null)[],
  parse = parseHtml,
): string {
  const { body } = parse(html);
  for (const picture of body.querySelectorAll("img[data-picture]")) {
    const use = chosen[Number(picture.getAttribute("data-picture"))];
    if (use) {
      picture.setAttribute("src", use.src);
      picture.setAttribute("alt", use.alt);
      picture.removeAttribute("data-picture");
    } else (picture.closest("figure") ?? picture).remove();
  }
  return body.innerHTML;
}
