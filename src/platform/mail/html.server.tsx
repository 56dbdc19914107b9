/** The blocks of a mail as HTML. Tables for layout, because Word, which is Outlook's reader, lays out nothing else. */
import type { CSSProperties, ReactNode } from "react";
import type { Locale } from "#i18n/locale.ts";
import type { Block, CourseBlock, Fact } from "./blocks.ts";
import { colours, sides, type, type Tone } from "./looks.ts";
import { rich } from "./rich.server.tsx";

type Of<K extends Block["kind"]> = Extract<Block, { kind: K }>;
type Size = Parameters<typeof type>[1];

/** The attribute Word reads; React’s types do not know it on a cell. */
export const ground = (colour: string): object => ({ bgcolor: colour });

/** A table that only lays out. */
export const layout = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 } as const;

interface LineProps {
  text: ReactNode;
  locale: Locale;
  size?: Size;
  tone?: Tone;
  weight?: number;
  margin?: string;
  /** Another colour than its tone's, with its class for dark mode. */
  colour?: [className: string, colour: string];
}

/** A paragraph. */
export function Line({ text, locale, size = "body", tone = "ink2", weight = 400, margin = "0 0 16px", colour = [tone, colours[tone]] }: LineProps) {
  return <p className={colour[0]} style={{ margin, ...type(locale, size, colour[1], weight) }}>{text}</p>;
}

const textCell = (locale: Locale, size: Size, colour: string, weight = 400): CSSProperties => ({ textAlign: sides(locale).start, ...type(locale, size, colour, weight) });

const buttonTones = {
  primary: { cell: "btn", text: "btn-t", ground: colours.link, colour: colours.onLink, border: {}, padding: "12px 26px" },
  danger: { cell: "btnd", text: "btnd-t", ground: colours.onDanger, colour: colours.onLink, border: {}, padding: "12px 26px" },
  outlined: { cell: "btns", text: "btns-t", ground: colours.card, colour: colours.link, border: { border: `1px solid ${colours.outline}` }, padding: "11px 26px" },
};

function Button({ block: { label, href, tone = "primary" }, locale }: { block: Of<"button">; locale: Locale }) {
  const look = buttonTones[tone];
  const link: CSSProperties = { display: "inline-block", padding: look.padding, ...type(locale, "body", look.colour, 600), lineHeight: "26px", textDecoration: "none", borderRadius: 10 };
  return (
    <>
      <table {...layout} align={sides(locale).start} style={{ margin: "8px 0 24px" }}>
        <tbody><tr>
          <td className={look.cell} {...ground(look.ground)} align="center" style={{ borderRadius: 10, backgroundColor: look.ground, ...look.border, msoPaddingAlt: "13px 26px" } as CSSProperties}>
            <a href={href} className={look.text} style={link}>{rich(label, locale)}</a>
          </td>
        </tr></tbody>
      </table>
      <div style={{ clear: "both", lineHeight: 0, fontSize: 0 }}>{"\u00a0"}</div>
    </>
  );
}

function Address({ block: { label, href }, locale }: { block: Of<"address">; locale: Locale }) {
  return (
    <>
      <Line text={rich(label, locale)} locale={locale} size="small" tone="ink3" margin="0 0 2px" />
      <p style={{ margin: "0 0 20px", overflowWrap: "anywhere", wordBreak: "break-all", ...type(locale, "small", colours.link) }}>
        <a href={href} className="link" style={{ color: colours.link }}><span dir="ltr">{href}</span></a>
      </p>
    </>
  );
}

const panelTones = {
  warning: { cell: "warn", ground: colours.warning, title: ["warn-t", colours.onWarning] },
  danger: { cell: "dang", ground: colours.danger, title: ["dang-t", colours.onDanger] },
  quiet: { cell: "stone", ground: colours.ground, title: ["ink", colours.ink] },
} as const;

/** A rounded field of colour. */
function Field({ className, colour, padding, margin, locale, children }: { className: string; colour: string; padding: string; margin: string; locale: Locale; children: ReactNode }) {
  const { start } = sides(locale);
  return (
    <table {...layout} width="100%" style={{ margin }}>
      <tbody><tr><td className={className} {...ground(colour)} align={start} style={{ backgroundColor: colour, borderRadius: 14, padding, textAlign: start }}>{children}</td></tr></tbody>
    </table>
  );
}

