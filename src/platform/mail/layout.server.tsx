import type { ReactNode } from "react";
import { getDirection, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { MailContent, Seal } from "./blocks.ts";
import { bgcolor, layout, Line } from "./html-tables.server.tsx";
import { MailBlock } from "./html.server.tsx";
import { colours, sides, styleSheet, type, wordFonts } from "./styles.ts";
import { ltr, mailbox } from "./marks.ts";
import { renderMarks } from "./rich.server.tsx";
import type { MailSender } from "./templates.server.ts";

/** Conditional comments that only Word reads. */
type WordComment = "open" | "close" | "head";
/** Marks the place of a comment, which React cannot render. `withWordComments` inserts it afterwards. */
const WordPlaceholder = ({ comment }: { comment: WordComment }) => <noscript data-mail={`word-${comment}`} />;

const getWordComments = (locale: Locale): Record<WordComment, string> => ({
  // Word ignores `max-width`, so it gets a table of 600 px around the content.
  open: `<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" align="center"><tr><td><![endif]-->`,
  close: `<!--[if mso]></td></tr></table><![endif]-->`,
  head: `<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>body,table,td,th,p,h1,h2,a,span{font-family:${wordFonts[locale]}!important}table{border-collapse:collapse}</style><![endif]-->`,
});

/** Replaces the placeholders in the HTML with the comments for Word. */
export function withWordComments(html: string, locale: Locale): string {
  const comments = getWordComments(locale);
  return html.replace(
    /<noscript data-mail="word-(open|close|head)"><\/noscript>/g,
    (_, comment: WordComment) => comments[comment],
  );
}

/**
 * Invisible characters after the preview text. A list of emails shows as much text as fits, and would otherwise show
 * the beginning of the body too.
 */
const previewPadding = "\u034f\u200c\u00a0".repeat(40);

const Picture = ({
  name,
  width,
  height,
  className,
  margin,
}: {
  name: string;
  width: number;
  height: number;
  className?: string;
  margin?: string;
}) => (
  <img
    src={`cid:${name}`}
    className={className}
    width={width}
    height={height}
    alt=""
    // Without this, React would add a <link> to preload the picture, which makes no sense for a part of the email.
    fetchPriority="low"
    style={{ display: "block", border: 0, ...(margin && { margin }) }}
  />
);

/** Height of the letterhead in pixels. */
const bandHeight = 72;

function Letterhead({ locale, isStaff, siteUrl }: { locale: Locale; isStaff: boolean; siteUrl: string }) {
  const { start, end } = sides(locale);
  const [first = "", ...rest] = m.site_name({}, { locale }).split(" ");
  const dir = getDirection(locale);
  return (
    <table {...layout} width="100%" dir={dir}>
      <tbody>
        <tr>
          <td
            className="head"
            align={start}
            // Set here too, because the narrowest screens do not show the pattern that has this height.
            height={bandHeight}
            style={{ verticalAlign: "middle", height: bandHeight, padding: "0 40px", textAlign: start }}
          >
            <table {...layout} dir={dir}>
              <tbody>
                <tr>
                  <td width="36" style={{ verticalAlign: "middle", width: 36 }}>
                    <Picture name="nama-mark" width={36} height={36} />
                  </td>
                  <td width="12" style={{ width: 12, fontSize: 0 }}>
                    {"\u00a0"}
                  </td>
                  <td style={{ verticalAlign: "middle", whiteSpace: "nowrap" }}>
                    <a href={siteUrl} style={{ ...type(locale, "brand", colours.onBand, 600), textDecoration: "none" }}>
                      {first} <span style={{ fontWeight: 400 }}>{rest.join(" ")}</span>
                      {isStaff && (
                        <span style={{ fontWeight: 400, color: "#9CCFC2" }}>
                          {"\u00a0 "}
                          {m.mail_staff({}, { locale })}
                        </span>
                      )}
                    </a>
                  </td>
                </tr>
              </tbody>
            </table>
          </td>
          <td
            className={isStaff ? "lattice-cell lattice-staff" : "lattice-cell"}
            align={end}
            width="216"
            style={{ verticalAlign: "top", width: 216, fontSize: 0, lineHeight: 0 }}
          >
            <Picture name={`nama-lattice-${dir}`} width={216} height={bandHeight} className="lattice" />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The letterhead as plain text. */
export const letterheadText = ({ audience }: MailContent, locale: Locale): string =>
  audience === "staff" ? `${m.site_name({}, { locale })} ${m.mail_staff({}, { locale })}` : m.site_name({}, { locale });

/** Lines of the footer: whom to ask, why the reader gets this email, and who sends it. */
export function footerLines(
  { audience = "customer", why, notes = [] }: MailContent,
  sender: MailSender,
  locale: Locale,
): string[] {
  if (audience === "staff") return [why, ...notes];
  const email = mailbox(sender.email);
  const questions = sender.phone
    ? m.mail_questions({ email, phone: ltr(sender.phone) }, { locale })
    : m.mail_questions_email({ email }, { locale });
  const company = [sender.name, sender.address].filter(Boolean).join(locale === "ar" ? "، " : ", ");
  return [...(audience === "customer" ? [questions] : []), why, ...notes, company];
}

const sealName = (seal: Seal) => `nama-seal-${seal}`;

interface LayoutProps {
  locale: Locale;
  subject: string;
  preview: string;
  content: MailContent;
  footer: string[];
  siteUrl: string;
}

export function MailLayout({ locale, subject, preview, content, footer, siteUrl }: LayoutProps): ReactNode {
  const dir = getDirection(locale);
  const { start } = sides(locale);
  const h1 = {
    margin: "0 0 12px",
    ...type(locale, "h1", colours.ink, locale === "ar" ? 600 : 400),
    ...(locale === "en" && { letterSpacing: "-.012em" }),
  };
  return (
    <html dir={dir} lang={locale}>
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        {/* Keeps Apple Mail from scaling the text. */}
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <WordPlaceholder comment="head" />
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body className="ground" dir={dir} style={{ margin: 0, padding: 0, backgroundColor: colours.ground }}>
        <div
          data-preview="true"
          style={
            {
              display: "none",
              maxHeight: 0,
              overflow: "hidden",
              msoHide: "all",
              fontSize: 1,
              lineHeight: "1px",
              color: colours.ground,
            } as object
          }
        >
          {preview}
          {previewPadding}
        </div>
        <div lang={locale} dir={dir} role="article" aria-roledescription="email" aria-label={subject}>
          <table
            {...layout}
            className="ground"
            width="100%"
            {...bgcolor(colours.ground)}
            style={{ backgroundColor: colours.ground }}
          >
            <tbody>
              <tr>
                <td className="out" align="center" style={{ padding: "28px 16px 0" }}>
                  <WordPlaceholder comment="open" />
                  <table
                    {...layout}
                    className="card"
                    width="100%"
                    {...bgcolor(colours.card)}
                    dir={dir}
                    style={{
                      maxWidth: 600,
                      backgroundColor: colours.card,
                      border: `1px solid ${colours.line}`,
                      borderRadius: 20,
                      borderCollapse: "separate",
                      overflow: "hidden",
                    }}
                  >
                    <tbody>
                      <tr>
                        <td
                          className="bar"
                          {...bgcolor(colours.band)}
                          style={{ backgroundColor: colours.band, borderRadius: "19px 19px 0 0" }}
                        >
                          <Letterhead locale={locale} isStaff={content.audience === "staff"} siteUrl={siteUrl} />
                        </td>
                      </tr>
                      <tr>
                        <td className="pad" align={start} style={{ padding: "34px 40px 16px", textAlign: start }}>
                          {content.seal && (
                            <Picture name={sealName(content.seal)} width={52} height={52} margin="0 0 18px" />
                          )}
                          {content.eyebrow && (
                            <Line
                              text={renderMarks(content.eyebrow, locale)}
                              locale={locale}
                              size="small"
                              tone="ink3"
                              margin="0 0 4px"
                            />
                          )}
                          <h1 className="ink" style={h1}>
                            {renderMarks(content.heading, locale)}
                          </h1>
                          {content.blocks.map((block, index) => (
                            <MailBlock key={index} block={block} locale={locale} />
                          ))}
                        </td>
                      </tr>
                    </tbody>
                  </table>
                  <WordPlaceholder comment="close" />
                  <WordPlaceholder comment="open" />
                  <table {...layout} width="100%" dir={dir} style={{ maxWidth: 600 }}>
                    <tbody>
                      <tr>
                        <td className="foot" align={start} style={{ padding: "22px 40px 44px", textAlign: start }}>
                          {footer.map((line, index) => (
                            <Line
                              key={index}
                              text={renderMarks(line, locale)}
                              locale={locale}
                              size="foot"
                              tone="ink3"
                              margin="0 0 8px"
                            />
                          ))}
                        </td>
                      </tr>
                    </tbody>
                  </table>
                  <WordPlaceholder comment="close" />
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      </body>
    </html>
  );
}
