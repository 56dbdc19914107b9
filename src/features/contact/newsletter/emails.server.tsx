import { eq } from "drizzle-orm";
import { newsletterLinks } from "#features/contact/subscriptions.server.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import type { Block } from "#platform/mail/blocks.ts";
import { clean, linked, isolateText, parsePieces } from "#platform/mail/marks.ts";
import { richTextToBlocks } from "#platform/mail/rich.server.tsx";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { courseDetails } from "#features/catalogue/courses.server.ts";
import { newsItem } from "#features/content/news.server.ts";
import { courseBlock } from "#features/catalogue/schedule/mail-course.ts";
import { localePath, localText, withoutLocale, type Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { NotFound } from "#platform/errors.ts";
import { newsletterIssues } from "./tables.server.ts";

interface Card {
  kind: "courses" | "news";
  slug: string;
}

/** Returns the card for a paragraph that is only a link to a course or a story of this site; null for other blocks. */
function parseCard(block: Block, origin: string): Card | null {
  if (block.kind !== "text") return null;
  const [piece, ...others] = parsePieces(block.text);
  if (piece?.kind !== "link" || others.length > 0 || !URL.canParse(piece.href)) return null;
  const url = new URL(piece.href);
  if (url.origin !== new URL(origin).origin) return null;
  const [, kind, slug] = /^\/(courses|news)\/([\w-]+)$/.exec(withoutLocale(url.pathname)) ?? [];
  return slug === undefined ? null : { kind: kind as Card["kind"], slug };
}

/** Builds the card of a course with its next run and price; null when the course cannot be booked. */
async function buildCourseCard(ctx: Ctx, slug: string, locale: Locale): Promise<Block[] | null> {
  const course = await courseDetails(ctx, { slug });
  if (course.ended || course.disable_course) return null;
  const run = { ...course, sessions: [] };
  const price = { label: m.newsletter_card_price({}, { locale }), amount: formatSar(course.amount, locale) };
  const href = `${ctx.env.BASE_URL}${localePath(`/courses/${slug}`, locale)}`;
  return [
    { kind: "courses", courses: [courseBlock(course, run, locale, { price })] },
    { kind: "button", label: m.newsletter_card_course({}, { locale }), href, tone: "outlined" },
  ];
}

async function buildStoryCard(ctx: Ctx, slug: string, locale: Locale): Promise<Block[]> {
  const story = await newsItem(ctx, slug);
  const { text: title } = localText(locale, story.title_eng, story.title_ar);
  const { text: excerpt } = localText(locale, story.excerpt_eng, story.excerpt_ar);
  const href = `${ctx.env.BASE_URL}${localePath(`/news/${slug}`, locale)}`;
  return [
    { kind: "heading", text: isolateText(title) },
    { kind: "text", text: isolateText(excerpt) },
    { kind: "button", label: m.newsletter_card_story({}, { locale }), href, tone: "outlined" },
  ];
}

async function readCardBlocks(ctx: Ctx, { kind, slug }: Card, locale: Locale): Promise<Block[] | null> {
  try {
    return kind === "courses" ? await buildCourseCard(ctx, slug, locale) : await buildStoryCard(ctx, slug, locale);
  } catch (error) {
    // The course or story was unpublished meanwhile; the checks of the issue report it.
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/**
 * Replaces links by cards in the blocks of an issue: a paragraph that is only a link to a course becomes the course
 * with its next run and price, and one that is only a link to a story becomes the story. A link to a course that cannot
 * be booked, or to something unpublished, stays a link.
 */
async function withCards(ctx: Ctx, blocks: Block[], locale: Locale): Promise<Block[]> {
  const filled: Block[] = [];
  for (const block of blocks) {
    const card = parseCard(block, ctx.env.BASE_URL);
    filled.push(...((card && (await readCardBlocks(ctx, card, locale))) ?? [block]));
  }
  return filled;
}

interface IssueContent {
  subject: string;
  preheader: string;
  blocks: Block[];
}
export interface NewsletterIssueProps {
  issueId: number;
  /** The subscription; null for a test, whose unsubscribe link does nothing. */
  subscriptionId: string | null;
  /**
   * The content in both languages. `load` adds it when the email is rendered; an issue that is being sent does not
   * change.
   */
  letter?: Record<Locale, IssueContent>;
}

type Row = typeof newsletterIssues.$inferSelect;

const toContent = (row: Row, locale: Locale, origin: string): IssueContent =>
  locale === "ar"
    ? { subject: row.subjectAr, preheader: row.preheaderAr, blocks: richTextToBlocks(row.bodyAr, origin) }
    : { subject: row.subjectEng, preheader: row.preheaderEng, blocks: richTextToBlocks(row.bodyEng, origin) };

const emptyContent: IssueContent = { subject: "", preheader: "", blocks: [] };
const getContent = ({ letter }: NewsletterIssueProps, locale: Locale): IssueContent => letter?.[locale] ?? emptyContent;
/** The subject of an issue. A draft may have no subject yet. */
const getTitle = (props: NewsletterIssueProps, locale: Locale): string =>
  clean(getContent(props, locale).subject) || m.newsletter_untitled({}, { locale });
const sampleId = "00000000-0000-4000-8000-000000000000";

const sample: NewsletterIssueProps = {
  issueId: 1,
  subscriptionId: sampleId,
  letter: {
    en: {
      subject: "Three courses in December, with seats left",
      preheader: "Patient safety, indicators and high-alert drugs, in Riyadh and online.",
      blocks: richTextToBlocks(
        '<p>In December <strong>three courses</strong> open, all with accredited hours.</p><h2>Patient safety</h2><ul><li>6 to 8 December, Riyadh</li></ul><table><thead><tr><th>Day</th><th>Topic</th></tr></thead><tbody><tr><td>1</td><td>Reporting without blame</td></tr></tbody></table><p><a href="/courses">See all courses</a></p>',
        "https://nama.example",
      ),
    },
    ar: {
      subject: "ثلاث دورات في ديسمبر، ومقاعد ما زالت متاحة",
      preheader: "سلامة المرضى والمؤشرات والأدوية عالية الخطورة، في الرياض وعن بُعد.",
      blocks: richTextToBlocks(
        '<p>نفتح في ديسمبر باب التسجيل في <strong>ثلاث دورات</strong> معتمدة الساعات.</p><h2>سلامة المرضى</h2><ul><li>من 6 إلى 8 ديسمبر، الرياض</li></ul><table><thead><tr><th>اليوم</th><th>الموضوع</th></tr></thead><tbody><tr><td>1</td><td>الإبلاغ بلا لوم</td></tr></tbody></table><p><a href="/ar/courses">تصفّح الدورات</a></p>',
        "https://nama.example",
      ),
    },
  },
};

/** Email with one issue of the newsletter, to one subscriber. */
export const newsletterIssue = mailTemplate<NewsletterIssueProps>({
  subject: (props, locale) => {
    const subject = getTitle(props, locale);
    return props.subscriptionId === null ? m.newsletter_test_subject({ subject }, { locale }) : subject;
  },
  preview: (props, locale) => clean(getContent(props, locale).preheader),
  link: (ctx, { subscriptionId }, locale) =>
    newsletterLinks(ctx, { id: subscriptionId ?? sampleId, locale }).unsubscribeUrl,
  async load(ctx, props) {
    if (props.letter) return props;
    const [row] = await ctx.db.select().from(newsletterIssues).where(eq(newsletterIssues.id, props.issueId));
    if (!row) throw noSuchRecord(ctx);
    const buildContent = async (locale: Locale) => {
      const content = toContent(row, locale, ctx.env.BASE_URL);
      return { ...content, blocks: await withCards(ctx, content.blocks, locale) };
    };
    return { ...props, letter: { en: await buildContent("en"), ar: await buildContent("ar") } };
  },
  content: ({ props, locale, link }) => {
    const { blocks } = getContent(props, locale);
    return {
      audience: "newsletter",
      heading: getTitle(props, locale),
      blocks,
      why: m.newsletter_mail_why({}, { locale }),
      notes: [linked(m.common_action_unsubscribe({}, { locale }), link)],
    };
  },
  sample: { en: sample, ar: sample },
});
