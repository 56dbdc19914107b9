import { courseDetails } from "#features/catalogue/courses.server.ts";
import { newsItem } from "#features/content/news.server.ts";
import { courseBlock } from "#features/catalogue/schedule/mail-course.ts";
import { localePath, localText, withoutLocale, type Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import type { Block } from "#platform/mail/blocks.ts";
import { named, piecesOf } from "#platform/mail/marks.ts";
import { m } from "#messages";

interface Card {
  kind: "courses" | "news";
  slug: string;
}

/** What a paragraph asks for that is nothing but a link to a course or a story of this site. */
function cardOf(block: Block, origin: string): Card | null {
  if (block.kind !== "text") return null;
  const [piece, ...others] = piecesOf(block.text);
  if (piece?.kind !== "link" || others.length > 0 || !URL.canParse(piece.href)) return null;
  const url = new URL(piece.href);
  if (url.origin !== new URL(origin).origin) return null;
  const [, kind, slug] = /^\/(courses|news)\/([\w-]+)$/.exec(withoutLocale(url.pathname)) ?? [];
  return slug === undefined ? null : { kind: kind as Card["kind"], slug };
}

/** With its next date and price; null while it has none to book. */
async function courseCard(ctx: Ctx, slug: string, locale: Locale): Promise<Block[] | null> {
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

async function storyCard(ctx: Ctx, slug: string, locale: Locale): Promise<Block[]> {
  const story = await newsItem(ctx, slug);
  const { text: title } = localText(locale, story.title_eng, story.title_ar);
  const { text: excerpt } = localText(locale, story.excerpt_eng, story.excerpt_ar);
  const href = `${ctx.env.BASE_URL}${localePath(`/news/${slug}`, locale)}`;
  return [
    { kind: "heading", text: named(title) },
    { kind: "text", text: named(excerpt) },
    { kind: "button", label: m.newsletter_card_story({}, { locale }), href, tone: "outlined" },
  ];
}

async function blocksOfCard(ctx: Ctx, { kind, slug }: Card, locale: Locale): Promise<Block[] | null> {
  try {
    return kind === "courses" ? await courseCard(ctx, slug, locale) : await storyCard(ctx, slug, locale);
  } catch (error) {
    // It was taken off the site since; the checks of the issue say so.
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/**
 * The blocks of a letter, its cards filled in: a paragraph that is nothing but a link to a course becomes the course
 * with its next date and price, one to a story becomes the story. What cannot be booked or read stays a link.
 */
export async function withCards(ctx: Ctx, blocks: Block[], locale: Locale): Promise<Block[]> {
  const filled: Block[] = [];
  for (const block of blocks) {
    const card = cardOf(block, ctx.env.BASE_URL);
    filled.push(...((card && (await blocksOfCard(ctx, card, locale))) ?? [block]));
  }
  return filled;
}
