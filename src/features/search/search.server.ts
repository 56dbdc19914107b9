import type { Ctx } from "#platform/context.server.ts";
import { excerptOf } from "./marking.ts";
import { kinds, type Found, type Hit, type Kind } from "./search.ts";
import { searchTerms, type Terms } from "./terms.server.ts";

/** Hits of each kind beside each other, and of one kind alone. */
const hitsOfEach = 8;
const hitsOfOne = 50;
/** Documents ranked by all their words, of each kind: those whose titles fit best. */
const rankedOfEach = 60;
/** What is listed elsewhere in the order found here. */
const keysAtMost = 1000;

/** Ranks: $1 what must match, $2 the words as they are, counted before words that only begin so. */
const weights = "'{0.05, 0.2, 0.4, 1}'";
const rankOf = (vector: string) => `(ts_rank(${weights}, ${vector}, $2::tsquery) + 0.2 * ts_rank(${weights}, ${vector}, $1::tsquery))`;
const matches = "search_both(vector_eng, vector_ar) @@ $1::tsquery and visible";

/**
 * ts_rank answers a hair more than nothing for a language without the words, hence 1e-9. $3 the kind wanted or null, $4 hits of each, $5 the reader's language, $6 and $7 what to mark. Ranking reads whole documents, so it
 * gets only those whose titles fit best; counting and choosing them reads narrow rows.
 */
const searchQuery = `
  with chosen as (
    select id, kind, total from (
      select id, kind, row_number() over (partition by kind order by ts_rank(title_vector, $1::tsquery) desc, id desc) as place, count(*) over (partition by kind)::int as total
      from search_document where ${matches}
    ) found where place <= ${rankedOfEach}
  ), ranked as (
    select c.total, d.*, rank_eng, rank_ar,
      row_number() over (partition by d.kind order by greatest(rank_eng, rank_ar) desc, d.id desc) as place
    from chosen c join search_document d using (id)
    cross join lateral (select ${rankOf("d.vector_eng")} as rank_eng, ${rankOf("d.vector_ar")} as rank_ar) ranks
  ), best as (
    select *, case when rank_ar > 1e-9 and ($5 = 'ar' or rank_eng <= 1e-9) and title_ar is not null then 'ar' else 'en' end as lang
    from ranked where place <= case when $3::text is null or kind = $3::text then $4::int else 1 end
  )
  select kind, total, url, image, lang, greatest(rank_eng, rank_ar) as rank, place::int,
    case lang when 'ar' then title_ar else title_eng end as title,
    case lang when 'ar' then text_ar else text_eng end as text,
    array(
      select place from unnest(case lang when 'ar' then vector_ar else vector_eng end) word, unnest(word.positions) place
      where place < 15000 and (word.lexeme = any ($6::text[]) or exists (select from unnest($7::text[]) beginning where starts_with(word.lexeme, beginning)))
    ) as places
  from best order by place`;

interface Row {
  kind: Kind;
  total: number;
  url: string;
  image: string | null;
  lang: "en" | "ar";
  rank: number;
  title: string;
  text: string;
  places: number[];
}

export interface RankedHit extends Hit {
  type: Kind;
}

/**
 * One ranked search over courses, pages, news and questions, in both languages, forgiving of typos and Arabic spellings. Finds what
 * holds all words, else what holds some. `type` narrows the hits to 50 of that kind, not the counts; without it 8 of each.
 */
export async function searchSite(ctx: Ctx, { q, type }: { q: string; type?: Kind | undefined }): Promise<Found> {
  const { rows, didYouMean } = await find(ctx, q, type);
  const groups = kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return own[0] ? [{ type: kind, total: own[0].total, hits: type === undefined || kind === type ? own.map(hitOf) : [] }] : [];
  });
  return { total: groups.reduce((sum, group) => sum + group.total, 0), groups, didYouMean };
}

/** The same hits in one list, best first, and how many match in all. */
export async function searchRanked(ctx: Ctx, q: string): Promise<{ total: number; hits: RankedHit[] }> {
  const { rows } = await find(ctx, q);
  const totals = new Map(rows.map((row) => [row.kind, row.total]));
  const hits = rows.toSorted((a, b) => b.rank - a.rank).map((row) => ({ type: row.kind, ...hitOf(row) }));
  return { total: [...totals.values()].reduce((sum, total) => sum + total, 0), hits };
}

async function find(ctx: Ctx, q: string, type?: Kind): Promise<{ rows: Row[]; didYouMean: string | null }> {
  const terms = await searchTerms(ctx, q);
  if (!terms) return { rows: [], didYouMean: null };
  const run = async (query: string) => {
    const values = [query, terms.exact, type ?? null, type ? hitsOfOne : hitsOfEach, ctx.locale, terms.lexemes, terms.beginnings];
    return (await ctx.database.executeSql(searchQuery, values, "search-site")).rows as unknown as Row[];
  };
  let rows = await run(terms.all);
  if (!rows.length && terms.any) rows = await run(terms.any);
  return { rows, didYouMean: terms.corrected };
}

function hitOf({ title, text, url, image, lang, places }: Row): Hit {
  return { title, excerpt: excerptOf(text, places), url, image, lang };
}

const keysQuery = `
  select key from search_document where ${matches} and kind = $3
  order by ${rankOf("vector_eng")} + ${rankOf("vector_ar")} desc, id desc limit ${keysAtMost}`;

/**
 * The slugs of the courses or stories that hold every word of `q` in some form, best first, at most 1,000; for lists of one kind.
 * Null when `q` is empty: then nothing is searched for.
 */
export async function searchKeys(ctx: Ctx, kind: Kind, q: string): Promise<string[] | null> {
  if (!q.trim()) return null;
  const terms: Terms | null = await searchTerms(ctx, q);
  if (!terms) return [];
  const { rows } = await ctx.database.executeSql(keysQuery, [terms.all, terms.exact, kind], "search-keys");
  return (rows as unknown as { key: string }[]).map(({ key }) => key);
}
