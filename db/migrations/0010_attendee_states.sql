DROP INDEX "attendee_run_id_email_index";--> statement-breakpoint
ALTER TABLE "attendee" ALTER COLUMN "state" SET DEFAULT 'pending';--> statement-breakpoint
UPDATE "attendee" SET "state" = CASE "state" WHEN 'asked' THEN 'pending' WHEN 'booked' THEN 'confirmed' WHEN 'returned' THEN 'cancelled' ELSE "state" END WHERE "state" IN ('asked', 'booked', 'returned');--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_run_id_email_index" ON "attendee" USING btree ("run_id","email") WHERE "attendee"."state" = 'confirmed';