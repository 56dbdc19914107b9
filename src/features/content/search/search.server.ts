import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import { cachedAnswer } from "#features/settings/content-changes.server.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import type { Ctx } from "#platform/context.server.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import { kinds, type SearchResults, type Hit, type Kind } from "./search.ts";
import { readFound, readSlugs, type FoundRow, type KindWithoutHits } from "./statements.server.ts";
import { searchDocuments } from "./tables.server.ts";
import { searchTerms } from "./terms.server.ts";

const marks = "\\u0300-\\u036f\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed'’ʼ";
const separators =
  "\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff\\u0600-\\u060f\\u061b-\\u061f\\u066a-\\u066d\\u06d4\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u303f\\ud7ff-\\uf8ff\\ufd3e\\ufd3f\\ufe00-\\ufe6f\\ufeff\\uff00-\\uff0f\\ufff0-\\uffff\\u{10000}-\\u{10ffff}";
const letter = `[^${separators}${marks}]`;
/**
 * Letters and digits, with vowel marks and apostrophes inside. Splits a text exactly where search_split does in SQL.
 */
const wordPattern = new RegExp(`${letter}(?:(?:${letter}|[${marks}])*(?:${letter}|[\\u064b-\\u065f\\u0670]))?`, "gu");

interface Word {
  start: number;
  end: number;
}

/** Lists the words of a text in order. The nth word, from 1, has position n in the text's search vector. */
export function tokenize(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ index, 0: word }) => ({ start: index, end: index + word.length }));
}

/** Length of an excerpt, and how many of its words come before the first match. */
const excerptWords = 32;
const leadWords = 6;

/** Returns the match that begins the excerpt with most matches; of several, the first. `positions` are ascending. */
function findBestStart(positions: number[]): number {
  let best = { start: 0, hits: 0 };
  for (const [index, position] of positions.entries()) {
    const hits = positions.slice(index).filter((other) => other < position + excerptWords - leadWords).length;
    if (hits > best.hits) best = { start: position, hits };
  }
  return best.start;
}

/** Builds HTML of the words `from` to `to` (exclusive, from 0), with those at `positions` (from 1) marked. */
function markWords(
  text: string,
  words: Word[],
  positions: Iterable<number>,
  { from, to }: { from: number; to: number },
): string {
  const markedPositions = new Set(positions);
  const end = to >= words.length ? text.length : (words[to - 1]?.end ?? text.length);
  let html = "";
  let copiedUntil = from === 0 ? 0 : (words[from]?.start ?? 0);
  for (const [index, word] of words.slice(from, to).entries()) {
    if (!markedPositions.has(from + index + 1)) continue;
    html += `${escapeHtml(text.slice(copiedUntil, word.start))}<mark>${escapeHtml(text.slice(word.start, word.end))}</mark>`;
    copiedUntil = word.end;
  }
  return html + escapeHtml(text.slice(copiedUntil, end)).trimEnd();
}

/** Builds HTML with `<mark>` as its only element, around the words at `positions`, from 1. */
function markText(text: string, positions: number[]): string {
  const words = tokenize(text);
  return markWords(text, words, positions, { from: 0, to: words.length });
}

/**
 * Builds an excerpt of 32 words around the matches, as HTML with `<mark>` as its only element. `positions` are those of
 * matching words, from 1; without any, the excerpt is the beginning of the text.
 */
export function buildExcerpt(text: string, positions: number[]): string {
  const words = tokenize(text);
  if (!words.length) return "";
  const sorted = positions.filter((position) => position >= 1 && position <= words.length).toSorted((a, b) => a - b);
  const from = sorted.length
    ? Math.max(0, Math.min(findBestStart(sorted) - 1 - leadWords, words.length - excerptWords))
    : 0;
  const to = Math.min(from + excerptWords, words.length);
  return `${from === 0 ? "" : "… "}${markWords(text, words, sorted, { from, to })}${to === words.length ? "" : " …"}`;
}

const hitsPerKind = 8;
const singleKindHits = 50;
/** Limits a process's searches to less than half of its database connections, so that pages need not wait for them. */
const limitSearches = pLimit(4);

