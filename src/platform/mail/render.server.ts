import type { HtmlToTextOptions } from "html-to-text";
import { createElement } from "react";
import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { MailLayout } from "./layout.server.tsx";
import { senderFor, templateNamed } from "./templates.server.ts";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** The words of a mail, as HTML and as plain text. Throws UnknownMailError, BadSubjectError, and what its template throws. */
export async function renderMail(ctx: Ctx, name: string, props: object, locale: Locale): Promise<RenderedMail> {
  // Loaded at the first mail, not at the start.
  const [{ renderToStaticMarkup }, { compile }] = await Promise.all([import("react-dom/server"), import("html-to-text")]);
  toText ??= compile(plainText);
  const asText = toText;
  const template = templateNamed(name);
  const sender = await senderFor(ctx, locale);
  return inLocale(locale, () => {
    const subject = template.subject(props, locale).normalize("NFC");
    // A line break in a subject would begin a header of the writer's choice.
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)) throw new BadSubjectError(`The subject of "${name}" has control characters`);
    const preview = inboxLine(template.preview(props, locale));
    const body = createElement(template.Body, { props, locale, link: template.link?.(ctx, props, locale) ?? "" });
    const html = `<!DOCTYPE html>${renderToStaticMarkup(MailLayout({ locale, subject, preview, sender, siteUrl: ctx.env.BASE_URL, children: body }))}`;
    return { subject, html, text: asText(withoutLooks(html)) };
  });
}

/** No list of mails shows more of a preview than this. */
const previewAtMost = 100;

/** A preview on one line, cut between words where somebody's text made it long, never inside a letter. */
function inboxLine(text: string): string {
  const line = text.normalize("NFC").replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (line.length <= previewAtMost) return line;
  return `${line.slice(0, previewAtMost - 1).replace(/ \S*$|[\ud800-\udbff]$/, "")}…`;
}

/** Of no use in plain text, and two thirds of a mail: the parser would read all of it. In texts React writes a quote as its entity. */
const withoutLooks = (html: string) => html.slice(html.indexOf("<body")).replace(/ style="[^"]*"/g, "");

const plainText: HtmlToTextOptions = {
  wordwrap: 78,
  selectors: [
    // The line for the inbox's list, which the body says again.
    { selector: "[data-skip-in-text='true']", format: "skip" },
    { selector: "table", format: "block" },
    { selector: "tr", format: "block" },
    // The label, then its value on the same line.
    { selector: "th", format: "inlineSurround", options: { suffix: ": " } },
    { selector: "caption", format: "paragraph" },
    { selector: "h1", options: { uppercase: false } },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    { selector: "a[href^='mailto:']", format: "anchor", options: { ignoreHref: true } },
  ],
};

let toText: ((html: string) => string) | undefined;

export class BadSubjectError extends Error {
  override name = "BadSubjectError";
}
