ALTER TABLE "course_run" ADD COLUMN "visibility" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "link_seed" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "run_link_private" CHECK ("course_run"."link_seed" is null or "course_run"."visibility" <> 'public');--> statement-breakpoint
-- A course is found while it has a public date and is on the site.
CREATE OR REPLACE VIEW "search_source" AS
  select 'course' as kind, c.slug as key, '/courses/' || c.slug as url, c.image,
    not c.off_site and exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null and r.visibility = 'public') as visible,
    c.name_eng as title_eng, c.name_ar as title_ar, c.subject_eng as heading_eng, c.subject_ar as heading_ar,
    search_plain(c.summary_eng || ' ' || c.about_course_eng || '<p>' || taught_by.eng || '</p>') as text_eng,
    search_plain(coalesce(c.summary_ar, '') || ' ' || coalesce(c.about_course_ar, '') || '<p>' || taught_by.ar || '</p>') as text_ar
  from course c
  cross join lateral (
    select coalesce(string_agg(s ->> 'name_eng', ', ' order by n), '') as eng,
      coalesce(string_agg(coalesce(s ->> 'name_ar', s ->> 'name_eng'), '، ' order by n), '') as ar
    from jsonb_array_elements(c.speakers) with ordinality as speakers (s, n)
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
CREATE OR REPLACE FUNCTION "search_follow_run"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    select c.slug, not c.off_site and exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null and r.visibility = 'public') as visible
    from course c where c.id = any (touched)
  ) now
  where d.kind = 'course' and d.key = now.slug and d.visible <> now.visible;
  return null;
end
$$;--> statement-breakpoint
DROP TRIGGER "search_update" ON "course_run";--> statement-breakpoint
CREATE TRIGGER search_update AFTER UPDATE OF "course_id", "cancelled_at", "visibility" ON "course_run" FOR EACH ROW EXECUTE FUNCTION search_follow_run();
