CREATE TABLE "trainer" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trainer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name_eng" text NOT NULL,
	"name_ar" text,
	"job_title_eng" text NOT NULL,
	"job_title_ar" text,
	"biography_eng" text DEFAULT '' NOT NULL,
	"biography_ar" text,
	"image" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "course" ALTER COLUMN "speakers" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "trainer_ids" integer[];--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "trainer_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE TRIGGER content_insert AFTER INSERT ON "trainer" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION content_follow('''trainer''', 'id');--> statement-breakpoint
CREATE TRIGGER content_update AFTER UPDATE ON "trainer" REFERENCING OLD TABLE AS gone NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION content_follow('''trainer''', 'id');--> statement-breakpoint
CREATE TRIGGER content_delete AFTER DELETE ON "trainer" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION content_follow('''trainer''', 'id');--> statement-breakpoint
CREATE TRIGGER content_truncate AFTER TRUNCATE ON "trainer" FOR EACH STATEMENT EXECUTE FUNCTION content_follow('''trainer''', 'id');--> statement-breakpoint
-- One trainer for each English name of a speaker: of courses, as the one edited last has it, and of their drafts.
INSERT INTO "trainer" (name_eng, name_ar, job_title_eng, job_title_ar, biography_eng, biography_ar)
  select distinct on (s ->> 'name_eng') s ->> 'name_eng', nullif(s ->> 'name_ar', ''), coalesce(s ->> 'title_eng', ''), nullif(s ->> 'title_ar', ''),
    coalesce(s ->> 'line_eng', ''), nullif(s ->> 'line_ar', '')
  from (
    select speakers, false as is_draft, updated_at as edited_at from course
    union all
    select data -> 'speakers', true, saved_at from content_revision where entity = 'course' and state in ('draft', 'scheduled')
  ) written, jsonb_array_elements(speakers) s
  where s ->> 'name_eng' <> ''
  order by s ->> 'name_eng', is_draft, edited_at desc;--> statement-breakpoint
CREATE FUNCTION pg_temp.trainer_ids("speakers" jsonb) RETURNS integer[] LANGUAGE sql AS $$
  select coalesce(array_agg(id order by place), '{}') from (
    select t.id, min(place) as place
    from jsonb_array_elements("speakers") with ordinality as speaker (s, place) join trainer t on t.name_eng = s ->> 'name_eng'
    group by t.id
  ) known
$$;--> statement-breakpoint
UPDATE "course" SET trainer_ids = pg_temp.trainer_ids(speakers) WHERE speakers <> '[]';--> statement-breakpoint
-- A name that only history has is left out of it.
UPDATE "content_revision"
  SET data = (data - 'speakers') || jsonb_build_object('trainer_ids', pg_temp.trainer_ids(data -> 'speakers')), marks = marks - 'speakers'
  WHERE entity = 'course' AND data ? 'speakers';--> statement-breakpoint
DROP FUNCTION pg_temp.trainer_ids(jsonb);--> statement-breakpoint
-- A course is found by the names of its trainers, as they are now.
CREATE OR REPLACE VIEW "search_source" AS
  select 'course' as kind, c.slug as key, '/courses/' || c.slug as url, c.image,
    not c.off_site and exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null and r.visibility = 'public') as visible,
    c.name_eng as title_eng, c.name_ar as title_ar, c.subject_eng as heading_eng, c.subject_ar as heading_ar,
    search_plain(c.summary_eng || ' ' || c.about_course_eng || '<p>' || taught_by.eng || '</p>') as text_eng,
    search_plain(coalesce(c.summary_ar, '') || ' ' || coalesce(c.about_course_ar, '') || '<p>' || taught_by.ar || '</p>') as text_ar
  from course c
  cross join lateral (
    select coalesce(string_agg(t.name_eng, ', ' order by n), '') as eng,
      coalesce(string_agg(coalesce(t.name_ar, t.name_eng), '، ' order by n), '') as ar
    from unnest(c.trainer_ids) with ordinality as chosen (id, n) join trainer t using (id)
  ) taught_by
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
-- Another name of a trainer is another text of their courses.
CREATE FUNCTION "search_follow_trainer"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_reindex('course', array_agg(slug)) from course where old.id = any (trainer_ids) having count(*) > 0;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER search_update AFTER UPDATE OF "name_eng", "name_ar" ON "trainer" FOR EACH ROW EXECUTE FUNCTION search_follow_trainer();--> statement-breakpoint
CREATE TRIGGER search_delete AFTER DELETE ON "trainer" FOR EACH ROW EXECUTE FUNCTION search_follow_trainer();--> statement-breakpoint
SELECT search_reindex('course', array_agg(slug)) FROM course HAVING count(*) > 0;