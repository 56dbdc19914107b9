/** A mail as plain text: one fact a line, addresses on lines of their own, 74 columns. */
import type { Locale } from "#i18n/locale.ts";
import type { Block, CourseBlock, Fact, MailContent } from "./blocks.ts";
import { linksIn, plain } from "./marks.ts";

const columns = 74;
const wide = 60;

const width = (text: string) => [...text.replace(/\p{M}/gu, "")].length;

/** Lines of at most 74 columns, `first` before the first and `rest` before the others; no-break spaces hold. */
function wrapped(text: string, first = "", rest = first): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/[ \n]+/).filter(Boolean)) {
    const indent = lines.length === 0 ? first : rest;
    if (line !== "" && width(indent) + width(line) + 1 + width(word) > columns) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, (lines.length === 0 ? first : rest) + line];
}

const raised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

class TextWriter {
  readonly locale: Locale;
  constructor(locale: Locale) {
    this.locale = locale;
  }

  /** A foreign name in its isolate is not broken, for an isolate ends with its line. */
  words(text: string): string {
    return plain(text, this.locale).replace(/\u2068[^\u2069]*\u2069/g, (name) =>
      name.length > wide ? name : name.replaceAll(" ", "\u00a0"),
    );
  }

  address(label: string, href: string, indent = ""): string[] {
    return [`${indent}${raised(this.words(label))}:`, indent + href];
  }

  /** A paragraph, then its addresses; a paragraph that is only a link becomes its address. */
  paragraph(text: string, first = "", rest = first): string[] {
    const links = linksIn(text);
    const words = this.words(text);
    const only = links.length === 1 && words === this.words(links[0]?.alone ?? "");
    return [
      ...(only ? [] : wrapped(words, first, rest)),
      ...links.flatMap(({ alone, href }) => this.address(alone, href, rest)),
    ];
  }

  underlined(text: string, line: string): string[] {
    const words = wrapped(this.words(text));
    return [...words, line.repeat(Math.max(...words.map(width)))];
  }

  fact({ label, value }: Fact): string[] {
    if (typeof value === "string") return wrapped(`${this.words(label)}: ${this.words(value)}`, "", "   ");
    return [`${this.words(label)}:`, ...value.flatMap((item) => wrapped(this.words(item), "- ", "  "))];
  }

  course(course: CourseBlock, number: number | null): string[] {
    const indent = "   ";
    const lines = wrapped(this.words(course.name), number === null ? "" : `${number}. `, indent);
    for (const line of [course.dates, ...course.lines]) lines.push(...this.paragraph(line, indent));
    if (course.people) {
      lines.push(`${indent}${this.words(course.people.label)}:`);
      for (const name of course.people.names) lines.push(...wrapped(this.words(name), `${indent}- `, `${indent}  `));
    }
    if (course.price) {
      const { label, amount, isSum } = course.price;
      lines.push(...wrapped(`${this.words(label)}${isSum ? " =" : ":"} ${this.words(amount)}`, indent));
    }
    return lines;
  }

  block(block: Block): string[] {
    switch (block.kind) {
      case "text":
        return this.paragraph(block.text);
      case "heading":
        return this.underlined(block.text, "-");
      case "button":
        return this.address(block.label, block.href);
      case "address":
        return [];
      case "panel":
        return [...wrapped(this.words(block.title)), ...this.paragraph(block.text)];
      case "facts":
        return block.facts.flatMap((fact) => this.fact(fact));
      case "courses":
        return block.courses.flatMap((course, at) => [
          ...(at === 0 ? [] : [""]),
          ...this.course(course, block.courses.length > 1 ? at + 1 : null),
        ]);
      case "list":
        return block.items.flatMap((item, at) =>
          this.paragraph(item, block.numbered ? `${at + 1}. ` : "- ", block.numbered ? "   " : "  "),
        );
      case "quote":
        return block.paragraphs.flatMap((part, at) => [...(at === 0 ? [] : [">"]), ...wrapped(this.words(part), "> ")]);
      case "attached":
        return [
          ...this.underlined(block.title, "-"),
          ...block.files.flatMap(({ format, label }) => wrapped(`${this.words(label)} (${format})`, "- ", "  ")),
        ];
    }
  }
}

/** A line whose first strong letter is not an Arabic one, but not an address, nor the line that begins a signature. */
const turns = /^ *(?:[\p{Script=Latin}\d=\u2066\u2068+]|-{3})|^ +-|^[->] +[^\p{Script=Arabic} ]/u;
const standsAlone = /^ *https?:|^-- $|^>?$/;

/** Programs take each line's direction from its first letter: a mark keeps lines of an Arabic mail right to left. */
const held = (line: string) => (turns.test(line) && !standsAlone.test(line) ? `\u200f${line}` : line);

/** `footer` are marked lines, after the signature's `-- `. */
export function mailText(
  content: MailContent,
  { locale, letterhead, footer }: { locale: Locale; letterhead: string; footer: string[] },
): string {
  const writer = new TextWriter(locale);
  const groups = [
    [letterhead],
    ...(content.eyebrow ? [wrapped(writer.words(content.eyebrow))] : []),
    writer.underlined(content.heading, "="),
  ];
  for (const block of content.blocks) groups.push(writer.block(block));
  groups.push(["-- ", ...footer.flatMap((line) => writer.paragraph(line))]);
  const lines = groups.filter((group) => group.length > 0).flatMap((group, at) => (at === 0 ? group : ["", ...group]));
  return `${lines.map((line) => (locale === "ar" ? held(line) : line).replaceAll("\u00a0", " ")).join("\n")}\n`;
}
