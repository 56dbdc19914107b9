ALTER TABLE "mail" ADD COLUMN "status" text DEFAULT 'queued' NOT NULL;--> statement-breakpoint
UPDATE "mail" SET "status" = CASE WHEN "sent_at" IS NOT NULL THEN 'sent' WHEN "last_error" IS NOT NULL THEN 'failed' ELSE 'kept' END WHERE "next_try_at" IS NULL;--> statement-breakpoint
CREATE INDEX "mail_id_index" ON "mail" USING btree ("id") WHERE "mail"."status" = 'queued';