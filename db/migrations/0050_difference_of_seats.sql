ALTER TABLE "enrolment" ADD COLUMN "difference_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Until now a difference stood at the run alone: every seat that moved there has it.
UPDATE "enrolment" SET "difference_ids" = "paid"."ids"
FROM (
  SELECT "order_id", "to_run_id", jsonb_agg("payment_order_id" ORDER BY "id") AS "ids" FROM "order_change"
  WHERE "state" = 'done' AND "payment_order_id" IS NOT NULL GROUP BY 1, 2
) "paid"
WHERE "enrolment"."order_id" = "paid"."order_id" AND "enrolment"."run_id" = "paid"."to_run_id";
