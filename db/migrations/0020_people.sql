-- How the staff's search spells people: lower case, one form of each Arabic letter, no vowel signs. Names "public", so that a dump restores.
CREATE FUNCTION "person_spelling"("input" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select public.search_normalize(regexp_replace(lower("input"), '[\u064B-\u0652\u0670\u0640]', '', 'g'))
$$;--> statement-breakpoint
CREATE TABLE "planned_erasure" (
	"person_id" text PRIMARY KEY NOT NULL,
	"due_on" date NOT NULL,
	"asked" text NOT NULL,
	"planned_by" text NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "search" text GENERATED ALWAYS AS (person_spelling(name || ' ' || replace(name, ' ', '') || ' ' || email || ' ' || contact_number || ' ' || scfhs_number)) STORED;--> statement-breakpoint
ALTER TABLE "planned_erasure" ADD CONSTRAINT "planned_erasure_person_id_user_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_erasure_due_on_index" ON "planned_erasure" USING btree ("due_on");--> statement-breakpoint
CREATE INDEX "user_search_trigrams" ON "user" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_name_id_index" ON "user" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "user_created_at_id_index" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_mail_status_id_index" ON "outbox_mail" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "outbox_mail_template_id_index" ON "outbox_mail" USING btree ("template","id");--> statement-breakpoint
CREATE INDEX "outbox_mail_to_id_index" ON "outbox_mail" USING btree ("to","id");--> statement-breakpoint
CREATE INDEX "outbox_mail_created_at_index" ON "outbox_mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_search" ON "outbox_mail" USING gin (("to" || ' ' || coalesce("subject", '')) gin_trgm_ops);--> statement-breakpoint
UPDATE "user" SET "erased_at" = "updated_at" WHERE "email" LIKE 'deleted-%@deleted.invalid';
