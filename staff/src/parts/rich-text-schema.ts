/**
 * The elements of a rich text, exactly those of src/platform/rich-text.server.ts. They are defined here one by one,
 * because TipTap's kit adds elements that no text may have (code, rules, link detection) and makes the editor page a
 * quarter larger.
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

/** Creates the node of a list, `ul` or `ol`. Typing text that matches `find`, such as `- ` or `1. `, starts a list. */
const createList = (name: string, tag: string, find: RegExp) =>
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

/** Matches `**bold**` when the last asterisk is typed. */
export const typedBold = /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/;

/** Creates the mark for bold or italic, with a keyboard shortcut. Text that matches `typedPattern` is converted. */
const createEmphasis = (name: string, tag: string, sameAs: string, key: string, typedPattern?: RegExp) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }, { tag: sameAs }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(this.name) };
    },
    addInputRules() {
      return typedPattern ? [markInputRule({ find: typedPattern, type: this.type })] : [];
    },
  });

/** Matches a web address when a space is typed after it. A full stop or bracket at its end belongs to the sentence. */
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
        handler: ({ state, range, match: [typedText, href = ""] }) => {
          const { tr } = state;
          const from = range.from + typedText.indexOf(href);
          tr.addMark(from, from + href.length, type.create({ href }));
          tr.removeStoredMark(type);
        },
      }),
    ];
  },
});

/** Text inside a sentence that may have another direction. */
const Isolated = Mark.create({
  name: "bdi",
  parseHTML: () => [{ tag: "bdi" }],
  renderHTML: ({ HTMLAttributes }) => ["bdi", HTMLAttributes, 0],
});

/** Widths of a picture that is narrower than the text. For the full width the attribute is empty. */
export const pictureWidths = ["half", "two-thirds"] as const;

const uploadedPicture = 'img[src^="/media/"]';
/** An attribute of the figure, which the node's own `parseHTML` and `renderHTML` read and write. */
const figureAttribute = { default: "", parseHTML: () => null, rendered: false };

/** An uploaded picture, in a figure if it has a caption or a width. The site shows no other pictures. */
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
      tag: `figure:has(${uploadedPicture})`,
      getAttrs: (figure) => {
        const picture = figure.querySelector(uploadedPicture);
        const width = figure.dataset["width"] ?? "";
        return {
          src: picture?.getAttribute("src"),
          alt: picture?.getAttribute("alt"),
          caption: figure.querySelector("figcaption")?.textContent.replaceAll(/\s+/g, " ").trim() ?? "",
          width: pictureWidths.some((allowedWidth) => allowedWidth === width) ? width : "",
        };
      },
    },
    { tag: uploadedPicture },
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

/** Lets the cursor stand before or after a table or picture where there is no paragraph. */
const GapCursor = Extension.create({ name: "gapCursor", addProseMirrorPlugins: () => [gapCursor()] });

const History = Extension.create({
  name: "history",
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const createShortcut = (command: Command) => () => runCommand(this.editor, command);
    return { "Mod-z": createShortcut(undo), "Shift-Mod-z": createShortcut(redo), "Mod-y": createShortcut(redo) };
  },
});

export const richTextSchema = [
  Document,
  Text,
  Paragraph,
  HardBreak,
  Heading,
  Blockquote,
  createList("bulletList", "ul", /^\s*[-+*]\s$/),
  createList("orderedList", "ol", /^\s*\d+\.\s$/),
  ListItem,
  createEmphasis("bold", "strong", "b", "Mod-b", typedBold),
  createEmphasis("italic", "em", "i", "Mod-i"),
  Link,
  Isolated,
  Picture,
  Fact,
  ...tableNodes,
  GapCursor,
  History,
];
