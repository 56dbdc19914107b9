CREATE TABLE "setting_period" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "setting_period_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"starts_on" date NOT NULL,
	"value" jsonb NOT NULL,
	"set_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"begun_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "setting_period_key" CHECK ("setting_period"."key" in ('taxPercent', 'seller'))
);
--> statement-breakpoint
ALTER TABLE "site_setting" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "setting_period_key_starts_on_id_index" ON "setting_period" USING btree ("key","starts_on","id");--> statement-breakpoint
CREATE INDEX "setting_period_starts_on_index" ON "setting_period" USING btree ("starts_on") WHERE "setting_period"."begun_at" is null;