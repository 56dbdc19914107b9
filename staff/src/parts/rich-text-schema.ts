/**
 * The elements of a rich text, exactly those of src/platform/rich-text.server.ts. Written by hand, because TipTap's kit
 * adds elements that no text may have (code, rules, link detection) and makes the editor page a quarter larger.
 */
import {
  Extension,
  InputRule,
  Mark,
  markInputRule,
  mergeAttributes,
  Node,
  textblockTypeInputRule,
  wrappingInputRule,
} from "@tiptap/core";
import { gapCursor } from "@tiptap/pm/gapcursor";
import { history, redo, undo } from "@tiptap/pm/history";
import type { Command } from "@tiptap/pm/state";
import { runCommand } from "./run-command.ts";
import { tableNodes } from "./rich-text-tables.ts";

const headingLevels = [2, 3] as const;

/** Whether an address is a page or file of the site, or has an allowed scheme. */
export const isAllowedAddress = (address: string) =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s\\]*$/.test(address) || /^#?[\w-]+$/.test(address);

const Document = Node.create({ name: "doc", topNode: true, content: "block+" });
const Text = Node.create({ name: "text", group: "inline" });

const Paragraph = Node.create({
  name: "paragraph",
  priority: 1000,
  group: "block",
  content: "inline*",
  parseHTML: () => [{ tag: "p" }],
  renderHTML: ({ HTMLAttributes }) => ["p", HTMLAttributes, 0],
});

const HardBreak = Node.create({
  name: "hardBreak",
  group: "inline",
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: "br" }],
  renderHTML: () => ["br"],
  renderText: () => "\n",
  addKeyboardShortcuts() {
    const insert = () => this.editor.commands.insertContent({ type: this.name });
    return { "Shift-Enter": insert };
  },
});

const Heading = Node.create({
  name: "heading",
  group: "block",
  content: "inline*",
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => headingLevels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${String(node.attrs["level"])}`, HTMLAttributes, 0],
  addInputRules() {
    return headingLevels.map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: this.type, getAttributes: { level } }),
    );
  },
});

const Blockquote = Node.create({
  name: "blockquote",
  group: "block",
  content: "block+",
  defining: true,
  parseHTML: () => [{ tag: "blockquote" }],
  renderHTML: ({ HTMLAttributes }) => ["blockquote", HTMLAttributes, 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })];
  },
});

/** `ul` or `ol`. Typing `- ` or `1. ` starts one. */
const list = (name: string, tag: string, find: RegExp) =>
  Node.create({
    name,
    group: "block list",
    content: "listItem+",
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addInputRules() {
      return [wrappingInputRule({ find, type: this.type })];
    },
  });

const ListItem = Node.create({
  name: "listItem",
  content: "paragraph block*",
  defining: true,
  parseHTML: () => [{ tag: "li" }],
  renderHTML: ({ HTMLAttributes }) => ["li", HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      "Shift-Tab": () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** `**bold**`, once the last asterisk is typed. */
export const typedBold = /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/;

/** Bold and italic, also by keyboard. `typed` matches text to convert while typing. */
const emphasis = (name: string, tag: string, sameAs: string, key: string, typed?: RegExp) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }, { tag: sameAs }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(this.name) };
    },
    addInputRules() {
      return typed ? [markInputRule({ find: typed, type: this.type })] : [];
    },
  });

/** A web address, once a space after it is typed. A full stop or bracket at its end belongs to the sentence. */
export const typedAddress = /(?:^|[\s(])(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’،؛؟]) $/;

const Link = Mark.create({
  name: "link",
  priority: 1000,
  // Text typed after a link is not part of it.
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: "a[href]", getAttrs: (element) => isAllowedAddress(element.getAttribute("href") ?? "") && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ["a", HTMLAttributes, 0],
  addInputRules() {
    const { type } = this;
    return [
      new InputRule({
        find: typedAddress,
        handler: ({ state, range, match: [typed, href = ""] }) => {
          const { tr } = state;
          const from = range.from + typed.indexOf(href);
          tr.addMark(from, from + href.length, type.create({ href }));
          tr.removeStoredMark(type);
        },
      }),
    ];
  },
});

/** Text of another direction inside a sentence. */
const Isolated = Mark.create({
  name: "bdi",
  parseHTML: () => [{ tag: "bdi" }],
  renderHTML: ({ HTMLAttributes }) => ["bdi", HTMLAttributes, 0],
});

/** Widths of a picture besides that of the text, for which the attribute is empty. */
export const pictureWidths = ["half", "two-thirds"] as const;

const ownPicture = 'img[src^="/media/"]';
/** An attribute that the rules of `parseHTML` read and `renderHTML` writes. */
const figureAttribute = { default: "", parseHTML: () => null, rendered: false };

/** An uploaded picture, in a figure if it has a caption or a width. The site shows no others. */
const Picture = Node.create({
  name: "image",
  group: "block",
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    caption: figureAttribute,
    width: figureAttribute,
  }),
  parseHTML: () => [
    {
      tag: `figure:has(${ownPicture})`,
      getAttrs: (figure) => {
        const picture = figure.querySelector(ownPicture);
        const width = figure.dataset["width"] ?? "";
        return {
          src: picture?.getAttribute("src"),
          alt: picture?.getAttribute("alt"),
          caption: figure.querySelector("figcaption")?.textContent.replaceAll(/\s+/g, " ").trim() ?? "",
          width: pictureWidths.some((known) => known === width) ? width : "",
        };
      },
    },
    { tag: ownPicture },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { caption, width } = node.attrs as { caption: string; width: string };
    if (caption === "" && width === "") return ["img", HTMLAttributes];
    return [
      "figure",
      width === "" ? {} : { "data-width": width },
      ["img", HTMLAttributes],
      ...(caption === "" ? [] : [["figcaption", caption] as const]),
    ];
  },
});

/** A placeholder for a value from the settings, such as the company's name, which the site fills in. */
const Fact = Node.create({
  name: "fact",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ value: { default: "", parseHTML: (element: HTMLElement) => element.getAttribute("value") } }),
  parseHTML: () => [{ tag: "data[value]" }],
  renderHTML: ({ HTMLAttributes }) => ["data", mergeAttributes(HTMLAttributes)],
});

/** A cursor before or after a table or picture that has no line there. */
const GapCursor = Extension.create({ name: "gapCursor", addProseMirrorPlugins: () => [gapCursor()] });

const History = Extension.create({
  name: "history",
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const by = (command: Command) => () => runCommand(this.editor, command);
    return { "Mod-z": by(undo), "Shift-Mod-z": by(redo), "Mod-y": by(redo) };
  },
});

export const richTextSchema = [
  Document,
  Text,
  Paragraph,
  HardBreak,
  Heading,
  Blockquote,
  list("bulletList", "ul", /^\s*[-+*]\s$/),
  list("orderedList", "ol", /^\s*\d+\.\s$/),
  ListItem,
  emphasis("bold", "strong", "b", "Mod-b", typedBold),
  emphasis("italic", "em", "i", "Mod-i"),
  Link,
  Isolated,
  Picture,
  Fact,
  ...tableNodes,
  GapCursor,
  History,
];
