/** What the search asks the database. How fast that is among 50,000 documents, bench/parts/search.ts measures. */
import { kinds, type Kind } from "./search.ts";
import { wordsAtMost } from "./terms.ts";

/** Documents of a kind whose words are all weighed, besides as many as are shown. */
const weighedMore = 24;
/** Listed elsewhere in the order found here, at most. */
const keysAtMost = 1000;

/** Weights of texts, openings, headings, titles. $1 what must match, $2 the words as they are, counted before words that only begin so. */
const weights = "'{0.05, 0.2, 0.4, 1}'";
const rankOf = (vector: string) => `(ts_rank(${weights}, ${vector}, $2::tsquery) + 0.2 * ts_rank(${weights}, ${vector}, $1::tsquery))`;

const ofKind = (kind: Kind) => `array_agg(id) filter (where kind = '${kind}') as ${kind}`;

/**
 * Both read narrow rows only. `matching`: which documents match, by kind; `array_agg … filter` does in a third of the time what
 * grouping does. `titled`: how many of the words ($3, each a tsquery) a title holds;
 * counted, not unnested, so that a plan for any number of words costs PostgreSQL what a plan for these words would, and it keeps the
 * first: planning takes longer than most searches.
 */
const candidates = (among: readonly Kind[], where = "visible") => `
  found as materialized (
    select ${among.map(ofKind).join(", ")} from search_document where search_both(vector_eng, vector_ar) @@ $1::tsquery and ${where}
  ), matching as materialized (
    select kind, cardinality(ids) as total, ids from found cross join lateral (values ${among.map((kind) => `('${kind}', ${kind})`).join(", ")}) kinds (kind, ids) where ids is not null
  ), titled as materialized (
    select d.id, d.kind, count(*)::int as words from generate_series(1, ${wordsAtMost}) n
    join search_document d on search_titles(d.vector_eng, d.vector_ar) @@ ($3::text[])[n]::tsquery and ${where} group by d.id, d.kind
  )`;

/**
 * Weighing reads whole documents, so it gets of each kind only those with the most words in the title and the newest. ts_rank answers a
 * hair more than nothing for a language without the words, hence 1e-9. $4 the kind wanted or null, $5 hits of each, $6 the reader's
 * language, $7 and $8 what to mark.
 */
export const searchQuery = `
  with ${candidates(kinds)}, chosen as (
    select mt.kind, best.id, bool_or(best.matches) as matches
    from matching mt cross join lateral (
      (select id, words = cardinality($3::text[]) as matches from titled t where t.kind = mt.kind order by words desc, id desc limit $5::int + ${weighedMore})
      union all
      (select mt.ids[n], true from (select generate_series(mt.total, 1, -1) as n) last_first order by 1 desc limit $5::int + ${weighedMore})
    ) best
    where $4::text is null or mt.kind = $4::text
    group by 1, 2
  ), ranked as (
    select d.*, rank_eng, rank_ar, row_number() over (partition by d.kind order by greatest(rank_eng, rank_ar) desc, d.id desc) as place
    from chosen c join search_document d using (id)
    cross join lateral (select d.vector_eng || '' as eng, d.vector_ar || '' as ar offset 0) once
    cross join lateral (select ${rankOf("eng")} as rank_eng, ${rankOf("ar")} as rank_ar offset 0) ranks
    where c.matches or (eng || ar) @@ $1::tsquery
  ), best as (
    select *, case when $6 = 'ar' and title_ar is not null then 'ar' else 'en' end as lang
    from ranked where place <= $5::int
  )
  select mt.kind, mt.total, b.url, b.image, b.lang, greatest(b.rank_eng, b.rank_ar) as rank,
    case b.lang when 'ar' then b.title_ar else b.title_eng end as title,
    case b.lang when 'ar' then b.text_ar else b.text_eng end as text,
    array(
      select place from unnest(case b.lang when 'ar' then b.vector_ar else b.vector_eng end) word, unnest(word.positions) place
      where word.lexeme = any ($7::text[]) or word.lexeme ^@ any ($8::text[])
    ) as places
  from matching mt left join best b on b.kind = mt.kind order by b.place`;

/** The keys of one kind. */
export const keysQuery = (kind: Kind) => `
  with ${candidates([kind], `visible and kind = '${kind}'`)}, listed as (
    select id, sum(words) as words, row_number() over (order by sum(words) desc, id desc) as place
    from (
      select unnest(ids) as id, 0 as words, true as matches from matching
      union all
      select id, words, false from titled
    ) found
    group by id having bool_or(matches) order by place limit ${keysAtMost}
  ), ranked as (
    select l.id, ${rankOf("eng")} + ${rankOf("ar")} as rank
    from listed l join search_document d using (id) cross join lateral (select d.vector_eng || '' as eng, d.vector_ar || '' as ar offset 0) once
    where l.place <= ${weighedMore}
  )
  select d.key from listed l join search_document d using (id) left join ranked r using (id) order by r.rank desc nulls last, l.place`;
