CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Both languages of a document, for its indexes: all its words, and those of its titles. Neither inlined nor cheap, so that the planner
-- always takes the index: reading every document's vectors instead takes a second at 50,000.
CREATE FUNCTION "search_both"("eng" tsvector, "ar" tsvector) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 1000 AS $$
begin
  return "eng" || "ar";
end
$$;--> statement-breakpoint
CREATE FUNCTION "search_titles"("eng" tsvector, "ar" tsvector) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 1000 AS $$
begin
  return strip(ts_filter("eng", '{a}') || ts_filter("ar", '{a}'));
end
$$;--> statement-breakpoint
-- A word and what is left of it without one of its letters: words that share one of these are one slip apart, or two.
CREATE FUNCTION "search_slips"("bare" text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when length("bare") between 3 and 24 then array(select distinct overlay("bare" placing '' from n for 1) from generate_series(1, length("bare")) n) || "bare" else '{}' end
$$;--> statement-breakpoint
CREATE TABLE "search_document" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"visible" boolean NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"image" text,
	"title_eng" text NOT NULL,
	"title_ar" text,
	"text_eng" text NOT NULL,
	"text_ar" text NOT NULL,
	"vector_eng" "tsvector" NOT NULL,
	"vector_ar" "tsvector" NOT NULL,
	CONSTRAINT "search_document_kind_key_unique" UNIQUE("kind","key")
);
--> statement-breakpoint
CREATE TABLE "search_synonym" (
	"word" text PRIMARY KEY NOT NULL,
	"meaning" integer NOT NULL,
	"lexeme" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL,
	"shown" text NOT NULL,
	"bare" text NOT NULL,
	"lexeme" text NOT NULL,
	"also" text
);
--> statement-breakpoint
CREATE INDEX "search_document_words" ON "search_document" USING gin (search_both("vector_eng", "vector_ar"));--> statement-breakpoint
CREATE INDEX "search_document_titles" ON "search_document" USING gin (search_titles("vector_eng", "vector_ar"));--> statement-breakpoint
CREATE INDEX "search_synonym_meaning_index" ON "search_synonym" USING btree ("meaning");--> statement-breakpoint
CREATE INDEX "search_synonym_lexeme_index" ON "search_synonym" USING btree ("lexeme");--> statement-breakpoint
CREATE INDEX "search_word_lexeme_index" ON "search_word" USING btree ("lexeme");--> statement-breakpoint
CREATE INDEX "search_word_also_index" ON "search_word" USING btree ("also");--> statement-breakpoint
CREATE INDEX "search_word_beginning" ON "search_word" USING btree ("bare" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_word_similar" ON "search_word" USING gin ("bare" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_word_slips" ON "search_word" USING gin (search_slips("bare"));--> statement-breakpoint
ALTER TABLE "course" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "news" DROP COLUMN "search_text";--> statement-breakpoint
-- Rows stay narrow, texts and vectors beside them, so that thousands of matches are counted without reading their texts.
ALTER TABLE "search_document" SET (toast_tuple_target = 128);--> statement-breakpoint
-- What was written since the last vacuum is read from end to end by every search, so it is kept short.
ALTER INDEX "search_document_words" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "search_document_titles" SET (gin_pending_list_limit = 64);--> statement-breakpoint
ALTER INDEX "search_word_similar" SET (gin_pending_list_limit = 64);--> statement-breakpoint
ALTER INDEX "search_word_slips" SET (gin_pending_list_limit = 64);--> statement-breakpoint
-- Statistics of words would cost every ANALYZE seconds, and the plan is the same for all words.
ALTER INDEX "search_document_words" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "search_document_titles" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "search_document" ALTER COLUMN "vector_eng" SET STATISTICS 0, ALTER COLUMN "vector_ar" SET STATISTICS 0, ALTER COLUMN "text_eng" SET STATISTICS 0, ALTER COLUMN "text_ar" SET STATISTICS 0;--> statement-breakpoint
-- The words of a text in their order, lower case without vowel marks. Split before spelled, so that every word keeps its place;
-- marking.ts splits texts in the same places.
CREATE FUNCTION "search_split"("input" text) RETURNS TABLE ("place" integer, "shown" text) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 150 AS $$
  select n::integer, left(word, 60)
  from string_to_table(trim(regexp_replace(regexp_replace(lower("input"), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed''’ʼ]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u02ff\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f\ud7ff-\uf8ff\ufd3e\ufd3f\ufe00-\ufe6f\ufeff\uff00-\uff0f\ufff0-\uffff\U00010000-\U0010ffff]+', ' ', 'g')), ' ') with ordinality as words (word, n)
  where word <> ''
$$;--> statement-breakpoint
-- One spelling for words that people write in several: one alef, one ya, ha for ta marbuta, carriers without their hamza, Latin digits.
CREATE FUNCTION "search_spell"("input" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when octet_length("input") = length("input") then "input" else translate("input", 'أإآٱىئؤةیک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹àáâãäåāçćčèéêëēìíîïīñòóôõöøōùúûüūýÿšž', 'ااااييوهيك01234567890123456789aaaaaaaccceeeeeiiiiinooooooouuuuuyysz') end
$$;--> statement-breakpoint
-- Without the Arabic article, also behind a conjunction or preposition; three letters stay at least.
CREATE FUNCTION "search_bare"("word" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when "word" ~ '^[ابكفلو]' then regexp_replace("word", '^(?:[وف]?(?:بال|كال|ال|لل))+(?=.{3})', '') else "word" end
$$;--> statement-breakpoint
-- What a word is indexed under: English by PostgreSQL's stemmer, its stop words as they are; Arabic without plural, feminine and
-- relation endings. PostgreSQL's Arabic stemmer cuts into roots (برنامج becomes رنامج, بيانات يانا) and keeps مستشفى and مستشفيات apart.
CREATE FUNCTION "search_lexeme"("bare" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case
    when "bare" ~ '^[a-z]+$' then coalesce((ts_lexize('pg_catalog.english_stem', "bare"))[1], "bare")
    when "bare" ~ '[ا-ي]' then regexp_replace("bare", '(?<=.{3})(?:[هياء]|[اي]ن|ات|ون)+$', '')
    else "bare"
  end
$$;--> statement-breakpoint
-- A word may begin with "and", "in", "for" … written together; then it is found without it as well.
CREATE FUNCTION "search_also"("bare" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when "bare" ~ '^[وبلفك].{4}' then search_lexeme(substr("bare", 2)) end
$$;--> statement-breakpoint
CREATE FUNCTION "search_plain"("html" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select left(trim(regexp_replace(replace(replace(replace(replace(replace(regexp_replace("html", '<[^>]*>', ' ', 'g'), '&nbsp;', ' '), '&quot;', '"'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\s+', ' ', 'g')), 60000)
$$;--> statement-breakpoint
-- Everything that can be found, as it is now. Headings weigh more than texts, titles more than headings.
CREATE VIEW "search_source" AS
  select 'course' as kind, c.slug as key, '/courses/' || c.slug as url, c.image,
    exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null) as visible,
    c.name_eng as title_eng, c.name_ar as title_ar, c.subject_eng as heading_eng, c.subject_ar as heading_ar,
    search_plain(c.summary_eng || ' ' || c.about_course_eng) as text_eng,
    search_plain(coalesce(c.summary_ar, '') || ' ' || coalesce(c.about_course_ar, '')) as text_ar
  from course c
  union all
  select 'news', slug, '/news/' || slug, image, true, title_eng, title_ar, '', '',
    search_plain(excerpt_eng || ' ' || body_eng), search_plain(coalesce(excerpt_ar, '') || ' ' || coalesce(body_ar, ''))
  from news
  union all
  select 'faq', id::text, '/faq#question-' || id, null, true, heading_eng, heading_ar, '', '', search_plain(description_eng), search_plain(coalesce(description_ar, ''))
  from faq
  union all
  select 'page', coalesce(p.slug, s.slug), '/' || coalesce(p.slug, s.slug), null, true,
    coalesce(split_part(p.title_eng, ' · ', 1), s.heading_eng), coalesce(split_part(p.title_ar, ' · ', 1), s.heading_ar),
    concat_ws(' ', s.heading_eng, p.keywords_eng), concat_ws(' ', s.heading_ar, p.keywords_ar),
    search_plain(coalesce(p.description_eng, '') || ' ' || coalesce(s.description_eng, '')),
    search_plain(coalesce(p.description_ar, '') || ' ' || coalesce(s.description_ar, ''))
  from (select * from page_meta where type = 'page' and slug not in ('home', 'search', 'profile', 'my-courses', 'reset-password-form', 'cart', 'checkout', 'order-response', 'thank-you')) p
  full join static_page s on s.slug = p.slug;--> statement-breakpoint
-- Brings documents of a kind up to date with their source, and learns their words. Words are learnt in one order, so that two writers
-- cannot wait for each other. Words of the text stand at their own places from 1, those of the heading from 15001, of the title from 16001.
CREATE FUNCTION "search_take"("wanted" text, "keys" text[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with source as materialized (
    select * from search_source s where s.kind = "wanted" and s.key = any ("keys")
  ), part as materialized (
    select s.key, language, w.shown,
      case section
        when 'title' then 16000 + least(w.place, 383) || 'A'
        when 'heading' then 15000 + least(w.place, 999) || 'B'
        else least(w.place, 15000) || case when w.place <= 40 then 'C' else 'D' end
      end as at
    from source s
    cross join lateral (values
      ('eng', 'title', s.title_eng), ('eng', 'heading', s.heading_eng), ('eng', 'text', s.text_eng),
      ('ar', 'title', s.title_ar), ('ar', 'heading', s.heading_ar), ('ar', 'text', s.text_ar)
    ) sections (language, section, content)
    cross join lateral search_split(content) w
  ), spelled as materialized (
    select shown, search_spell(shown) as word from (select distinct shown from part) shown_once
  ), met as materialized (
    select mine.word, mine.shown, known.word is null as unknown, coalesce(known.bare, search_bare(mine.word)) as bare, known.lexeme, known.also
    from (select word, min(shown) as shown from spelled group by word) mine left join search_word known on known.word = mine.word
  ), read as materialized (
    select word, shown, bare, coalesce(lexeme, search_lexeme(bare)) as lexeme, case when unknown then search_also(bare) else also end as also, unknown from met
  ), learnt as (
    insert into search_word (word, shown, bare, lexeme, also)
    select word, shown, bare, lexeme, also from read where unknown order by word
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
-- Arguments: the kind, and the column that is its key.
CREATE FUNCTION "search_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
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
  perform search_take(tg_argv[0], coalesce(keys, '{}'));
  return null;
end
$$;--> statement-breakpoint
-- A course is found while it has a date.
CREATE FUNCTION "search_follow_run"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  touched integer[];
begin
  if tg_op = 'UPDATE' then touched := array[old.course_id, new.course_id];
  elsif tg_op = 'INSERT' then select array_agg(course_id) into touched from changed;
  elsif tg_op = 'DELETE' then select array_agg(course_id) into touched from gone;
  else select array_agg(id) into touched from course;
  end if;
  update search_document d set visible = now.visible
  from (
    select c.slug, exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null) as visible
    from course c where c.id = any (touched)
  ) now
  where d.kind = 'course' and d.key = now.slug and d.visible <> now.visible;
  return null;
end
$$;--> statement-breakpoint
DO $$
declare
  source record;
begin
  for source in select * from (values ('course', 'course', 'slug'), ('news', 'news', 'slug'), ('faq', 'faq', 'id'), ('page', 'static_page', 'slug'), ('page', 'page_meta', 'slug')) t (kind, name, key)
  loop
    execute format('create trigger search_insert after insert on %I referencing new table as changed for each statement execute function search_follow(%L, %L)', source.name, source.kind, source.key);
    execute format('create trigger search_update after update on %I referencing old table as gone new table as changed for each statement execute function search_follow(%L, %L)', source.name, source.kind, source.key);
    execute format('create trigger search_delete after delete on %I referencing old table as gone for each statement execute function search_follow(%L, %L)', source.name, source.kind, source.key);
    execute format('create trigger search_truncate after truncate on %I for each statement execute function search_follow(%L, %L)', source.name, source.kind, source.key);
  end loop;
end
$$;--> statement-breakpoint
CREATE TRIGGER search_insert AFTER INSERT ON "course_run" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follow_run();--> statement-breakpoint
CREATE TRIGGER search_update AFTER UPDATE OF "course_id", "cancelled_at" ON "course_run" FOR EACH ROW EXECUTE FUNCTION search_follow_run();--> statement-breakpoint
CREATE TRIGGER search_delete AFTER DELETE ON "course_run" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_follow_run();--> statement-breakpoint
CREATE TRIGGER search_truncate AFTER TRUNCATE ON "course_run" FOR EACH STATEMENT EXECUTE FUNCTION search_follow_run();--> statement-breakpoint
-- Known words near an unknown one: those it begins, else those that hold it, else those with a slip or two more or less. The limit of
-- likeness is below pg_trgm's own, because two slips cost a word of eight letters most of its trigrams.
SELECT show_limit();--> statement-breakpoint
CREATE FUNCTION "search_near"("asked" text) RETURNS TABLE ("how" text, "word" text, "bare" text, "shown" text, "lexeme" text) LANGUAGE plpgsql STABLE ROWS 10 SET pg_trgm.similarity_threshold = 0.22 AS $$
begin
  if length("asked") < 3 then return; end if;
  return query
    select 'begins', w.word, w.bare, w.shown, w.lexeme from search_word w
    where w.bare ~>=~ "asked" and w.bare ~<~ ("asked" || chr(1114111)) order by length(w.bare), w.bare limit 10;
  if found or length("asked") < 4 then return; end if;
  return query
    select 'holds', w.word, w.bare, w.shown, w.lexeme from search_word w
    where w.bare like '%' || "asked" || '%' order by length(w.bare), w.bare limit 10;
  if found then return; end if;
  return query
    select 'similar', near.word, near.bare, near.shown, near.lexeme
    from (
      select * from search_word w where search_slips(w.bare) && search_slips("asked")
      union
      select * from search_word w where length("asked") >= 8 and w.bare % "asked" and abs(length(w.bare) - length("asked")) <= 2
    ) near
    order by similarity(near.bare, "asked") desc, near.word <> near.bare, near.bare limit 20;
end
$$;--> statement-breakpoint
INSERT INTO "search_synonym" ("word", "meaning", "lexeme")
SELECT word, meaning, search_lexeme(search_bare(word)) FROM (
  SELECT DISTINCT ON (search_spell(shown)) search_spell(shown) AS word, n::integer AS meaning
  FROM unnest(ARRAY[
    'مريض مرضى',
    'طبيب أطباء',
    'دواء أدوية دوائي',
    'خطر مخاطر أخطار',
    'خطأ أخطاء',
    'بحث بحوث أبحاث',
    'معيار معايير',
    'برنامج برامج',
    'قسم أقسام',
    'نظام أنظمة نظم',
    'مركز مراكز',
    'سؤال أسئلة',
    'خبر أخبار',
    'موعد مواعيد',
    'رسم رسوم',
    'سعر أسعار',
    'تقرير تقارير',
    'منهج مناهج',
    'مبدأ مبادئ',
    'درس دروس',
    'فريق فرق',
    'قائد قادة',
    'حل حلول',
    'طالب طلاب طلبة',
    'هدف أهداف',
    'مشروع مشاريع مشروعات',
    'مقعد مقاعد',
    'اختبار امتحان',
    'دورة كورس',
    'مسؤول مسئول',
    'شؤون شئون',
    'child children',
    'man men',
    'woman women',
    'analysis analyses',
    'datum data',
    'physician doctor doctors',
    'medicine medication drug',
    'ecg ekg'
  ]) WITH ORDINALITY AS line (words, n), string_to_table(words, ' ') AS shown ORDER BY 1
) list;--> statement-breakpoint
SELECT search_take(kind, array_agg(key)) FROM search_source GROUP BY kind;
