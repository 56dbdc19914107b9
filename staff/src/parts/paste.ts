/**
 * Cleans pasted HTML so that the editor's schema understands it: headings, lists, links, emphasis and tables of Word,
 * Outlook, Google Docs and web pages. The schema drops the rest.
 */
import { picturesInRtf } from "./rtf-pictures.ts";

/** A pasted picture for the media library. `alt` is its description in the source. */
export interface PastedPicture {
  file: File;
  alt: string;
}

export interface Paste {
  /** HTML in which each picture is a placeholder `<img data-picture="0">` with its index in `pictures`. */
  html: string;
  pictures: PastedPicture[];
  /** Whether a picture could not be taken over. */
  hasLostPictures: boolean;
}

export interface PasteOptions {
  /** The clipboard's RTF. It holds the pictures to which Word's HTML only refers. */
  rtf?: string;
  /** Origin of the site. Links to it become links within the site. */
  origin: string;
  /** Whether pictures are accepted. If not, every picture counts as lost. */
  takesPictures: boolean;
  parse?: typeof parseHtml;
}

const parseHtml = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

const pictureTypes = new Set(["image/png", "image/jpeg", "image/webp", "image/avif"]);
const headings = "h1, h2, h3, h4, h5, h6";
const blocks = `${headings}, p, div, ul, ol, li, blockquote, table, figure, figcaption`;
/** Elements whose content is not part of the text, such as data of programs, controls and frames. */
const nonTextElements =
  "script, style, link, meta, title, xml, template, noscript, iframe, object, svg, math, video, audio, button, input, select, textarea, colgroup";

/** Renames styles and event handlers to `data-…`, because the CSP reports them even if the document is not shown. */
const renameActiveAttributes = (html: string) =>
  html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\s(style|on\w+)\s*=/gi, " data-$1="));

const getText = (node: Node) => (node.textContent ?? "").replaceAll(/[\s\u00a0\u200b]+/g, " ").trim();
const getStyle = (element: Element, property: string) =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, "i").exec(element.getAttribute("data-style") ?? "")?.[1]?.trim();

