import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { bare, plain, linksIn } from "./marks.ts";
import { mayGreetByName, senderFor, templateNamed } from "./templates.server.ts";
import type { Block, CourseBlock, Fact, MailContent } from "./blocks.ts";

/** Maximum width of a mail as plain text. Each fact and each address has a line of its own. */
const maxColumns = 74;
const maxUnbrokenName = 60;

const width = (text: string) => [...text.replace(/\p{M}/gu, "")].length;

/** Wraps text at 74 columns, with `first` before the first line and `rest` before the others. Keeps no-break spaces. */
function wrapText(text: string, first = "", rest = first): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/[ \n]+/).filter(Boolean)) {
    const indent = lines.length === 0 ? first : rest;
    if (line !== "" && width(indent) + width(line) + 1 + width(word) > maxColumns) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, (lines.length === 0 ? first : rest) + line];
}

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

class TextWriter {
  readonly locale: Locale;
  constructor(locale: Locale) {
    this.locale = locale;
  }

  /** Keeps a foreign name in an isolate on one line, because an isolate ends with its line. */
  words(text: string): string {
    return plain(text, this.locale).replace(/\u2068[^\u2069]*\u2069/g, (name) =>
      name.length > maxUnbrokenName ? name : name.replaceAll(" ", "\u00a0"),
    );
  }

  address(label: string, href: string, indent = ""): string[] {
    return [`${indent}${capitalise(this.words(label))}:`, indent + href];
  }

  /** Writes a paragraph, then its addresses. A paragraph that is only a link becomes its address. */
  paragraph(text: string, first = "", rest = first): string[] {
    const links = linksIn(text);
    const words = this.words(text);
    const isOnlyLink = links.length === 1 && words === this.words(links[0]?.plainLabel ?? "");
    return [
      ...(isOnlyLink ? [] : wrapText(words, first, rest)),
      ...links.flatMap(({ plainLabel, href }) => this.address(plainLabel, href, rest)),
    ];
  }

  underlined(text: string, line: string): string[] {
    const words = wrapText(this.words(text));
    return [...words, line.repeat(Math.max(...words.map(width)))];
  }

  fact({ label, value }: Fact): string[] {
    if (typeof value === "string") return wrapText(`${this.words(label)}: ${this.words(value)}`, "", "   ");
    return [`${this.words(label)}:`, ...value.flatMap((item) => wrapText(this.words(item), "- ", "  "))];
  }

  course(course: CourseBlock, number: number | null): string[] {
    const indent = "   ";
    const lines = wrapText(this.words(course.name), number === null ? "" : `${number}. `, indent);
    for (const line of [course.dates, ...course.lines]) lines.push(...this.paragraph(line, indent));
    if (course.people) {
      lines.push(`${indent}${this.words(course.people.label)}:`);
      for (const name of course.people.names) lines.push(...wrapText(this.words(name), `${indent}- `, `${indent}  `));
    }
    if (course.price) {
      const { label, amount, isSum } = course.price;
      lines.push(...wrapText(`${this.words(label)}${isSum ? " =" : ":"} ${this.words(amount)}`, indent));
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
        return [...wrapText(this.words(block.title)), ...this.paragraph(block.text)];
      case "facts":
        return block.facts.flatMap((fact) => this.fact(fact));
      case "courses":
        return block.courses.flatMap((course, index) => [
          ...(index === 0 ? [] : [""]),
          ...this.course(course, block.courses.length > 1 ? index + 1 : null),
        ]);
      case "list":
        return block.items.flatMap((item, index) => {
          const marker = block.numbered ? `${index + (block.firstNumber ?? 1)}. ` : "- ";
          return this.paragraph(item, marker, " ".repeat(marker.length));
        });
      case "quote":
        return block.paragraphs.flatMap((part, index) => [
          ...(index === 0 ? [] : [">"]),
          ...wrapText(this.words(part), "> "),
        ]);
      case "table":
        return [...(block.head.length > 0 ? [block.head] : []), ...block.rows].flatMap((row) =>
          wrapText(row.map(({ text }) => this.words(text)).join(" | "), "", "  "),
        );
      case "attached":
        return [
          ...this.underlined(block.title, "-"),
          ...block.files.flatMap(({ format, label }) => wrapText(`${this.words(label)} (${format})`, "- ", "  ")),
        ];
    }
  }
}

