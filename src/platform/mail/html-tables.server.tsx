import type { CSSProperties, ReactNode } from "react";
import type { Locale } from "#i18n/locale.ts";
import type { BlockOf, CourseBlock, Fact, TableCell } from "./blocks.ts";
import { colours, sides, type, type Tone } from "./styles.ts";
import { rich } from "./rich.server.tsx";

// Tables, because Word, which renders Outlook's mails, lays out nothing else.

type Size = Parameters<typeof type>[1];

/** A table that is data: its lines meet, and the next block keeps its distance. */
const dataTable = {
  width: "100%",
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
  style: { borderCollapse: "collapse", margin: "0 0 20px" },
} as const;

/** The attribute Word reads; React’s types do not know it on a cell. */
export const ground = (colour: string): object => ({ bgcolor: colour });

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

export function Line({
  text,
  locale,
  size = "body",
  tone = "ink2",
  weight = 400,
  margin = "0 0 16px",
  colour,
}: LineProps) {
  const [className, shade] = colour ?? [tone, colours[tone]];
  return (
    <p className={className} style={{ margin, ...type(locale, size, shade, weight) }}>
      {text}
    </p>
  );
}

const textCell = (locale: Locale, size: Size, colour: string, weight = 400): CSSProperties => ({
  textAlign: sides(locale).start,
  ...type(locale, size, colour, weight),
});

