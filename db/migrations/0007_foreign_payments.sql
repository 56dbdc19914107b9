CREATE TABLE "foreign_payment" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" integer,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"seen_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_watch" (
	"id" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_watch_one_row" CHECK ("payment_watch"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "foreign_payment" ADD CONSTRAINT "foreign_payment_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "foreign_payment_status_index" ON "foreign_payment" USING btree ("status") WHERE "foreign_payment"."status" = 'requested';--> statement-breakpoint
-- Orders that were never paid were called refunded when money went back that could not be used (docs/decisions/017).
UPDATE "order" SET "status" = CASE WHEN "reason" = 'mismatch' THEN 'failed' ELSE 'expired' END WHERE "status" = 'refunded' AND "paid_at" IS NULL;