/** Matches lines that mail programs would show left to right. */
const leftToRightLine = /^ *(?:[\p{Script=Latin}\d=\u2066\u2068+]|-{3})|^ +-|^[->] +[^\p{Script=Arabic} ]/u;
/** Matches lines that stay as they are: addresses, the start of a signature, and empty ones. */
const unmarkedLine = /^ *https?:|^-- $|^>?$/;

/** Adds a right-to-left mark, because mail programs take each line's direction from its first letter. */
const withDirectionMark = (line: string) =>
  leftToRightLine.test(line) && !unmarkedLine.test(line) ? `\u200f${line}` : line;

/** Renders a mail as plain text. `footer`: lines of marked text (marks.ts) after the signature's `-- `. */
function renderText(
  content: MailContent,
  { locale, letterhead, footer }: { locale: Locale; letterhead: string; footer: string[] },
): string {
  const writer = new TextWriter(locale);
  const groups = [
    [letterhead],
    ...(content.eyebrow ? [wrapText(writer.words(content.eyebrow))] : []),
    writer.underlined(content.heading, "="),
  ];
  for (const block of content.blocks) groups.push(writer.block(block));
  groups.push(["-- ", ...footer.flatMap((line) => writer.paragraph(line))]);
  const lines = groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : ["", ...group]));
  return `${lines.map((line) => (locale === "ar" ? withDirectionMark(line) : line).replaceAll("\u00a0", " ")).join("\n")}\n`;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Matches a greeting with the recipient's name: "Hello ⁨Sara⁩, …". */
const greetingWithName = /^(Hello|مرحبًا) \u2068[^\u2069]*\u2069(?=[,،])/u;

const withoutGreetingName = (content: MailContent): MailContent => ({
  ...content,
  blocks: content.blocks.map((block) =>
    block.kind === "text" ? { ...block, text: block.text.replace(greetingWithName, "$1") } : block,
  ),
});

/**
 * Renders a queued mail. `files`: names of the attachments. `to`: the greeting has no name if nobody has confirmed this
 * address. Throws UnknownMailError, BadSubjectError, and what the template throws.
 */
export async function renderMail(
  ctx: Ctx,
  name: string,
  queued: object,
  locale: Locale,
  files: readonly string[] = [],
  to?: string,
): Promise<RenderedMail> {
  // Loaded when the first mail is rendered: programs without a bundler import the verbs, and Node reads no .tsx.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { footerLines, letterheadText, MailLayout, withWordComments } = await import("./layout.server.tsx");
  const template = templateNamed(name);
  const props = (await template.load?.(ctx, queued)) ?? queued;
  const sender = await senderFor(ctx, locale);
  const isNamed = to === undefined || (await mayGreetByName(ctx, to));
  return inLocale(locale, () => {
    const subject = bare(template.subject(props, locale).normalize("NFC"));
    // A line break in a subject could inject a header.
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
      throw new BadSubjectError(`The subject of "${name}" has control characters`);
    const preview = inboxLine(plain(template.preview(props, locale), locale));
    const fullContent = template.content({ props, locale, link: template.link?.(ctx, props, locale) ?? "", files });
    const content = isNamed ? fullContent : withoutGreetingName(fullContent);
    const footer = footerLines(content, sender, locale);
    const page = renderToStaticMarkup(
      MailLayout({ locale, subject, preview, content, footer, siteUrl: siteUrl(ctx, locale) }),
    );
    const html = withWordComments(`<!DOCTYPE html>${page}`, locale);
    return {
      subject,
      html,
      text: renderText(content, { locale, letterhead: letterheadText(content, locale), footer }),
    };
  });
}

const siteUrl = (ctx: Ctx, locale: Locale) => (locale === "ar" ? `${ctx.env.BASE_URL}/ar` : ctx.env.BASE_URL);

/** Mail programs show no more of it in their lists. */
const maxPreviewLength = 100;

function inboxLine(text: string): string {
  const line = text
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (line.length <= maxPreviewLength) return line;
  return `${line.slice(0, maxPreviewLength - 1).replace(/ \S*$|[\ud800-\udbff]$/, "")}…`;
}

export class BadSubjectError extends Error {
  override name = "BadSubjectError";
}
