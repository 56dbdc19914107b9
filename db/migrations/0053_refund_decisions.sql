ALTER TABLE "enrolment" ADD COLUMN "refund_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "paid_on" date;--> statement-breakpoint
CREATE INDEX "enrolment_refund_due_index" ON "enrolment" USING btree ("order_id") WHERE "enrolment"."refund_due_at" is not null;