CREATE TABLE "content_summary" (
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"behind" boolean DEFAULT true NOT NULL,
	"title_eng" text DEFAULT '' NOT NULL,
	"title_ar" text DEFAULT '' NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"image" text,
	"position" integer,
	"state" text DEFAULT 'published' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"revision_id" integer,
	"on_site" boolean DEFAULT false NOT NULL,
	"arabic" text DEFAULT 'complete' NOT NULL,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"stale" text[] DEFAULT '{}' NOT NULL,
	"author" text,
	"saved_at" timestamp with time zone,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	CONSTRAINT "content_summary_entity_entity_id_pk" PRIMARY KEY("entity","entity_id")
);
--> statement-breakpoint
CREATE INDEX "content_summary_behind" ON "content_summary" USING btree ("entity","entity_id") WHERE "content_summary"."behind";--> statement-breakpoint
CREATE INDEX "content_summary_arabic" ON "content_summary" USING btree ("arabic") WHERE "content_summary"."arabic" <> 'complete';--> statement-breakpoint
CREATE INDEX "content_summary_titles" ON "content_summary" USING gin (("title_eng" || chr(10) || "title_ar") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "course_featured" ON "course" USING btree ("featured_position") WHERE "course"."featured_position" is not null;--> statement-breakpoint
-- Marks what changed; lists read it anew (src/features/content/editing/summaries.server.ts). In the order of the key, so that two changes of several
-- items wait for each other instead of stopping each other. Arguments: the kind and the key, as SQL of the changed row.
CREATE FUNCTION "content_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  rows text := case tg_op
    when 'INSERT' then 'select * from changed'
    when 'DELETE' then 'select * from gone'
    else 'select * from changed union all select * from gone' end;
begin
  if tg_op = 'TRUNCATE' then
    update content_summary set behind = true;
    return null;
  end if;
  execute format('insert into content_summary (entity, entity_id)
    select distinct (%1$s)::text, (%2$s)::text from (%3$s) touched order by 1, 2
    on conflict (entity, entity_id) do update set behind = true', tg_argv[0], tg_argv[1], rows);
  if tg_table_name = 'course' then
    execute format('insert into content_summary (entity, entity_id)
      select ''featured'', ''home'' where exists (
        select from (%s) touched where featured_position is not null group by id, featured_position having count(*) = 1)
      on conflict (entity, entity_id) do update set behind = true', rows);
  end if;
  return null;
end
$$;--> statement-breakpoint
DO $$
declare
  source record;
begin
  for source in select * from (values
    ('course', '''course''', 'id'), ('news', '''news''', 'id'), ('static_page', '''page''', 'slug'), ('faq', '''faq''', 'id'),
    ('banner', '''banner''', 'id'), ('team_member', '''team''', 'id'), ('software_module', '''module''', 'slug'),
    ('page_meta', '''page-meta''', 'type || ''/'' || slug'), ('content_revision', 'entity', 'entity_id')) t (name, kind, key)
  loop
    execute format('create trigger content_insert after insert on %I referencing new table as changed for each statement execute function content_follow(%L, %L)', source.name, source.kind, source.key);
    execute format('create trigger content_update after update on %I referencing old table as gone new table as changed for each statement execute function content_follow(%L, %L)', source.name, source.kind, source.key);
    execute format('create trigger content_delete after delete on %I referencing old table as gone for each statement execute function content_follow(%L, %L)', source.name, source.kind, source.key);
    execute format('create trigger content_truncate after truncate on %I for each statement execute function content_follow(%L, %L)', source.name, source.kind, source.key);
    execute format('insert into content_summary (entity, entity_id) select distinct (%s)::text, (%s)::text from %I on conflict do nothing', source.kind, source.key, source.name);
  end loop;
  insert into content_summary (entity, entity_id) values ('featured', 'home') on conflict do nothing;
end
$$;
