import type { CSSProperties, ReactNode } from "react";
import type { Locale } from "#i18n/locale.ts";
import type { BlockOf, CourseBlock, Fact, TableCell } from "./blocks.ts";
import { colours, sides, type, type Tone } from "./styles.ts";
import { renderMarks } from "./rich.server.tsx";

// Emails are laid out in tables, because Outlook renders them with Word, which supports no other layout.

type Size = Parameters<typeof type>[1];

/** Attributes of a table with data: the lines of its cells join, and it has a margin below. */
const dataTable = {
  width: "100%",
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
  style: { borderCollapse: "collapse", margin: "0 0 20px" },
} as const;

/** Background colour as the attribute that Word reads; React's types do not know it on a cell. */
export const bgcolor = (colour: string): object => ({ bgcolor: colour });

/** Attributes of a table that only arranges its content. */
export const layout = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 } as const;

interface LineProps {
  text: ReactNode;
  locale: Locale;
  size?: Size;
  tone?: Tone;
  weight?: number;
  margin?: string;
  /** Colour instead of that of `tone`, with its class for dark mode. */
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

/** A filled box with rounded corners. */
export function FilledBox({
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
            {...bgcolor(colour)}
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

/** A list of labels with values. Sums are aligned at the end of the line, other values directly after their labels. */
export function Facts({ block: { facts, sums }, locale }: { block: BlockOf<"facts">; locale: Locale }) {
  const { start, end } = sides(locale);
  const renderFact = ({ label, value, strong }: Fact, index: number) => {
    const rule = strong && sums ? `2px solid ${colours.ink}` : `1px solid ${colours.line}`;
    const border = {
      borderTop: rule,
      ...(index === facts.length - 1 && !sums ? { borderBottom: `1px solid ${colours.line}` } : {}),
    };
    const edge = strong && sums ? "inkb" : "line";
    const weight = strong ? 600 : 400;
    const gap = locale === "ar" ? "10px 0 10px 16px" : "10px 16px 10px 0";
    const labelStyle: CSSProperties = {
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
      <tr key={index}>
        <th scope="row" className={`${strong && sums ? "ink" : "ink3"} ${edge}`} align={start} style={labelStyle}>
          {renderMarks(label, locale)}
        </th>
        <td className={`ink ${edge}`} align={sums ? end : start} style={valueStyle}>
          {typeof value === "string"
            ? renderMarks(value, locale)
            : value.map((item, itemIndex) => (
                <span key={itemIndex} style={{ display: "block" }}>
                  {renderMarks(item, locale)}
                </span>
              ))}
        </td>
      </tr>
    );
  };
  return (
    <table {...dataTable}>
      <tbody>{facts.map(renderFact)}</tbody>
    </table>
  );
}

/** A calendar leaf with month, day and number of days. Only decoration: the text beside it says the same. */
function Leaf({ leaf, off, locale }: { leaf: CourseBlock["leaf"]; off: boolean; locale: Locale }) {
  const [top, tint] = off ? [colours.leafOff, colours.tintOff] : [colours.link, colours.tint];
  return (
    <table {...layout} aria-hidden="true" width="66" style={{ width: 66, borderCollapse: "separate" }}>
      <tbody>
        <tr>
          <td
            className={off ? "leaf-off" : "leaf-m"}
            {...bgcolor(top)}
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
            {...bgcolor(tint)}
            align="center"
            style={{ backgroundColor: tint, padding: "5px 0 0", ...type(locale, "day", colours.ink, 600) }}
          >
            {leaf.day}
          </td>
        </tr>
        <tr>
          <td
            className="tint ink2"
            {...bgcolor(tint)}
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
  const renderLine = (text: string, tone: Tone, key: number | string) => (
    <Line key={key} text={renderMarks(text, locale)} locale={locale} size="facts" tone={tone} margin="0 0 2px" />
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
              text={renderMarks(course.name, locale)}
              locale={locale}
              size="course"
              tone="ink"
              weight={600}
              margin="0 0 4px"
            />
            {renderLine(course.dates, "ink", "dates")}
            {course.lines.map((text, index) => renderLine(text, "ink2", index))}
            {course.people && (
              <Line
                text={renderMarks(course.people.label, locale)}
                locale={locale}
                size="small"
                tone="ink3"
                margin="10px 0 2px"
              />
            )}
            {course.people?.names.map((name, index) => renderLine(name, "ink2", `name-${index}`))}
            {course.price && (
              <table {...layout} width="100%" className="price" style={{ margin: "12px 0 0" }}>
                <tbody>
                  <tr>
                    <td className="ink3" align={start} style={textCell(locale, "facts", colours.ink3)}>
                      {renderMarks(course.price.label, locale)}
                    </td>
                    <td
                      className="ink"
                      align={end}
                      style={{ ...type(locale, "facts", colours.ink, 600), textAlign: end, whiteSpace: "nowrap" }}
                    >
                      {renderMarks(course.price.amount, locale)}
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

export function List({ block, locale }: { block: BlockOf<"list">; locale: Locale }) {
  const { items, numbered, firstNumber = 1 } = block;
  const { start } = sides(locale);
  const markerWidth = numbered ? 28 : 20;
  return (
    <table role="list" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: "0 0 8px" }}>
      <tbody role="presentation">
        {items.map((item, index) => (
          <tr key={index} role="listitem">
            <td
              role="presentation"
              width={markerWidth}
              align={start}
              className="link"
              style={{
                verticalAlign: "top",
                width: markerWidth,
                padding: "0 0 8px",
                ...textCell(locale, "body", colours.link, 600),
              }}
            >
              {numbered ? index + firstNumber : "•"}
            </td>
            <td
              role="presentation"
              align={start}
              className="ink2"
              style={{ verticalAlign: "top", padding: "0 0 8px", ...textCell(locale, "body", colours.ink2) }}
            >
              {renderMarks(item, locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table from a text. Its cells wrap, so that it fits a phone. */
export function DataTable({ block: { head, rows }, locale }: { block: BlockOf<"table">; locale: Locale }) {
  const renderCell = (Cell: "td" | "th", { text, columns, rows }: TableCell, index: number) => (
    <Cell
      key={index}
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
      {renderMarks(text, locale)}
    </Cell>
  );
  return (
    <table {...dataTable}>
      {head.length > 0 && (
        <thead>
          <tr>{head.map((cell, index) => renderCell("th", cell, index))}</tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={rowIndex}>{row.map((cell, index) => renderCell("td", cell, index))}</tr>
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
    <FilledBox className="stone" colour={colours.ground} padding="16px 20px 10px" margin="14px 0 16px" locale={locale}>
      <Line text={renderMarks(title, locale)} locale={locale} size="facts" tone="ink" weight={600} margin="0 0 8px" />
      <table {...layout}>
        <tbody>
          {files.map(({ format, label }, index) => (
            <tr key={index}>
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
                {renderMarks(label, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FilledBox>
  );
}
