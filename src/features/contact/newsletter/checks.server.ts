import { pageHead } from "#features/content/page-meta.server.ts";
import { withoutLocale, locales, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { newsletterLinks } from "#features/contact/subscriptions.server.ts";
import type { IssueWarning, NewsletterIssue } from "./newsletter.schema.ts";
import { toIssueTexts, type IssueRow, type IssueTexts } from "./records.server.ts";

/**
 * Results of the checks before an issue is sent. `leave` must be true and every list empty, except `oneLanguage`,
 * which is a warning.
 */
type IssueChecks = NewsletterIssue["checks"];

const plainText = (html: string) => html.replace(/<[^>]*>/g, "").trim();

function missingTexts(texts: IssueTexts): Pick<IssueChecks, "missing" | "notArabic"> {
  const names = Object.keys(texts) as (keyof IssueTexts)[];
  const missing = names.filter((name) => plainText(texts[name]) === "");
  const isArabic = (name: keyof IssueTexts) => /\p{Script=Arabic}/u.test(plainText(texts[name]));
  const notArabic = names.filter((name) => name.endsWith("_ar") && !missing.includes(name) && !isArabic(name));
  return { missing, notArabic };
}

/**
 * Reads title and description of the page at a path: of a course or story by its slug, of any other page by the first
 * segment.
 */
function readHead(ctx: Ctx, path: string) {
  const [section = "", slug] = withoutLocale(path).split("/").filter(Boolean);
  const type = section === "courses" ? "course" : "news";
  const isItemPage = slug !== undefined && (section === "courses" || section === "news");
  const key = isItemPage ? { type, slug: decodeURIComponent(slug) } : { type: "page", slug: section || "home" };
  return pageHead(ctx, key);
}

async function isWorkingLink(ctx: Ctx, href: string): Promise<boolean> {
  if (!URL.canParse(href, ctx.env.BASE_URL)) return false;
  const url = new URL(href, ctx.env.BASE_URL);
  if (url.origin === new URL(ctx.env.BASE_URL).origin) return (await readHead(ctx, url.pathname)).isFound;
  // Does not request links to other sites: they may fail for the readers later, and the request could be misdirected.
  if (url.protocol === "https:" || url.protocol === "http:") return url.hostname.includes(".");
  return url.protocol === "mailto:" || url.protocol === "tel:";
}

const findHrefs = (html: string) =>
  new Set([...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")));

async function brokenLinks(ctx: Ctx, { body_eng, body_ar }: IssueTexts): Promise<string[]> {
  const broken: string[] = [];
  for (const href of findHrefs(body_eng + body_ar)) if (!(await isWorkingLink(ctx, href))) broken.push(href);
  return broken;
}

/** Finds the paths of linked courses and stories, which the email shows as cards. */
function findCardPaths(ctx: Ctx, html: string): Set<string> {
  const { origin } = new URL(ctx.env.BASE_URL);
  const urls = [...findHrefs(html)].flatMap((href) => (URL.canParse(href, origin) ? [new URL(href, origin)] : []));
  const paths = urls.filter((url) => url.origin === origin).map(({ pathname }) => withoutLocale(pathname));
  return new Set(paths.filter((path) => /^\/(?:courses|news)\/./.test(path)));
}

/** Finds cards that only one language has, by their title in the language of `ctx`. */
async function findOneLanguageCards(ctx: Ctx, { body_eng, body_ar }: IssueTexts): Promise<IssueChecks["oneLanguage"]> {
  const cards = { en: findCardPaths(ctx, body_eng), ar: findCardPaths(ctx, body_ar) };
  const result: IssueChecks["oneLanguage"] = [];
  for (const path of [...new Set([...cards.en, ...cards.ar])].toSorted())
    for (const missingIn of locales.filter((locale) => !cards[locale].has(path))) {
      const head = await readHead(ctx, path);
      result.push({ title: head.isFound ? head.name : path, missingIn });
    }
  return result;
}

const sampleReaderId = "00000000-0000-4000-8000-000000000001";

async function hasUnsubscribeLink(ctx: Ctx, issueId: number, locale: Locale): Promise<boolean> {
  const { unsubscribeUrl } = newsletterLinks(ctx, { id: sampleReaderId, locale });
  const { html, text } = await renderMail(ctx, "newsletter-issue", { issueId, subscriptionId: sampleReaderId }, locale);
  return html.includes(`href="${unsubscribeUrl}"`) && text.includes(unsubscribeUrl);
}

/** Runs all checks of an issue. */
export async function checkIssue(ctx: Ctx, row: IssueRow): Promise<IssueChecks> {
  const texts = toIssueTexts(row);
  // Runs one after the other, because it may be inside a transaction.
  const leave: boolean[] = [];
  for (const locale of locales) leave.push(await hasUnsubscribeLink(ctx, row.id, locale));
  return {
    ...missingTexts(texts),
    brokenLinks: await brokenLinks(ctx, texts),
    oneLanguage: await findOneLanguageCards(ctx, texts),
    leave: leave.every(Boolean),
  };
}

export const isReady = ({ missing, notArabic, brokenLinks, leave }: IssueChecks): boolean =>
  missing.length + notArabic.length + brokenLinks.length === 0 && leave;

/** Lists what the sender must accept before sending. A test email is outdated once the text is saved again. */
export const findWarnings = ({ testedAt, savedAt }: IssueRow, { oneLanguage }: IssueChecks): IssueWarning[] => [
  ...(oneLanguage.length > 0 ? (["one_language"] as const) : []),
  ...(testedAt === null || testedAt < savedAt ? (["untested"] as const) : []),
];
