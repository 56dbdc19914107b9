-- A course is also found by the names of those who teach it. They end its text, so that an excerpt can show why it was found.
CREATE OR REPLACE VIEW "search_source" AS
  select 'course' as kind, c.slug as key, '/courses/' || c.slug as url, c.image,
    not c.off_site and exists (select from course_run r where r.course_id = c.id and r.cancelled_at is null) as visible,
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
SELECT search_reindex('course', array_agg(slug)) FROM course HAVING count(*) > 0;