const isHit = (row: FoundRow | KindWithoutHits): row is FoundRow => row.url !== null;

export interface RankedHit extends Hit {
  type: Kind;
}

/**
 * One ranked search over courses, pages, news and questions, in both languages, tolerant of typos and Arabic spellings.
 * Matches all words, else all but one, else any. Returns at most 8 hits of each kind; with `type`, at most 50 of that
 * kind only. Counts all kinds in either case.
 */
export async function searchSite(
  ctx: Ctx,
  { q, type }: { q: string; type?: Kind | undefined },
): Promise<SearchResults> {
  const { rows, didYouMean } = await searchCached(ctx, q, type);
  const groups = kinds.flatMap((kind) => {
    const kindRows = rows.filter((row) => row.kind === kind);
    return kindRows[0] ? [{ type: kind, total: kindRows[0].total, hits: kindRows.filter(isHit).map(toHit) }] : [];
  });
  return { total: groups.reduce((sum, group) => sum + group.total, 0), groups, didYouMean };
}

/** Searches like `searchSite`, but returns one list, best first, with the total. */
export async function searchRanked(ctx: Ctx, q: string): Promise<{ total: number; hits: RankedHit[] }> {
  const { rows } = await searchCached(ctx, q);
  const totals = new Map(rows.map((row) => [row.kind, row.total]));
  const hits = rows
    .filter(isHit)
    .toSorted((a, b) => b.rank - a.rank)
    .map((row) => ({ type: row.kind, ...toHit(row) }));
  return { total: [...totals.values()].reduce((sum, total) => sum + total, 0), hits };
}

function searchCached(
  ctx: Ctx,
  q: string,
  type?: Kind,
): Promise<{ rows: (FoundRow | KindWithoutHits)[]; didYouMean: string | null }> {
  const text = normaliseInput(q);
  return cachedAnswer(ctx, "content", ["search", text, type ?? null, ctx.locale], (ctx) =>
    limitSearches(() => searchUncached(ctx, text, type)),
  );
}

async function searchUncached(
  ctx: Ctx,
  q: string,
  type: Kind | undefined,
): Promise<{ rows: (FoundRow | KindWithoutHits)[]; didYouMean: string | null }> {
  const terms = await searchTerms(ctx, q);
  if (!terms) return { rows: [], didYouMean: null };
  const { exact, each, lexemes, beginnings } = terms;
  const display = {
    kind: type ?? null,
    hits: type ? singleKindHits : hitsPerKind,
    locale: ctx.locale,
    lexemes,
    beginnings,
  };
  for (const query of [terms.all, ...terms.broader]) {
    const rows = await readFound(ctx, { query, exact, each }, display);
    if (rows.length) return { rows, didYouMean: terms.corrected };
  }
  return { rows: [], didYouMean: terms.corrected };
}

/** search_reindex gives words of headings positions above 15000, and words of titles positions above 16000. */
function toHit({ title, text, url, image, lang, positions }: FoundRow): Hit {
  const excerpt = buildExcerpt(
    text,
    positions.filter((position) => position < 15_000),
  );
  const markedTitle = markText(
    title,
    positions.filter((position) => position > 16_000).map((position) => position - 16_000),
  );
  return { title, markedTitle, excerpt, url, image, lang };
}

/** Finds the slugs of one kind that match every word of `q`, best first, at most 1,000. Null when `q` is empty. */
export async function searchSlugs(ctx: Ctx, kind: Kind, q: string): Promise<string[] | null> {
  const text = normaliseInput(q);
  if (!text) return null;
  const read = async (ctx: Ctx) => {
    const terms = await searchTerms(ctx, text);
    if (!terms) return [];
    return readSlugs(ctx, kind, { query: terms.all, exact: terms.exact, each: terms.each });
  };
  return cachedAnswer(ctx, "content", ["slugs", kind, text], (ctx) => limitSearches(() => read(ctx)));
}

/** Counts the documents of a kind that a search can find. Await it, or use it as a column of a query. */
export const countVisible = (ctx: Ctx, kind: Kind) =>
  ctx.db.$count(searchDocuments, and(eq(searchDocuments.kind, kind), searchDocuments.visible));
