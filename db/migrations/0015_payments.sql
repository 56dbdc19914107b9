-- Payments 0..n of an order (docs/decisions/031). The table keeps its rows: every one of before is a payment by card, the only one of its order.
ALTER TABLE "payment_attempt" RENAME TO "payment";--> statement-breakpoint
ALTER TABLE "payment" RENAME CONSTRAINT "payment_attempt_pkey" TO "payment_pkey";--> statement-breakpoint
ALTER TABLE "payment" RENAME CONSTRAINT "payment_attempt_order_id_order_id_fk" TO "payment_order_id_order_id_fk";--> statement-breakpoint
ALTER INDEX "payment_attempt_check_at_index" RENAME TO "payment_check_at_index";--> statement-breakpoint
DROP INDEX "payment_attempt_order_id_index";--> statement-breakpoint
ALTER TABLE "refund" RENAME COLUMN "attempt_id" TO "payment_id";--> statement-breakpoint
ALTER TABLE "refund" RENAME CONSTRAINT "refund_attempt_id_payment_attempt_id_fk" TO "refund_payment_id_payment_id_fk";--> statement-breakpoint
ALTER INDEX "refund_attempt_id_index" RENAME TO "refund_payment_id_index";--> statement-breakpoint
DROP INDEX "refund_decided_once";--> statement-breakpoint
CREATE UNIQUE INDEX "refund_decided_once" ON "refund" USING btree ("payment_id","reason") WHERE "refund"."reason" in ('sold-out', 'already-registered', 'mismatch', 'already-paid');--> statement-breakpoint
DROP INDEX "refund_key_index";--> statement-breakpoint
CREATE UNIQUE INDEX "refund_key_payment_id_index" ON "refund" USING btree ("key","payment_id");--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "opened_by" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "number" integer DEFAULT 1 NOT NULL, ADD COLUMN "method" text DEFAULT 'card' NOT NULL, ADD COLUMN "settled_at" timestamp with time zone, ADD COLUMN "due_on" date, ADD COLUMN "reference" text, ADD COLUMN "received_on" date, ADD COLUMN "recorded_by" text;--> statement-breakpoint
-- The one payment of an order that was ever paid is what paid it.
UPDATE "payment" SET "settled_at" = coalesce("order"."paid_at", "payment"."updated_at") FROM "order" WHERE "order"."id" = "payment"."order_id" AND ("order"."paid_at" IS NOT NULL OR "order"."status" IN ('paid', 'refunded', 'partially_refunded'));--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_method_known" CHECK ("payment"."method" in ('card', 'transfer', 'invoice', 'none'));--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_transfer_recorded" CHECK ("payment"."method" <> 'transfer' or "payment"."settled_at" is null or ("payment"."reference" is not null and "payment"."received_on" is not null and "payment"."recorded_by" is not null));--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_id_number_index" ON "payment" USING btree ("order_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_id_reference_index" ON "payment" USING btree ("order_id","reference") WHERE "payment"."reference" is not null;
