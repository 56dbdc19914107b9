import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import type { Ctx } from "#platform/context.server.ts";
import { excerptOf, markedText } from "./marking.ts";
import { kinds, type SearchResults, type Hit, type Kind } from "./search.ts";
import { readFound, readKeys, type FoundRow, type Unseen as UncountedKind } from "./statements.server.ts";
import { searchDocuments } from "./tables.server.ts";
import { searchTerms } from "./terms.server.ts";

const hitsOfEach = 8;
const hitsOfOne = 50;
/** Concurrent searches of a process: less than half of its connections, so that pages need not wait behind them. */
const limited = pLimit(4);

const isHit = (row: FoundRow | UncountedKind): row is FoundRow => row.url !== null;

export interface RankedHit extends Hit {
  type: Kind;
}

/**
 * One ranked search over courses, pages, news and questions, in both languages, tolerant of typos and Arabic spellings.
 * Matches all words, else all but one, else any. `type` limits the hits to 50 of that kind, not the counts; without it
 * 8 of each.
 */
export async function searchSite(
  ctx: Ctx,
  { q, type }: { q: string; type?: Kind | undefined },
): Promise<SearchResults> {
  const { rows, didYouMean } = await find(ctx, q, type);
  const groups = kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return own[0] ? [{ type: kind, total: own[0].total, hits: own.filter(isHit).map(hitOf) }] : [];
  });
  return { total: groups.reduce((sum, group) => sum + group.total, 0), groups, didYouMean };
}

/** In one list, best first, with the total. */
export async function searchRanked(ctx: Ctx, q: string): Promise<{ total: number; hits: RankedHit[] }> {
  const { rows } = await find(ctx, q);
  const totals = new Map(rows.map((row) => [row.kind, row.total]));
  const hits = rows
    .filter(isHit)
    .toSorted((a, b) => b.rank - a.rank)
    .map((row) => ({ type: row.kind, ...hitOf(row) }));
  return { total: [...totals.values()].reduce((sum, total) => sum + total, 0), hits };
}

function find(
  ctx: Ctx,
  q: string,
  type?: Kind,
): Promise<{ rows: (FoundRow | UncountedKind)[]; didYouMean: string | null }> {
  return limited(() => findUnlimited(ctx, q, type));
}

async function findUnlimited(
  ctx: Ctx,
  q: string,
  type: Kind | undefined,
): Promise<{ rows: (FoundRow | UncountedKind)[]; didYouMean: string | null }> {
  const terms = await searchTerms(ctx, q);
  if (!terms) return { rows: [], didYouMean: null };
  const { exact, each, lexemes, beginnings } = terms;
  const shown = { kind: type ?? null, hits: type ? hitsOfOne : hitsOfEach, locale: ctx.locale, lexemes, beginnings };
  for (const query of [terms.all, ...terms.less]) {
    const rows = await readFound(ctx, { query, exact, each }, shown);
    if (rows.length) return { rows, didYouMean: terms.corrected };
  }
  return { rows: [], didYouMean: terms.corrected };
}

/** search_reindex puts the words of headings behind position 15000, those of titles behind 16000. */
function hitOf({ title, text, url, image, lang, places }: FoundRow): Hit {
  const excerpt = excerptOf(
    text,
    places.filter((place) => place < 15_000),
  );
  const markedTitle = markedText(
    title,
    places.filter((place) => place > 16_000).map((place) => place - 16_000),
  );
  return { title, markedTitle, excerpt, url, image, lang };
}

/** For lists of one kind: the slugs that match every word of `q`, best first, at most 1,000. Null when `q` is empty. */
export async function searchKeys(ctx: Ctx, kind: Kind, q: string): Promise<string[] | null> {
  if (!q.trim()) return null;
  return limited(async () => {
    const terms = await searchTerms(ctx, q);
    if (!terms) return [];
    return readKeys(ctx, kind, { query: terms.all, exact: terms.exact, each: terms.each });
  });
}

/** How many documents of a kind can be found: to be awaited, or a column of a list. */
export const countVisible = (ctx: Ctx, kind: Kind) =>
  ctx.db.$count(searchDocuments, and(eq(searchDocuments.kind, kind), searchDocuments.visible));
