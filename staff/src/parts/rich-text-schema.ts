/**
 * What a rich text may hold: exactly the elements of src/platform/rich-text.server.ts. Written out here, because
 * TipTap's own kit brings what no text may have (code, rules, link detection) and makes the editor's page a quarter
 * heavier.
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
import { history, redo, undo } from "@tiptap/pm/history";

const headingLevels = [2, 3] as const;

/** A page of the site, a file of ours, or an address with a scheme that may be followed. */
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

/** `ul` or `ol`; typing `- ` or `1. ` begins one. */
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

/** `**bold**`, when the last star is typed. */
export const typedBold = /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/;

/** Bold and italic, by key too. `typed`: text that becomes it while it is typed. */
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

/** A web address, when the space behind it is typed. A full stop or bracket at its end belongs to the sentence. */
export const typedAddress = /(?:^|[\s(])(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’،؛؟]) $/;

const Link = Mark.create({
  name: "link",
  priority: 1000,
  // What is typed behind a link is no part of it.
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

/** Words of another direction inside a sentence. */
const Isolated = Mark.create({
  name: "bdi",
  parseHTML: () => [{ tag: "bdi" }],
  renderHTML: ({ HTMLAttributes }) => ["bdi", HTMLAttributes, 0],
});

/** A picture of ours; the site shows no other. */
const Picture = Node.create({
  name: "image",
  group: "block",
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [{ tag: 'img[src^="/media/"]' }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

/** Stands for a fact of the settings, such as the company's name; the site fills it in. */
const Fact = Node.create({
  name: "fact",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ value: { default: "", parseHTML: (element: HTMLElement) => element.getAttribute("value") } }),
  parseHTML: () => [{ tag: "data[value]" }],
  renderHTML: ({ HTMLAttributes }) => ["data", mergeAttributes(HTMLAttributes)],
});

const History = Extension.create({
  name: "history",
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const by = (command: typeof undo) => () => command(this.editor.state, this.editor.view.dispatch);
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
  History,
];
