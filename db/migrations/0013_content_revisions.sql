CREATE TABLE "content_preview" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_preview_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"revision_id" integer NOT NULL,
	"key_hash" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "content_preview_keyHash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "content_revision" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_revision_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"data" jsonb NOT NULL,
	"marks" jsonb NOT NULL,
	"author" text,
	"note" text DEFAULT '' NOT NULL,
	"restored_from" integer,
	"created_at" timestamp with time zone NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	CONSTRAINT "content_revision_version" UNIQUE("entity","entity_id","version"),
	CONSTRAINT "content_revision_state" CHECK ("content_revision"."state" in ('draft', 'scheduled', 'published', 'replaced')),
	CONSTRAINT "content_revision_has_its_minute" CHECK ("content_revision"."state" <> 'scheduled' or "content_revision"."publish_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "redirect" (
	"from_path" text PRIMARY KEY NOT NULL,
	"to_path" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "redirect_leads_elsewhere" CHECK ("redirect"."from_path" <> "redirect"."to_path")
);
--> statement-breakpoint
ALTER TABLE "content_preview" ADD CONSTRAINT "content_preview_revision_id_content_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."content_revision"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_revision_one_draft" ON "content_revision" USING btree ("entity","entity_id") WHERE "content_revision"."state" = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "content_revision_one_scheduled" ON "content_revision" USING btree ("entity","entity_id") WHERE "content_revision"."state" = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX "content_revision_one_published" ON "content_revision" USING btree ("entity","entity_id") WHERE "content_revision"."state" = 'published';--> statement-breakpoint
CREATE INDEX "content_revision_due" ON "content_revision" USING btree ("publish_at") WHERE "content_revision"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "redirect_to_path_index" ON "redirect" USING btree ("to_path");