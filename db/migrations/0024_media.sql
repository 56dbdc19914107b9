CREATE TABLE "media_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"name" text NOT NULL,
	"width" integer,
	"height" integer,
	"state" text NOT NULL,
	"sizes_made" integer DEFAULT 0 NOT NULL,
	"focal_x" integer DEFAULT 50 NOT NULL,
	"focal_y" integer DEFAULT 50 NOT NULL,
	"alt_eng" text DEFAULT '' NOT NULL,
	"alt_ar" text DEFAULT '' NOT NULL,
	"decorative" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"uploaded_by" text,
	"uploaded_by_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "media_file_key_unique" UNIQUE("key"),
	CONSTRAINT "media_file_state" CHECK ("media_file"."state" in ('storing', 'queued', 'ready', 'failed')),
	CONSTRAINT "media_file_focal" CHECK ("media_file"."focal_x" between 0 and 100 and "media_file"."focal_y" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "media_use" (
	"media_id" integer NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"place" text NOT NULL,
	"title_eng" text NOT NULL,
	"title_ar" text NOT NULL,
	CONSTRAINT "media_use_media_id_entity_entity_id_place_pk" PRIMARY KEY("media_id","entity","entity_id","place")
);
--> statement-breakpoint
ALTER TABLE "team_member" ADD COLUMN "image" text;--> statement-breakpoint
ALTER TABLE "media_use" ADD CONSTRAINT "media_use_media_id_media_file_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_file_name_id_index" ON "media_file" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "media_file_bytes_id_index" ON "media_file" USING btree ("bytes","id");--> statement-breakpoint
CREATE INDEX "media_file_kind_id_index" ON "media_file" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "media_file_search_index" ON "media_file" USING gin (("name" || ' ' || "alt_eng" || ' ' || "alt_ar") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "media_use_entity_entity_id_index" ON "media_use" USING btree ("entity","entity_id");