import { pageHead } from "#features/content/page-meta.server.ts";
import { withoutLocale, locales, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { newsletterLinks } from "#features/contact/newsletter.server.ts";
import type { IssueWarning, NewsletterIssue } from "./newsletter.schema.ts";
import { toIssueTexts, type IssueRow, type IssueTexts } from "./records.server.ts";

/** Checks before an issue is sent: every list except `one_language`, a warning, must be empty, and `leave` true. */
type IssueChecks = NewsletterIssue["checks"];

const words = (html: string) => html.replace(/<[^>]*>/g, "").trim();

function missingTexts(texts: IssueTexts): Pick<IssueChecks, "missing" | "not_arabic"> {
  const names = Object.keys(texts) as (keyof IssueTexts)[];
  const missing = names.filter((name) => words(texts[name]) === "");
  const isArabic = (name: keyof IssueTexts) => /\p{Script=Arabic}/u.test(words(texts[name]));
  const not_arabic = names.filter((name) => name.endsWith("_ar") && !missing.includes(name) && !isArabic(name));
  return { missing, not_arabic };
}

/** Reads the head of a course or a story by its own address, of any other page by its first segment. */
function readHead(ctx: Ctx, path: string) {
  const [first = "", second] = withoutLocale(path).split("/").filter(Boolean);
  const type = first === "courses" ? "course" : "news";
  const isPart = second !== undefined && (first === "courses" || first === "news");
  const key = isPart ? { type, slug: decodeURIComponent(second) } : { type: "page", slug: first || "home" };
  return pageHead(ctx, key);
}

async function leadsSomewhere(ctx: Ctx, href: string): Promise<boolean> {
  if (!URL.canParse(href, ctx.env.BASE_URL)) return false;
  const url = new URL(href, ctx.env.BASE_URL);
  if (url.origin === new URL(ctx.env.BASE_URL).origin) return (await readHead(ctx, url.pathname)).isFound;
  // Links to other sites are not requested: they may work today and not for the readers, and the request could be
  // misdirected.
  if (url.protocol === "https:" || url.protocol === "http:") return url.hostname.includes(".");
  return url.protocol === "mailto:" || url.protocol === "tel:";
}

const hrefsIn = (html: string) =>
  new Set([...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")));

async function brokenLinks(ctx: Ctx, { body_eng, body_ar }: IssueTexts): Promise<string[]> {
  const broken: string[] = [];
  for (const href of hrefsIn(body_eng + body_ar)) if (!(await leadsSomewhere(ctx, href))) broken.push(href);
  return broken;
}

/** Paths of courses and stories, which become cards. */
function cardsIn(ctx: Ctx, html: string): Set<string> {
  const { origin } = new URL(ctx.env.BASE_URL);
  const urls = [...hrefsIn(html)].flatMap((href) => (URL.canParse(href, origin) ? [new URL(href, origin)] : []));
  const paths = urls.filter((url) => url.origin === origin).map(({ pathname }) => withoutLocale(pathname));
  return new Set(paths.filter((path) => /^\/(?:courses|news)\/./.test(path)));
}

/** Cards that only one language has, by their title in the language of `ctx`. */
async function inOneLanguage(ctx: Ctx, { body_eng, body_ar }: IssueTexts): Promise<IssueChecks["one_language"]> {
  const cards = { en: cardsIn(ctx, body_eng), ar: cardsIn(ctx, body_ar) };
  const found: IssueChecks["one_language"] = [];
  for (const path of [...new Set([...cards.en, ...cards.ar])].toSorted())
    for (const missing_in of locales.filter((locale) => !cards[locale].has(path))) {
      const head = await readHead(ctx, path);
      found.push({ title: head.isFound ? head.name : path, missing_in });
    }
  return found;
}

const readerId = "00000000-0000-4000-8000-000000000001";

async function canLeave(ctx: Ctx, issueId: number, locale: Locale): Promise<boolean> {
  const { unsubscribeUrl } = newsletterLinks(ctx, { id: readerId, locale });
  const { html, text } = await renderMail(ctx, "newsletter-issue", { issueId, subscriptionId: readerId }, locale);
  return html.includes(`href="${unsubscribeUrl}"`) && text.includes(unsubscribeUrl);
}

/** Runs all checks of an issue. */
export async function checkIssue(ctx: Ctx, row: IssueRow): Promise<IssueChecks> {
  const texts = toIssueTexts(row);
  // One after the other, because it may be inside a transaction.
  const leave: boolean[] = [];
  for (const locale of locales) leave.push(await canLeave(ctx, row.id, locale));
  return {
    ...missingTexts(texts),
    broken_links: await brokenLinks(ctx, texts),
    one_language: await inOneLanguage(ctx, texts),
    leave: leave.every(Boolean),
  };
}

export const isReady = ({ missing, not_arabic, broken_links, leave }: IssueChecks): boolean =>
  missing.length + not_arabic.length + broken_links.length === 0 && leave;

/** Lists what the sender must accept first. A test counts until the text is saved again. */
export const findWarnings = ({ testedAt, savedAt }: IssueRow, { one_language }: IssueChecks): IssueWarning[] => [
  ...(one_language.length > 0 ? (["one_language"] as const) : []),
  ...(testedAt === null || testedAt < savedAt ? (["untested"] as const) : []),
];
