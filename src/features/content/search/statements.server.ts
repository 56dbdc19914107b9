import { sql, type SQL } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { kinds, type Kind } from "./search.ts";

/** How many documents of a kind are ranked in full in addition to those that are shown. */
const extraRanked = 24;
const maxKeys = 1000;

/** A search as tsqueries; `each` has one per word. */
export interface SearchQueries {
  query: string;
  /** Unmodified words, ranked before prefixes. */
  exact: string;
  each: string[];
}

export interface DisplayOptions {
  /** Null for all. */
  kind: Kind | null;
  hits: number;
  locale: Locale;
  /** Lexemes to mark; `beginnings` are prefixes of further lexemes to mark. */
  lexemes: string[];
  beginnings: string[];
}

const textArraySql = (texts: string[]) => sql`${sql.param(texts)}::text[]`;

/** Rank weights of texts, openings, headings and titles. */
const weightsSql = sql.raw("'{0.05, 0.2, 0.4, 1}'");
const rankSql = (vector: "eng" | "ar", { query, exact }: SearchQueries) => {
  const column = sql.identifier(vector);
  return sql`(ts_rank(${weightsSql}, ${column}, ${exact}::tsquery)
    + 0.2 * ts_rank(${weightsSql}, ${column}, ${query}::tsquery))`;
};

const matchingIdsSql = (kind: Kind) => sql`array_agg(id) filter (where kind = ${kind}) as ${sql.identifier(kind)}`;
const kindRowSql = (kind: Kind) => sql`(${kind}, ${sql.identifier(kind)})`;
const listSql = (parts: SQL[]) => sql.join(parts, sql`, `);

/**
 * Builds the table expressions `matching` and `titled`, which read narrow rows only. `matching`: the matching
 * documents, by kind; `array_agg … filter` takes a third of the time of grouping. `titled`: how many of the words a
 * title contains.
 */
const candidatesSql = (selectedKinds: readonly Kind[], { query, each }: SearchQueries, whereSql = sql`visible`) => sql`
  found as materialized (
    select ${listSql(selectedKinds.map(matchingIdsSql))} from search_document
    where search_both(vector_eng, vector_ar) @@ ${query}::tsquery and ${whereSql}
  ), matching as materialized (
    select kind, cardinality(ids) as total, ids
    from found cross join lateral (values ${listSql(selectedKinds.map(kindRowSql))}) kinds (kind, ids) where ids is not null
  ), titled as materialized (
    select d.id, d.kind, count(*)::int as words from unnest(${textArraySql(each)}) word
    join search_document d on search_titles(d.vector_eng, d.vector_ar) @@ word::tsquery and ${whereSql}
    group by d.id, d.kind
  )`;

type KindTotal = {
  kind: Kind;
  total: number;
};
/** A kind without a hit to show: only its total is known. */
export type KindWithoutHits = KindTotal & { url: null };
export type FoundRow = KindTotal & {
  url: string;
  image: string | null;
  lang: Locale;
  rank: number;
  title: string;
  text: string;
  /** Positions of matching words in the document's search vector, from 1; `toHit` tells text and title apart. */
  positions: number[];
};

/**
 * Finds the best hits, and the total of each kind. Ranking reads whole documents, so of each kind it ranks only those
 * with the most words in the title and the newest ones.
 */
export async function readFound(
  ctx: Ctx,
  criteria: SearchQueries,
  display: DisplayOptions,
): Promise<(FoundRow | KindWithoutHits)[]> {
  const { query, each } = criteria;
  const { kind, hits, locale, lexemes, beginnings } = display;
  const { rows } = await ctx.db.execute<FoundRow | KindWithoutHits>(sql`
    with ${candidatesSql(kinds, criteria)}, chosen as (
      select mt.kind, best.id, bool_or(best.matches) as matches
      from matching mt cross join lateral (
        (select id, words = ${each.length} as matches from titled t where t.kind = mt.kind
          order by words desc, id desc limit ${hits + extraRanked})
        union all
        (select mt.ids[n], true from (select generate_series(mt.total, 1, -1) as n) last_first
          order by 1 desc limit ${hits + extraRanked})
      ) best
      where ${kind}::text is null or mt.kind = ${kind}::text
      group by 1, 2
    ), ranked as (
      select d.*, rank_eng, rank_ar,
        row_number() over (partition by d.kind order by greatest(rank_eng, rank_ar) desc, d.id desc) as place
      from chosen c join search_document d using (id)
      cross join lateral (select d.vector_eng || '' as eng, d.vector_ar || '' as ar offset 0) once
      cross join lateral (
        select ${rankSql("eng", criteria)} as rank_eng, ${rankSql("ar", criteria)} as rank_ar offset 0) ranks
      where c.matches or (eng || ar) @@ ${query}::tsquery
    ), best as (
      select *, case when ${locale} = 'ar' and title_ar is not null then 'ar' else 'en' end as lang
      from ranked where place <= ${hits}
    )
    select mt.kind, mt.total, b.url, b.image, b.lang, greatest(b.rank_eng, b.rank_ar) as rank,
      case b.lang when 'ar' then b.title_ar else b.title_eng end as title,
      case b.lang when 'ar' then b.text_ar else b.text_eng end as text,
      array(
        select place from unnest(case b.lang when 'ar' then b.vector_ar else b.vector_eng end) word,
          unnest(word.positions) place
        where word.lexeme = any (${textArraySql(lexemes)}) or word.lexeme ^@ any (${textArraySql(beginnings)})
      ) as positions
    from matching mt left join best b on b.kind = mt.kind order by b.place`);
  return rows;
}

/**
 * Finds the slugs (column `key`) of one kind, best first. Only the first candidates are ranked in full; the others
 * follow by title.
 */
export async function readSlugs(ctx: Ctx, kind: Kind, criteria: SearchQueries): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ key: string }>(sql`
    with ${candidatesSql([kind], criteria, sql`visible and kind = ${kind}`)}, listed as (
      select id, sum(words) as words, row_number() over (order by sum(words) desc, id desc) as place
      from (
        select unnest(ids) as id, 0 as words, true as matches from matching
        union all
        select id, words, false from titled
      ) found
      group by id having bool_or(matches) order by place limit ${maxKeys}
    ), ranked as (
      select l.id, ${rankSql("eng", criteria)} + ${rankSql("ar", criteria)} as rank
      from listed l join search_document d using (id)
      cross join lateral (select d.vector_eng || '' as eng, d.vector_ar || '' as ar offset 0) once
      where l.place <= ${extraRanked}
    )
    select d.key from listed l join search_document d using (id) left join ranked r using (id)
    order by r.rank desc nulls last, l.place`);
  return rows.map(({ key }) => key);
}
