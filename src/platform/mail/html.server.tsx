import type { CSSProperties } from "react";
import type { Locale } from "#i18n/locale.ts";
import type { BlockOf, Block } from "./blocks.ts";
import { FilledBox, bgcolor, layout, Line, Attached, Course, DataTable, Facts, List } from "./html-tables.server.tsx";
import { colours, sides, type } from "./styles.ts";
import { renderMarks } from "./rich.server.tsx";

const buttonTones = {
  primary: {
    cell: "btn",
    text: "btn-t",
    background: colours.link,
    colour: colours.onLink,
    border: {},
    padding: "12px 26px",
  },
  danger: {
    cell: "btnd",
    text: "btnd-t",
    background: colours.onDanger,
    colour: colours.onLink,
    border: {},
    padding: "12px 26px",
  },
  outlined: {
    cell: "btns",
    text: "btns-t",
    background: colours.card,
    colour: colours.link,
    border: { border: `1px solid ${colours.outline}` },
    padding: "11px 26px",
  },
};

function Button({ block: { label, href, tone = "primary" }, locale }: { block: BlockOf<"button">; locale: Locale }) {
  const toneStyle = buttonTones[tone];
  const link: CSSProperties = {
    display: "inline-block",
    padding: toneStyle.padding,
    ...type(locale, "body", toneStyle.colour, 600),
    lineHeight: "26px",
    textDecoration: "none",
    borderRadius: 10,
  };
  return (
    <>
      <table {...layout} align={sides(locale).start} style={{ margin: "8px 0 24px" }}>
        <tbody>
          <tr>
            <td
              className={toneStyle.cell}
              {...bgcolor(toneStyle.background)}
              align="center"
              style={
                {
                  borderRadius: 10,
                  backgroundColor: toneStyle.background,
                  ...toneStyle.border,
                  msoPaddingAlt: "13px 26px",
                } as CSSProperties
              }
            >
              <a href={href} className={toneStyle.text} style={link}>
                {renderMarks(label, locale)}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <div style={{ clear: "both", lineHeight: 0, fontSize: 0 }}>{"\u00a0"}</div>
    </>
  );
}

function Address({ block: { label, href }, locale }: { block: BlockOf<"address">; locale: Locale }) {
  return (
    <>
      <Line text={renderMarks(label, locale)} locale={locale} size="small" tone="ink3" margin="0 0 2px" />
      <p
        style={{
          margin: "0 0 20px",
          overflowWrap: "anywhere",
          wordBreak: "break-all",
          ...type(locale, "small", colours.link),
        }}
      >
        <a href={href} className="link" style={{ color: colours.link }}>
          <span dir="ltr">{href}</span>
        </a>
      </p>
    </>
  );
}

const panelTones = {
  warning: { cell: "warn", background: colours.warning, title: ["warn-t", colours.onWarning] },
  danger: { cell: "dang", background: colours.danger, title: ["dang-t", colours.onDanger] },
  quiet: { cell: "stone", background: colours.ground, title: ["ink", colours.ink] },
} as const;

function Panel({ block: { tone, title, text }, locale }: { block: BlockOf<"panel">; locale: Locale }) {
  const toneStyle = panelTones[tone];
  return (
    <FilledBox
      className={toneStyle.cell}
      colour={toneStyle.background}
      padding="16px 20px"
      margin="4px 0 14px"
      locale={locale}
    >
      <Line
        text={renderMarks(title, locale)}
        locale={locale}
        size="facts"
        weight={600}
        margin="0 0 4px"
        colour={[toneStyle.title[0], toneStyle.title[1]]}
      />
      <Line text={renderMarks(text, locale)} locale={locale} size="facts" margin="0" />
    </FilledBox>
  );
}

function Quote({ block: { paragraphs }, locale }: { block: BlockOf<"quote">; locale: Locale }) {
  const { start } = sides(locale);
  const edge =
    start === "right" ? { borderRight: `3px solid ${colours.link}` } : { borderLeft: `3px solid ${colours.link}` };
  return (
    <table {...layout} width="100%" style={{ margin: "4px 0 20px" }}>
      <tbody>
        <tr>
          <td
            align={start}
            style={{
              ...edge,
              padding: start === "right" ? "2px 18px 2px 0" : "2px 0 2px 18px",
              textAlign: start,
              overflowWrap: "anywhere",
            }}
          >
            {paragraphs.map((part, index) => (
              <Line
                key={index}
                text={renderMarks(part, locale)}
                locale={locale}
                tone="ink"
                margin={index === paragraphs.length - 1 ? "0" : "0 0 12px"}
              />
            ))}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function MailBlock({ block, locale }: { block: Block; locale: Locale }) {
  switch (block.kind) {
    case "text":
      return (
        <Line
          text={renderMarks(block.text, locale)}
          locale={locale}
          size={block.quiet ? "small" : "body"}
          tone={block.quiet ? "ink3" : "ink2"}
        />
      );
    case "heading":
      return (
        <h2 className="ink" style={{ margin: "28px 0 10px", ...type(locale, "h2", colours.ink, 600) }}>
          {renderMarks(block.text, locale)}
        </h2>
      );
    case "button":
      return <Button block={block} locale={locale} />;
    case "address":
      return <Address block={block} locale={locale} />;
    case "panel":
      return <Panel block={block} locale={locale} />;
    case "facts":
      return <Facts block={block} locale={locale} />;
    case "courses":
      return block.courses.map((course, index) => <Course key={index} course={course} locale={locale} />);
    case "list":
      return <List block={block} locale={locale} />;
    case "quote":
      return <Quote block={block} locale={locale} />;
    case "table":
      return <DataTable block={block} locale={locale} />;
    case "attached":
      return <Attached block={block} locale={locale} />;
  }
}
