import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import { cachedAnswer } from "#features/settings/content-changes.server.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import type { Ctx } from "#platform/context.server.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import { kinds, type SearchResults, type Hit, type Kind } from "./search.ts";
import { readFound, readKeys, type FoundRow, type Unseen as UncountedKind } from "./statements.server.ts";
import { searchDocuments } from "./tables.server.ts";
import { searchTerms } from "./terms.server.ts";

const marks = "\\u0300-\\u036f\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed'’ʼ";
const separators =
  "\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff\\u0600-\\u060f\\u061b-\\u061f\\u066a-\\u066d\\u06d4\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u303f\\ud7ff-\\uf8ff\\ufd3e\\ufd3f\\ufe00-\\ufe6f\\ufeff\\uff00-\\uff0f\\ufff0-\\uffff\\u{10000}-\\u{10ffff}";
const letter = `[^${separators}${marks}]`;
/**
 * Letters and digits, with vowel marks and apostrophes inside. Splits a text exactly where search_split does in SQL.
 */
const words = new RegExp(`${letter}(?:(?:${letter}|[${marks}])*(?:${letter}|[\\u064b-\\u065f\\u0670]))?`, "gu");

interface Word {
  start: number;
  end: number;
}

/** In order; the nth has position n in the text's vector, from 1. */
export function tokenize(text: string): Word[] {
  return Array.from(text.matchAll(words), ({ index, 0: word }) => ({ start: index, end: index + word.length }));
}

const excerptWords = 32;
const lead = 6;

/** The excerpt with most matches, the first of such. */
function bestStart(places: number[]): number {
  let best = { start: 0, hits: 0 };
  for (const [index, place] of places.entries()) {
    const hits = places.slice(index).filter((other) => other < place + excerptWords - lead).length;
    if (hits > best.hits) best = { start: place, hits };
  }
  return best.start;
}

/** The words `from` to `to` (exclusive, from 0), with those at `places` (from 1) marked, as HTML. */
function marked(
  text: string,
  words: Word[],
  places: Iterable<number>,
  { from, to }: { from: number; to: number },
): string {
  const markedPlaces = new Set(places);
  const end = to >= words.length ? text.length : (words[to - 1]?.end ?? text.length);
  let html = "";
  let at = from === 0 ? 0 : (words[from]?.start ?? 0);
  for (const [index, word] of words.slice(from, to).entries()) {
    if (!markedPlaces.has(from + index + 1)) continue;
    html += `${escapeHtml(text.slice(at, word.start))}<mark>${escapeHtml(text.slice(word.start, word.end))}</mark>`;
    at = word.end;
  }
  return html + escapeHtml(text.slice(at, end)).trimEnd();
}

/** HTML in which only `<mark>` occurs, around the words at `places`, from 1. */
function markedText(text: string, places: number[]): string {
  const words = tokenize(text);
  return marked(text, words, places, { from: 0, to: words.length });
}

/**
 * Some thirty words around the matches, as HTML in which only `<mark>` occurs. `places` are positions of matching
 * words, from 1; without any the text's beginning is shown.
 */
export function buildExcerpt(text: string, places: number[]): string {
  const words = tokenize(text);
  if (!words.length) return "";
  const sorted = places.filter((place) => place >= 1 && place <= words.length).toSorted((a, b) => a - b);
  const from = sorted.length ? Math.max(0, Math.min(bestStart(sorted) - 1 - lead, words.length - excerptWords)) : 0;
  const to = Math.min(from + excerptWords, words.length);
  return `${from === 0 ? "" : "… "}${marked(text, words, sorted, { from, to })}${to === words.length ? "" : " …"}`;
}

const hitsPerKind = 8;
const singleKindHits = 50;
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
    return own[0] ? [{ type: kind, total: own[0].total, hits: own.filter(isHit).map(toHit) }] : [];
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
    .map((row) => ({ type: row.kind, ...toHit(row) }));
  return { total: [...totals.values()].reduce((sum, total) => sum + total, 0), hits };
}

function find(
  ctx: Ctx,
  q: string,
  type?: Kind,
): Promise<{ rows: (FoundRow | UncountedKind)[]; didYouMean: string | null }> {
  const text = normaliseInput(q);
  return cachedAnswer(ctx, "content", ["search", text, type ?? null, ctx.locale], (ctx) =>
    limited(() => findUnlimited(ctx, text, type)),
  );
}

async function findUnlimited(
  ctx: Ctx,
  q: string,
  type: Kind | undefined,
): Promise<{ rows: (FoundRow | UncountedKind)[]; didYouMean: string | null }> {
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
  for (const query of [terms.all, ...terms.less]) {
    const rows = await readFound(ctx, { query, exact, each }, display);
    if (rows.length) return { rows, didYouMean: terms.corrected };
  }
  return { rows: [], didYouMean: terms.corrected };
}

/** search_reindex puts the words of headings behind position 15000, those of titles behind 16000. */
function toHit({ title, text, url, image, lang, places }: FoundRow): Hit {
  const excerpt = buildExcerpt(
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
  const text = normaliseInput(q);
  if (!text) return null;
  const read = async (ctx: Ctx) => {
    const terms = await searchTerms(ctx, text);
    if (!terms) return [];
    return readKeys(ctx, kind, { query: terms.all, exact: terms.exact, each: terms.each });
  };
  return cachedAnswer(ctx, "content", ["keys", kind, text], (ctx) => limited(() => read(ctx)));
}

/** How many documents of a kind can be found: to be awaited, or a column of a list. */
export const countVisible = (ctx: Ctx, kind: Kind) =>
  ctx.db.$count(searchDocuments, and(eq(searchDocuments.kind, kind), searchDocuments.visible));