function Panel({ block: { tone, title, text }, locale }: { block: Of<"panel">; locale: Locale }) {
  const look = panelTones[tone];
  return (
    <Field className={look.cell} colour={look.ground} padding="16px 20px" margin="4px 0 14px" locale={locale}>
      <Line text={rich(title, locale)} locale={locale} size="facts" weight={600} margin="0 0 4px" colour={[look.title[0], look.title[1]]} />
      <Line text={rich(text, locale)} locale={locale} size="facts" margin="0" />
    </Field>
  );
}

/** Sums stand at the end of their lines; other facts beside their names. */
function Facts({ block: { facts, sums }, locale }: { block: Of<"facts">; locale: Locale }) {
  const { start, end } = sides(locale);
  const row = ({ label, value, strong }: Fact, at: number) => {
    const rule = strong && sums ? `2px solid ${colours.ink}` : `1px solid ${colours.line}`;
    const border = { borderTop: rule, ...(at === facts.length - 1 && !sums ? { borderBottom: `1px solid ${colours.line}` } : {}) };
    const edge = strong && sums ? "inkb" : "line";
    const weight = strong ? 600 : 400;
    const gap = locale === "ar" ? "10px 0 10px 16px" : "10px 16px 10px 0";
    const name: CSSProperties = { verticalAlign: "top", ...border, padding: gap, ...textCell(locale, "facts", strong && sums ? colours.ink : colours.ink3, sums ? weight : 400), ...(sums ? {} : { width: "34%" }) };
    const said: CSSProperties = { verticalAlign: "top", ...border, padding: "10px 0", ...type(locale, "facts", colours.ink, weight), textAlign: sums ? end : start, ...(sums ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere" }) };
    return (
      <tr key={at}>
        <th scope="row" className={`${strong && sums ? "ink" : "ink3"} ${edge}`} align={start} style={name}>{rich(label, locale)}</th>
        <td className={`ink ${edge}`} align={sums ? end : start} style={said}>
          {typeof value === "string" ? rich(value, locale) : value.map((item, of) => <span key={of} style={{ display: "block" }}>{rich(item, locale)}</span>)}
        </td>
      </tr>
    );
  };
  return <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ borderCollapse: "collapse", margin: "0 0 20px" }}><tbody>{facts.map(row)}</tbody></table>;
}

/** A leaf of a calendar. Decoration: everything on it stands beside it in words. */
function Leaf({ leaf, off, locale }: { leaf: CourseBlock["leaf"]; off: boolean; locale: Locale }) {
  const [top, tint] = off ? [colours.leafOff, colours.tintOff] : [colours.link, colours.tint];
  return (
    <table {...layout} aria-hidden="true" width="66" style={{ width: 66, borderCollapse: "separate" }}>
      <tbody>
        <tr><td className={off ? "leaf-off" : "leaf-m"} {...ground(top)} align="center" style={{ backgroundColor: top, borderRadius: "12px 12px 0 0", padding: "3px 0 2px", ...type(locale, "leaf", colours.onLink, 600) }}>{leaf.month}</td></tr>
        <tr><td className="tint ink" {...ground(tint)} align="center" style={{ backgroundColor: tint, padding: "5px 0 0", ...type(locale, "day", colours.ink, 600) }}>{leaf.day}</td></tr>
        <tr><td className="tint ink2" {...ground(tint)} align="center" style={{ backgroundColor: tint, borderRadius: "0 0 12px 12px", padding: "0 0 7px", ...type(locale, "leaf", colours.ink2) }}>{leaf.days}</td></tr>
      </tbody>
    </table>
  );
}

function Course({ course, locale }: { course: CourseBlock; locale: Locale }) {
  const { start, end } = sides(locale);
  const line = (text: string, tone: Tone, at: number | string) => <Line key={at} text={rich(text, locale)} locale={locale} size="facts" tone={tone} margin="0 0 2px" />;
  return (
    <table {...layout} width="100%" className="line" style={{ borderTop: `1px solid ${colours.line}` }}>
      <tbody><tr>
        <td width="66" style={{ verticalAlign: "top", width: 66, padding: "20px 0" }}><Leaf leaf={course.leaf} off={Boolean(course.off)} locale={locale} /></td>
        <td width="18" style={{ width: 18, fontSize: 0, lineHeight: 0 }}>{"\u00a0"}</td>
        <td align={start} style={{ verticalAlign: "top", padding: "18px 0 20px", textAlign: start }}>
          <Line text={rich(course.name, locale)} locale={locale} size="course" tone="ink" weight={600} margin="0 0 4px" />
          {line(course.dates, "ink", "dates")}
          {course.lines.map((text, at) => line(text, "ink2", at))}
          {course.people && <Line text={rich(course.people.label, locale)} locale={locale} size="small" tone="ink3" margin="10px 0 2px" />}
          {course.people?.names.map((name, at) => line(name, "ink2", `name-${at}`))}
          {course.price && (
            <table {...layout} width="100%" style={{ margin: "12px 0 0" }}>
              <tbody><tr>
                <td className="ink3" align={start} style={textCell(locale, "facts", colours.ink3)}>{rich(course.price.label, locale)}</td>
                <td className="ink" align={end} style={{ ...type(locale, "facts", colours.ink, 600), textAlign: end, whiteSpace: "nowrap" }}>{rich(course.price.amount, locale)}</td>
              </tr></tbody>
            </table>
          )}
        </td>
      </tr></tbody>
    </table>
  );
}

