import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { bare, plain } from "./marks.ts";
import { senderFor, templateNamed } from "./templates.server.ts";
import { mailText } from "./text.ts";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** `files` are the names of the attachments. Throws UnknownMailError, BadSubjectError, and what the template throws. */
export async function renderMail(
  ctx: Ctx,
  name: string,
  queued: object,
  locale: Locale,
  files: readonly string[] = [],
): Promise<RenderedMail> {
  // Loaded when the first mail is rendered: programs without a bundler import the verbs, and Node reads no .tsx.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { footerLines, letterheadText, MailLayout, withWordComments } = await import("./layout.server.tsx");
  const template = templateNamed(name);
  const props = (await template.load?.(ctx, queued)) ?? queued;
  const sender = await senderFor(ctx, locale);
  return inLocale(locale, () => {
    const subject = bare(template.subject(props, locale).normalize("NFC"));
    // A line break in a subject could inject a header.
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
      throw new BadSubjectError(`The subject of "${name}" has control characters`);
    const preview = inboxLine(plain(template.preview(props, locale), locale));
    const content = template.content({ props, locale, link: template.link?.(ctx, props, locale) ?? "", files });
    const footer = footerLines(content, sender, locale);
    const page = renderToStaticMarkup(
      MailLayout({ locale, subject, preview, content, footer, siteUrl: siteUrl(ctx, locale) }),
    );
    const html = withWordComments(`<!DOCTYPE html>${page}`, locale);
    return { subject, html, text: mailText(content, { locale, letterhead: letterheadText(content, locale), footer }) };
  });
}

const siteUrl = (ctx: Ctx, locale: Locale) => (locale === "ar" ? `${ctx.env.BASE_URL}/ar` : ctx.env.BASE_URL);

/** No list of mails shows more. */
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
