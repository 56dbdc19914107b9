ALTER TABLE "course" ADD COLUMN "off_site" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A course is found while it has a date and is on the site.
CREATE OR REPLACE VIEW "search_source" AS
  select 'course' as kind, c.slug as key, '/courses/' || c.slug as url, c.image,
    not c.off_site and exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null) as visible,
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
    select c.slug, not c.off_site and exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null) as visible
    from course c where c.id = any (touched)
  ) now
  where d.kind = 'course' and d.key = now.slug and d.visible <> now.visible;
  return null;
end
$$;
