DROP INDEX "refund_attempt_id_reason_index";--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "run_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "problem" text;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_decided_once" ON "refund" USING btree ("attempt_id","reason") WHERE "refund"."reason" in ('sold-out', 'already-registered', 'mismatch');--> statement-breakpoint
CREATE UNIQUE INDEX "refund_key_index" ON "refund" USING btree ("key");--> statement-breakpoint
CREATE INDEX "refund_attempt_id_index" ON "refund" USING btree ("attempt_id");