export function Field({
  className,
  colour,
  padding,
  margin,
  locale,
  children,
}: {
  className: string;
  colour: string;
  padding: string;
  margin: string;
  locale: Locale;
  children: ReactNode;
}) {
  const { start } = sides(locale);
  return (
    <table {...layout} width="100%" style={{ margin }}>
      <tbody>
        <tr>
          <td
            className={className}
            {...ground(colour)}
            align={start}
            style={{ backgroundColor: colour, borderRadius: 14, padding, textAlign: start }}
          >
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Sums stand at the end of their lines; other facts beside their names. */
export function Facts({ block: { facts, sums }, locale }: { block: BlockOf<"facts">; locale: Locale }) {
  const { start, end } = sides(locale);
  const row = ({ label, value, strong }: Fact, at: number) => {
    const rule = strong && sums ? `2px solid ${colours.ink}` : `1px solid ${colours.line}`;
    const border = {
      borderTop: rule,
      ...(at === facts.length - 1 && !sums ? { borderBottom: `1px solid ${colours.line}` } : {}),
    };
    const edge = strong && sums ? "inkb" : "line";
    const weight = strong ? 600 : 400;
    const gap = locale === "ar" ? "10px 0 10px 16px" : "10px 16px 10px 0";
    const name: CSSProperties = {
      verticalAlign: "top",
      ...border,
      padding: gap,
      ...textCell(locale, "facts", strong && sums ? colours.ink : colours.ink3, sums ? weight : 400),
      ...(sums ? {} : { width: "34%" }),
    };
    const valueStyle: CSSProperties = {
      verticalAlign: "top",
      ...border,
      padding: "10px 0",
      ...type(locale, "facts", colours.ink, weight),
      textAlign: sums ? end : start,
      ...(sums ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere" }),
    };
    return (
      <tr key={at}>
        <th scope="row" className={`${strong && sums ? "ink" : "ink3"} ${edge}`} align={start} style={name}>
          {rich(label, locale)}
        </th>
        <td className={`ink ${edge}`} align={sums ? end : start} style={valueStyle}>
          {typeof value === "string"
            ? rich(value, locale)
            : value.map((item, of) => (
                <span key={of} style={{ display: "block" }}>
                  {rich(item, locale)}
                </span>
              ))}
        </td>
      </tr>
    );
  };
  return (
    <table {...dataTable}>
      <tbody>{facts.map(row)}</tbody>
    </table>
  );
}

/** Decoration: its words stand beside it. */
function Leaf({ leaf, off, locale }: { leaf: CourseBlock["leaf"]; off: boolean; locale: Locale }) {
  const [top, tint] = off ? [colours.leafOff, colours.tintOff] : [colours.link, colours.tint];
  return (
    <table {...layout} aria-hidden="true" width="66" style={{ width: 66, borderCollapse: "separate" }}>
      <tbody>
        <tr>
          <td
            className={off ? "leaf-off" : "leaf-m"}
            {...ground(top)}
            align="center"
            style={{
              backgroundColor: top,
              borderRadius: "12px 12px 0 0",
              padding: "3px 0 2px",
              ...type(locale, "leaf", colours.onLink, 600),
            }}
          >
            {leaf.month}
          </td>
        </tr>
        <tr>
          <td
            className="tint ink"
            {...ground(tint)}
            align="center"
            style={{ backgroundColor: tint, padding: "5px 0 0", ...type(locale, "day", colours.ink, 600) }}
          >
            {leaf.day}
          </td>
        </tr>
        <tr>
          <td
            className="tint ink2"
            {...ground(tint)}
            align="center"
            style={{
              backgroundColor: tint,
              borderRadius: "0 0 12px 12px",
              padding: "0 0 7px",
              ...type(locale, "leaf", colours.ink2),
            }}
          >
            {leaf.days}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function Course({ course, locale }: { course: CourseBlock; locale: Locale }) {
  const { start, end } = sides(locale);
  const line = (text: string, tone: Tone, at: number | string) => (
    <Line key={at} text={rich(text, locale)} locale={locale} size="facts" tone={tone} margin="0 0 2px" />
  );
  return (
    <table {...layout} width="100%" className="line" style={{ borderTop: `1px solid ${colours.line}` }}>
      <tbody>
        <tr>
          <td width="66" style={{ verticalAlign: "top", width: 66, padding: "20px 0" }}>
            <Leaf leaf={course.leaf} off={Boolean(course.off)} locale={locale} />
          </td>
          <td width="18" style={{ width: 18, fontSize: 0, lineHeight: 0 }}>
            {"\u00a0"}
          </td>
          <td align={start} style={{ verticalAlign: "top", padding: "18px 0 20px", textAlign: start }}>
            <Line
              text={rich(course.name, locale)}
              locale={locale}
              size="course"
              tone="ink"
              weight={600}
              margin="0 0 4px"
            />
            {line(course.dates, "ink", "dates")}
            {course.lines.map((text, at) => line(text, "ink2", at))}
            {course.people && (
              <Line
                text={rich(course.people.label, locale)}
                locale={locale}
                size="small"
                tone="ink3"
                margin="10px 0 2px"
              />
            )}
            {course.people?.names.map((name, at) => line(name, "ink2", `name-${at}`))}
            {course.price && (
              <table {...layout} width="100%" className="price" style={{ margin: "12px 0 0" }}>
                <tbody>
                  <tr>
                    <td className="ink3" align={start} style={textCell(locale, "facts", colours.ink3)}>
                      {rich(course.price.label, locale)}
                    </td>
                    <td
                      className="ink"
                      align={end}
                      style={{ ...type(locale, "facts", colours.ink, 600), textAlign: end, whiteSpace: "nowrap" }}
                    >
                      {rich(course.price.amount, locale)}
                    </td>
                  </tr>
                </tbody>
              </table>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function List({ block: { items, numbered }, locale }: { block: BlockOf<"list">; locale: Locale }) {
  const { start } = sides(locale);
  const edge = numbered ? 28 : 20;
  return (
    <table role="list" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: "0 0 8px" }}>
      <tbody role="presentation">
        {items.map((item, at) => (
          <tr key={at} role="listitem">
            <td
              role="presentation"
              width={edge}
              align={start}
              className="link"
              style={{
                verticalAlign: "top",
                width: edge,
                padding: "0 0 8px",
                ...textCell(locale, "body", colours.link, 600),
              }}
            >
              {numbered ? at + 1 : "•"}
            </td>
            <td
              role="presentation"
              align={start}
              className="ink2"
              style={{ verticalAlign: "top", padding: "0 0 8px", ...textCell(locale, "body", colours.ink2) }}
            >
              {rich(item, locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table of a text: its cells wrap, so that it fits a phone. */
export function DataTable({ block: { head, rows }, locale }: { block: BlockOf<"table">; locale: Locale }) {
  const renderCell = (Cell: "td" | "th", { text, columns, rows }: TableCell, at: number) => (
    <Cell
      key={at}
      {...(Cell === "th" && { scope: "col" })}
      {...(columns > 1 && { colSpan: columns })}
      {...(rows > 1 && { rowSpan: rows })}
      className={Cell === "th" ? "ink3 line" : "ink line"}
      align={sides(locale).start}
      style={{
        verticalAlign: "top",
        borderBottom: `1px solid ${colours.line}`,
        padding: locale === "ar" ? "10px 0 10px 12px" : "10px 12px 10px 0",
        overflowWrap: "anywhere",
        ...textCell(locale, "facts", Cell === "th" ? colours.ink3 : colours.ink),
      }}
    >
      {rich(text, locale)}
    </Cell>
  );
  return (
    <table {...dataTable}>
      {head.length > 0 && (
        <thead>
          <tr>{head.map((cell, at) => renderCell("th", cell, at))}</tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>{row.map((cell, of) => renderCell("td", cell, of))}</tr>
        ))}
      </tbody>
    </table>
  );
}

export function Attached({ block: { title, files }, locale }: { block: BlockOf<"attached">; locale: Locale }) {
  const { start } = sides(locale);
  const chip: CSSProperties = {
    width: 42,
    backgroundColor: colours.card,
    border: `1px solid ${colours.line}`,
    borderRadius: 6,
    ...type(locale, "leaf", colours.ink2, 600),
    lineHeight: "20px",
  };
  return (
    <Field className="stone" colour={colours.ground} padding="16px 20px 10px" margin="14px 0 16px" locale={locale}>
      <Line text={rich(title, locale)} locale={locale} size="facts" tone="ink" weight={600} margin="0 0 8px" />
      <table {...layout}>
        <tbody>
          {files.map(({ format, label }, at) => (
            <tr key={at}>
              <td style={{ verticalAlign: "top", padding: "0 0 8px" }}>
                <table {...layout}>
                  <tbody>
                    <tr>
                      <td className="chip" align="center" width="42" style={chip}>
                        <span dir="ltr">{format}</span>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
              <td width="12" style={{ width: 12, fontSize: 0 }}>
                {"\u00a0"}
              </td>
              <td
                className="ink2"
                align={start}
                style={{ verticalAlign: "top", padding: "0 0 8px", ...textCell(locale, "facts", colours.ink2) }}
              >
                {rich(label, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Field>
  );
}
