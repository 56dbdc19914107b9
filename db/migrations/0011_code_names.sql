-- One name per thing, in code and database: what TypeScript and docs/glossary.md call these. Rows stay as they are.
ALTER TABLE "run_change" RENAME TO "course_run_change";--> statement-breakpoint
ALTER SEQUENCE "run_change_id_seq" RENAME TO "course_run_change_id_seq";--> statement-breakpoint
ALTER TABLE "course_run_change" RENAME CONSTRAINT "run_change_pkey" TO "course_run_change_pkey";--> statement-breakpoint
ALTER TABLE "course_run_change" RENAME CONSTRAINT "run_change_run_id_course_run_id_fk" TO "course_run_change_run_id_course_run_id_fk";--> statement-breakpoint
ALTER INDEX "run_change_run_id_index" RENAME TO "course_run_change_run_id_index";--> statement-breakpoint
ALTER TABLE "mail" RENAME TO "outbox_mail";--> statement-breakpoint
ALTER SEQUENCE "mail_id_seq" RENAME TO "outbox_mail_id_seq";--> statement-breakpoint
ALTER TABLE "outbox_mail" RENAME CONSTRAINT "mail_pkey" TO "outbox_mail_pkey";--> statement-breakpoint
ALTER INDEX "mail_key_index" RENAME TO "outbox_mail_key_index";--> statement-breakpoint
ALTER INDEX "mail_id_index" RENAME TO "outbox_mail_id_index";--> statement-breakpoint
ALTER TABLE "order" RENAME COLUMN "company" TO "invoice_recipient";--> statement-breakpoint
ALTER TABLE "course" RENAME COLUMN "disable_course" TO "closed";--> statement-breakpoint
ALTER TABLE "course" RENAME COLUMN "featured_place" TO "featured_position";--> statement-breakpoint
ALTER TABLE "news" RENAME COLUMN "popular_place" TO "popular_position";--> statement-breakpoint
ALTER TABLE "banner" RENAME COLUMN "place" TO "position";--> statement-breakpoint
ALTER TABLE "faq" RENAME COLUMN "place" TO "position";--> statement-breakpoint
ALTER TABLE "team_member" RENAME COLUMN "place" TO "position";--> statement-breakpoint
ALTER TABLE "software_module" RENAME COLUMN "place" TO "position";--> statement-breakpoint
ALTER TABLE "outbox_mail" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "rate_limit" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "search_word" RENAME COLUMN "bare" TO "stripped";--> statement-breakpoint
UPDATE "outbox_mail" SET "status" = 'captured' WHERE "status" = 'kept';--> statement-breakpoint
-- The functions of search. Parameters and columns of a function can only be renamed by making it anew.
ALTER FUNCTION "search_spell"(text) RENAME TO "search_normalize";--> statement-breakpoint
ALTER FUNCTION "search_bare"(text) RENAME TO "search_strip_article";--> statement-breakpoint
ALTER FUNCTION "search_take"(text, text[]) RENAME TO "search_reindex";--> statement-breakpoint
DROP FUNCTION "search_split"(text), "search_lexeme"(text), "search_also"(text), "search_near"(text);--> statement-breakpoint
CREATE FUNCTION "search_split"("input" text) RETURNS TABLE ("position" integer, "shown" text) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 150 AS $$
  select n::integer, left(word, 60)
  from string_to_table(trim(regexp_replace(regexp_replace(lower("input"), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed''’ʼ]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u02ff\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f\ud7ff-\uf8ff\ufd3e\ufd3f\ufe00-\ufe6f\ufeff\uff00-\uff0f\ufff0-\uffff\U00010000-\U0010ffff]+', ' ', 'g')), ' ') with ordinality as words (word, n)
  where word <> ''
$$;--> statement-breakpoint
CREATE FUNCTION "search_lexeme"("stripped" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case
    when "stripped" ~ '^[a-z]+$' then coalesce((ts_lexize('pg_catalog.english_stem', "stripped"))[1], "stripped")
    when "stripped" ~ '[ا-ي]' then regexp_replace("stripped", '(?<=.{3})(?:[هياء]|[اي]ن|ات|ون)+$', '')
    else "stripped"
  end
$$;--> statement-breakpoint
CREATE FUNCTION "search_also"("stripped" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when "stripped" ~ '^[وبلفك].{4}' then search_lexeme(substr("stripped", 2)) end
$$;--> statement-breakpoint
DROP INDEX "search_word_slips";--> statement-breakpoint
DROP FUNCTION "search_slips"(text);--> statement-breakpoint
-- A word and what is left of it without one of its letters: words that share one of these are one typo apart, or two.
CREATE FUNCTION "search_deletions"("word" text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when length("word") between 3 and 24 then array(select distinct overlay("word" placing '' from n for 1) from generate_series(1, length("word")) n) || "word" else '{}' end
$$;--> statement-breakpoint
CREATE INDEX "search_word_deletions" ON "search_word" USING gin (search_deletions("stripped"));--> statement-breakpoint
ALTER INDEX "search_word_deletions" SET (gin_pending_list_limit = 64);--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_reindex"("wanted" text, "keys" text[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with source as materialized (
    select * from search_source s where s.kind = "wanted" and s.key = any ("keys")
  ), part as materialized (
    select s.key, language, w.shown,
      case section
        when 'title' then 16000 + least(w.position, 383) || 'A'
        when 'heading' then 15000 + least(w.position, 999) || 'B'
        else least(w.position, 15000) || case when w.position <= 40 then 'C' else 'D' end
      end as at
    from source s
    cross join lateral (values
      ('eng', 'title', s.title_eng), ('eng', 'heading', s.heading_eng), ('eng', 'text', s.text_eng),
      ('ar', 'title', s.title_ar), ('ar', 'heading', s.heading_ar), ('ar', 'text', s.text_ar)
    ) sections (language, section, content)
    cross join lateral search_split(content) w
  ), spelled as materialized (
    select shown, search_normalize(shown) as word from (select distinct shown from part) shown_once
  ), met as materialized (
    select mine.word, mine.shown, known.word is null as unknown, coalesce(known.stripped, search_strip_article(mine.word)) as stripped, known.lexeme, known.also
    from (select word, min(shown) as shown from spelled group by word) mine left join search_word known on known.word = mine.word
  ), read as materialized (
    select word, shown, stripped, coalesce(lexeme, search_lexeme(stripped)) as lexeme, case when unknown then search_also(stripped) else also end as also, unknown from met
  ), learnt as (
    insert into search_word (word, shown, stripped, lexeme, also)
    select word, shown, stripped, lexeme, also from read where unknown order by word
    on conflict do nothing
  ), vector as (
    select part.key, part.language,
      string_agg(case when read.also is null then read.lexeme || ':' || part.at else read.lexeme || ':' || part.at || ' ' || read.also || ':' || part.at end, ' ')::tsvector as words
    from part join spelled using (shown) join read using (word)
    group by 1, 2
  )
  insert into search_document as d (kind, key, url, image, visible, title_eng, title_ar, text_eng, text_ar, vector_eng, vector_ar)
  select s.kind, s.key, s.url, s.image, s.visible, s.title_eng, s.title_ar, s.text_eng, s.text_ar, coalesce(eng.words, ''), coalesce(ar.words, '')
  from source s
  left join vector eng on eng.key = s.key and eng.language = 'eng'
  left join vector ar on ar.key = s.key and ar.language = 'ar'
  on conflict (kind, key) do update set url = excluded.url, image = excluded.image, visible = excluded.visible, title_eng = excluded.title_eng,
    title_ar = excluded.title_ar, text_eng = excluded.text_eng, text_ar = excluded.text_ar, vector_eng = excluded.vector_eng, vector_ar = excluded.vector_ar;

  delete from search_document d
  where d.kind = "wanted" and d.key = any ("keys") and not exists (select from search_source s where s.kind = "wanted" and s.key = d.key);
end
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  keys text[];
begin
  if tg_op = 'TRUNCATE' then
    select array_agg(key) into keys from search_document where kind = tg_argv[0];
  else
    execute format(
      case tg_op
        when 'INSERT' then 'select array_agg(%1$I::text) from changed'
        when 'DELETE' then 'select array_agg(%1$I::text) from gone'
        else 'select array_agg(key) from (select %1$I::text as key from changed union select %1$I::text from gone) touched'
      end, tg_argv[1]) into keys;
  end if;
  perform search_reindex(tg_argv[0], coalesce(keys, '{}'));
  return null;
end
$$;--> statement-breakpoint
-- Loads pg_trgm, whose setting the next function names.
SELECT show_limit();--> statement-breakpoint
-- Known words near an unknown one: those it begins, else those that contain it, else those with a typo or two more or less. The limit of
-- similarity is below pg_trgm's own, because two typos cost a word of eight letters most of its trigrams.
CREATE FUNCTION "search_candidates"("term" text) RETURNS TABLE ("how" text, "word" text, "stripped" text, "shown" text, "lexeme" text) LANGUAGE plpgsql STABLE ROWS 10 SET pg_trgm.similarity_threshold = 0.22 AS $$
begin
  if length("term") < 3 then return; end if;
  return query
    select 'begins', w.word, w.stripped, w.shown, w.lexeme from search_word w
    where w.stripped ~>=~ "term" and w.stripped ~<~ ("term" || chr(1114111)) order by length(w.stripped), w.stripped limit 10;
  if found or length("term") < 4 then return; end if;
  return query
    select 'contains', w.word, w.stripped, w.shown, w.lexeme from search_word w
    where w.stripped like '%' || "term" || '%' order by length(w.stripped), w.stripped limit 10;
  if found then return; end if;
  return query
    select 'similar', near.word, near.stripped, near.shown, near.lexeme
    from (
      select * from search_word w where search_deletions(w.stripped) && search_deletions("term")
      union
      select * from search_word w where length("term") >= 8 and w.stripped % "term" and abs(length(w.stripped) - length("term")) <= 2
    ) near
    order by similarity(near.stripped, "term") desc, near.word <> near.stripped, near.stripped limit 20;
end
$$;