function renameElement(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function removeHidden(root: HTMLElement): void {
  for (const element of root.querySelectorAll(nonTextElements)) element.remove();
  for (const element of root.querySelectorAll("[data-style]"))
    if (getStyle(element, "display") === "none" || getStyle(element, "mso-hide") === "all") element.remove();
  const walker = root.ownerDocument.createTreeWalker(root, 128 /* NodeFilter.SHOW_COMMENT */);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Replaces bold and italic styles by elements, and removes `b` and `i` elements that a style makes plain. */
function normalizeEmphasis(root: HTMLElement): void {
  for (const element of root.querySelectorAll("b, strong"))
    if (/^(?:normal|[1-5]00)$/.test(getStyle(element, "font-weight") ?? "")) unwrap(element);
  for (const element of root.querySelectorAll("i, em"))
    if (getStyle(element, "font-style") === "normal") unwrap(element);
  const wrap = (element: Element, name: string) => {
    // Skips an element that contains whole blocks, and an empty one.
    if (element.querySelector(blocks) || getText(element) === "") return;
    const mark = element.ownerDocument.createElement(name);
    mark.append(...element.childNodes);
    element.append(mark);
  };
  for (const element of root.querySelectorAll("span, font, a")) {
    if (/^(?:bold|bolder|[6-9]00)$/.test(getStyle(element, "font-weight") ?? "")) wrap(element, "strong");
    if (getStyle(element, "font-style") === "italic") wrap(element, "em");
  }
}

/**
 * Maps all headings to h2 and h3, because the h1 is the title of the page. If the text has an h1, that becomes h2 and
 * all other headings become h3.
 */
function normalizeHeadings(root: HTMLElement): void {
  for (const element of root.querySelectorAll("p.MsoTitle")) renameElement(element, "h1");
  for (const element of root.querySelectorAll("[role=heading][aria-level]"))
    renameElement(element, `h${Math.min(6, Number(element.getAttribute("aria-level")) || 2)}`);
  const hasH1 = root.querySelector("h1") !== null;
  for (const element of root.querySelectorAll(headings)) {
    const level = Number(element.localName[1]);
    const heading = renameElement(element, level === 1 || (level === 2 && !hasH1) ? "h2" : "h3");
    for (const bold of heading.querySelectorAll("b, strong")) unwrap(bold);
  }
}

interface ListLine {
  level: number;
  tag: "ol" | "ul";
  item: Element;
}

/** Builds nested lists from lines with a level, at the position of the first line. */
function buildList(lines: readonly ListLine[]): void {
  /** The lists around the current line, the innermost last. */
  const openLists: { level: number; tag: string; list: Element }[] = [];
  for (const { level, tag, item } of lines) {
    while ((openLists.at(-1)?.level ?? 0) > level) openLists.pop();
    const innermost = openLists.at(-1);
    // A list of another kind on the same level is a separate list.
    if (innermost && innermost.level === level && innermost.tag !== tag) openLists.pop();
    if (openLists.at(-1)?.level !== level) {
      const list = item.ownerDocument.createElement(tag);
      const parent = openLists.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      openLists.push({ level, tag, list });
    }
    openLists.at(-1)?.list.append(item);
  }
}

/** Groups elements that follow each other without text between them. */
function groupNeighbours(elements: Iterable<Element>): Element[][] {
  const groups: Element[][] = [];
  for (const element of elements) {
    let previous = element.previousSibling;
    while (previous?.nodeType === 3 && getText(previous) === "") previous = previous.previousSibling;
    const lastGroup = groups.at(-1);
    if (previous && lastGroup?.at(-1) === previous) lastGroup.push(element);
    else groups.push([element]);
  }
  return groups;
}

/** Converts lists of Word, which are paragraphs with a level, and with the bullet or number as text. */
function readWordLists(root: HTMLElement): void {
  const isListItem = (element: Element) => /\bl\d+\s+level\d+/.test(getStyle(element, "mso-list") ?? "");
  /** Removes the bullet or number of a list item and returns its text. */
  const takeMarker = (element: Element) => {
    const marker = [...element.querySelectorAll("[data-style]")].find(
      (inner) => getStyle(inner, "mso-list")?.toLowerCase() === "ignore",
    );
    const text = marker ? getText(marker) : "";
    marker?.remove();
    return text;
  };
  for (const element of root.querySelectorAll(headings))
    if (isListItem(element)) element.prepend(`${takeMarker(element)} `);
  const paragraphs = [...root.querySelectorAll("p[data-style], div[data-style]")].filter(isListItem);
  for (const group of groupNeighbours(paragraphs))
    buildList(
      group.map((element) => ({
        level: Number(/level(\d+)/.exec(getStyle(element, "mso-list") ?? "")?.[1] ?? "1"),
        tag: /^\(?(?:[\p{L}\p{N}]{1,5}[.)-])+$/u.test(takeMarker(element)) ? "ol" : "ul",
        item: renameElement(element, "li"),
      })),
    );
}

/** Converts lists of Word for the web, in which each item is a separate list. */
function readWordOnlineLists(root: HTMLElement): void {
  for (const group of groupNeighbours(root.querySelectorAll(".ListContainerWrapper")))
    buildList(
      group.flatMap((wrapper) =>
        [...wrapper.querySelectorAll("li")].map((item): ListLine => {
          // The list must be at the position of the wrapper.
          wrapper.before(item);
          const tag = wrapper.querySelector("ol") ? "ol" : "ul";
          wrapper.remove();
          return { level: Number(item.getAttribute("data-aria-level") ?? "1"), tag, item };
        }),
      ),
    );
}

const isBold = (cell: Element) => {
  const text = getText(cell);
  const bold = [...cell.querySelectorAll("b, strong")]
    .filter((element) => !element.parentElement?.closest("b, strong"))
    .map(getText)
    .join(" ");
  return text !== "" && bold.replaceAll(" ", "") === text.replaceAll(" ", "");
};

/** Whether a row is the header of its table: it is in `thead`, or Word marks it as header, or all its text is bold. */
function isHeaderRow(row: Element): boolean {
  const cells = [...row.children];
  return (
    row.parentElement?.localName === "thead" ||
    /mso-yfti-irow:\s*-1\b/.test(row.getAttribute("data-style") ?? "") ||
    (cells.some((cell) => getText(cell) !== "") && cells.every((cell) => isBold(cell) || getText(cell) === ""))
  );
}

/** Removes tables that are only for layout, and keeps their content. In other tables, converts a header row. */
function normalizeTables(root: HTMLElement): void {
  for (const table of root.querySelectorAll("table")) {
    const cells = table.querySelectorAll("td, th");
    if (table.querySelector("table") || table.getAttribute("role") === "presentation" || cells.length < 2) {
      for (const cell of cells) if (cell.closest("table") === table) renameElement(cell, "div");
      for (const part of table.querySelectorAll("thead, tbody, tfoot, tr, caption"))
        if (part.closest("table") === table) unwrap(part);
      unwrap(table);
      continue;
    }
    for (const caption of table.querySelectorAll("caption")) table.before(renameElement(caption, "p"));
    for (const row of table.querySelectorAll("tr")) if (getText(row) === "" && !row.querySelector("img")) row.remove();
    const [firstRow, secondRow] = table.querySelectorAll("tr");
    if (firstRow && secondRow && isHeaderRow(firstRow))
      for (const cell of firstRow.querySelectorAll(":scope > *")) renameElement(cell, "th");
    for (const cell of table.querySelectorAll("th")) {
      for (const bold of cell.querySelectorAll("b, strong")) unwrap(bold);
    }
    // A cell may contain paragraphs and lists, but no headings.
    for (const heading of table.querySelectorAll(headings)) renameElement(heading, "p");
  }
}

/** Returns the target of a redirect link of Outlook or Google. Removes the origin from an address of this site. */
function resolveAddress(href: string, origin: string): string {
  if (!URL.canParse(href)) return href;
  const url = new URL(href);
  const target = url.hostname.endsWith(".safelinks.protection.outlook.com")
    ? url.searchParams.get("url")
    : /^www\.google\.\w+$/.test(url.hostname) && url.pathname === "/url"
      ? (url.searchParams.get("q") ?? url.searchParams.get("url"))
      : null;
  if (target !== null) return resolveAddress(target, origin);
  return url.origin === origin ? url.href.slice(origin.length) : href;
}

const toFile = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new File([bytes], `${crypto.randomUUID()}.${type.split("/")[1] ?? ""}`, { type });

/** Returns the picture in a data URL, or null if it is not a picture of an accepted type. */
function readDataUrl(src: string): File | null {
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

/** The note that Word adds to a description that it has generated. */
const generatedAltNote = /\s*(?:Description automatically generated.*|AI-generated content may be incorrect\.?)$/i;

/** Takes pictures out of paragraphs without text, and turns Word's caption below a picture into its `figcaption`. */
function liftPictures(root: HTMLElement): void {
  for (const picture of root.querySelectorAll("img")) {
    const paragraph = picture.closest("p");
    if (paragraph && getText(paragraph) === "") paragraph.replaceWith(...paragraph.querySelectorAll("img"));
    const caption = picture.nextElementSibling;
    if (!caption?.matches("p.MsoCaption")) continue;
    const figure = root.ownerDocument.createElement("figure");
    picture.before(figure);
    figure.append(picture, renameElement(caption, "figcaption"));
  }
}

/**
 * Keeps pictures of the library, replaces those that the library can accept by placeholders, and removes the others.
 */
function takePictures(root: HTMLElement, { rtf = "", origin, takesPictures }: PasteOptions) {
  const pictures: PastedPicture[] = [];
  let hasLostPictures = false;
  const images = [...root.querySelectorAll("img")];
  const fileImages = images.filter((picture) => /^file:/i.test(picture.getAttribute("src") ?? ""));
  const rtfPictures = fileImages.length > 0 ? picturesInRtf(rtf) : [];
  // Only their order tells which RTF picture belongs to which image, so there must be as many of both.
  const matchesRtf = rtfPictures.length > 0 && rtfPictures.length === fileImages.length;
  for (const picture of images) {
    const src = resolveAddress(picture.getAttribute("src") ?? "", origin);
    const alt = (picture.getAttribute("alt") ?? "").replaceAll(/\s+/g, " ").replace(generatedAltNote, "").trim();
    // Web pages count their readers with pictures of one pixel. Such a picture is no loss.
    const isTrackingPixel = ["width", "height"].some((name) => picture.getAttribute(name) === "1");
    for (const name of picture.getAttributeNames()) picture.removeAttribute(name);
    if (takesPictures && src.startsWith("/media/")) {
      picture.setAttribute("src", src);
      picture.setAttribute("alt", alt);
      continue;
    }
    const rtfPicture = matchesRtf ? rtfPictures[fileImages.indexOf(picture)] : undefined;
    const file = rtfPicture ? toFile(rtfPicture.bytes, rtfPicture.type) : readDataUrl(src);
    if (takesPictures && file) {
      picture.setAttribute("data-picture", String(pictures.length));
      pictures.push({ file, alt });
    } else {
      hasLostPictures ||= !isTrackingPixel;
      (picture.closest("figure") ?? picture).remove();
    }
  }
  return { pictures, hasLostPictures };
}

/** Removes empty elements, repeated spaces, and line breaks outside or beside blocks or at the end of an element. */
function removeEmpty(root: HTMLElement): void {
  const texts = root.ownerDocument.createTreeWalker(root, 4 /* NodeFilter.SHOW_TEXT */);
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
  const isEmpty = (element: Element) => getText(element) === "" && !element.querySelector("img, td, th");
  // Inner elements come first, because removing them may empty the outer ones.
  for (const element of [...root.querySelectorAll(`${blocks}, a, b, strong, i, em`)].toReversed())
    if (isEmpty(element)) element.remove();
}

const allowedAttributes = new Set(["href", "src", "alt", "colspan", "rowspan", "data-picture", "data-width", "value"]);

/** Returns the cleaned HTML and its pictures. */
export function cleanPaste(html: string, options: PasteOptions): Paste {
  const { parse = parseHtml } = options;
  const root = parse(renameActiveAttributes(html.replaceAll(/<style[\s\S]*?<\/style>/gi, ""))).body;
  removeHidden(root);
  readWordLists(root);
  readWordOnlineLists(root);
  normalizeEmphasis(root);
  normalizeTables(root);
  normalizeHeadings(root);
  liftPictures(root);
  const { pictures, hasLostPictures } = takePictures(root, options);
  for (const link of root.querySelectorAll("a[href]"))
    link.setAttribute("href", resolveAddress(link.getAttribute("href") ?? "", options.origin));
  removeEmpty(root);
  for (const element of root.querySelectorAll("*"))
    for (const name of element.getAttributeNames()) if (!allowedAttributes.has(name)) element.removeAttribute(name);
  for (const element of root.querySelectorAll("span, font, a:not([href])")) unwrap(element);
  return { html: root.innerHTML.trim(), pictures, hasLostPictures };
}

/** Replaces the placeholders by the chosen pictures. Removes those of pictures that were left out, with the caption. */
export function fillPictures(
  html: string,
  chosen: readonly ({ src: string; alt: string } | null)[],
  parse = parseHtml,
): string {
  const { body } = parse(html);
  for (const picture of body.querySelectorAll("img[data-picture]")) {
    const chosenPicture = chosen[Number(picture.getAttribute("data-picture"))];
    if (chosenPicture) {
      picture.setAttribute("src", chosenPicture.src);
      picture.setAttribute("alt", chosenPicture.alt);
      picture.removeAttribute("data-picture");
    } else (picture.closest("figure") ?? picture).remove();
  }
  return body.innerHTML;
}