function List({ block: { items, numbered }, locale }: { block: Of<"list">; locale: Locale }) {
  const { start } = sides(locale);
  const edge = numbered ? 28 : 20;
  return (
    <table role="list" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: "0 0 8px" }}>
      <tbody role="presentation">
        {items.map((item, at) => (
          <tr key={at} role="listitem">
            <td role="presentation" width={edge} align={start} className="link" style={{ verticalAlign: "top", width: edge, padding: "0 0 8px", ...textCell(locale, "body", colours.link, 600) }}>{numbered ? at + 1 : "•"}</td>
            <td role="presentation" align={start} className="ink2" style={{ verticalAlign: "top", padding: "0 0 8px", ...textCell(locale, "body", colours.ink2) }}>{rich(item, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Quote({ block: { paragraphs }, locale }: { block: Of<"quote">; locale: Locale }) {
  const { start } = sides(locale);
  const edge = start === "right" ? { borderRight: `3px solid ${colours.link}` } : { borderLeft: `3px solid ${colours.link}` };
  return (
    <table {...layout} width="100%" style={{ margin: "4px 0 20px" }}>
      <tbody><tr>
        <td align={start} style={{ ...edge, padding: start === "right" ? "2px 18px 2px 0" : "2px 0 2px 18px", textAlign: start, overflowWrap: "anywhere" }}>
          {paragraphs.map((part, at) => <Line key={at} text={rich(part, locale)} locale={locale} tone="ink" margin={at === paragraphs.length - 1 ? "0" : "0 0 12px"} />)}
        </td>
      </tr></tbody>
    </table>
  );
}

function Attached({ block: { title, files }, locale }: { block: Of<"attached">; locale: Locale }) {
  const { start } = sides(locale);
  const chip: CSSProperties = { width: 42, backgroundColor: colours.card, border: `1px solid ${colours.line}`, borderRadius: 6, ...type(locale, "leaf", colours.ink2, 600), lineHeight: "20px" };
  return (
    <Field className="stone" colour={colours.ground} padding="16px 20px 10px" margin="14px 0 16px" locale={locale}>
      <Line text={rich(title, locale)} locale={locale} size="facts" tone="ink" weight={600} margin="0 0 8px" />
      <table {...layout}>
        <tbody>
          {files.map(({ format, label }, at) => (
            <tr key={at}>
              <td style={{ verticalAlign: "top", padding: "0 0 8px" }}>
                <table {...layout}><tbody><tr><td className="chip" align="center" width="42" style={chip}><span dir="ltr">{format}</span></td></tr></tbody></table>
              </td>
              <td width="12" style={{ width: 12, fontSize: 0 }}>{"\u00a0"}</td>
              <td className="ink2" align={start} style={{ verticalAlign: "top", padding: "0 0 8px", ...textCell(locale, "facts", colours.ink2) }}>{rich(label, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Field>
  );
}

/** One block as HTML. */
export function MailBlock({ block, locale }: { block: Block; locale: Locale }) {
  switch (block.kind) {
    case "text":
      return <Line text={rich(block.text, locale)} locale={locale} size={block.quiet ? "small" : "body"} tone={block.quiet ? "ink3" : "ink2"} />;
    case "heading":
      return <h2 className="ink" style={{ margin: "28px 0 10px", ...type(locale, "h2", colours.ink, 600) }}>{rich(block.text, locale)}</h2>;
    case "button":
      return <Button block={block} locale={locale} />;
    case "address":
      return <Address block={block} locale={locale} />;
    case "panel":
      return <Panel block={block} locale={locale} />;
    case "facts":
      return <Facts block={block} locale={locale} />;
    case "courses":
      return block.courses.map((course, at) => <Course key={at} course={course} locale={locale} />);
    case "list":
      return <List block={block} locale={locale} />;
    case "quote":
      return <Quote block={block} locale={locale} />;
    case "attached":
      return <Attached block={block} locale={locale} />;
  }
}
