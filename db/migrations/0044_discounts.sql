CREATE TABLE "discount_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"percent" integer,
	"amount_halalas" integer,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"scope" text NOT NULL,
	"course_ids" integer[] DEFAULT '{}' NOT NULL,
	"run_ids" integer[] DEFAULT '{}' NOT NULL,
	"least_seats" integer DEFAULT 1 NOT NULL,
	"uses_in_all" integer,
	"uses_per_account" integer,
	"paused_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "discount_code_spelling" CHECK ("discount_code"."code" ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
	CONSTRAINT "discount_code_takes_off" CHECK (num_nulls("discount_code"."percent", "discount_code"."amount_halalas") = 1 and ("discount_code"."percent" between 1 and 90) is not false and ("discount_code"."amount_halalas" between 100 and 1000000) is not false),
	CONSTRAINT "discount_code_days_in_order" CHECK (("discount_code"."valid_from" <= "discount_code"."valid_to") is not false),
	CONSTRAINT "discount_code_scope_known" CHECK ("discount_code"."scope" in ('all', 'except', 'only')),
	CONSTRAINT "discount_code_limits" CHECK ("discount_code"."least_seats" between 1 and 50 and ("discount_code"."uses_in_all" > 0) is not false and ("discount_code"."uses_per_account" > 0) is not false)
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "group_from_seats" integer;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "group_percent" integer;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "discount_halalas" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "discount_kind" text;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "discount_percent" integer;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "discount_code" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "discount_code_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_code_code_index" ON "discount_code" USING btree ("code");--> statement-breakpoint
CREATE INDEX "discount_code_valid_from_id_index" ON "discount_code" USING btree ("valid_from","id");--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_discount_code_id_discount_code_id_fk" FOREIGN KEY ("discount_code_id") REFERENCES "public"."discount_code"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_discount_code_id_index" ON "order" USING btree ("discount_code_id") WHERE "order"."discount_code_id" is not null;--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "run_group_price_whole" CHECK (num_nulls("course_run"."group_from_seats", "course_run"."group_percent") in (0, 2) and ("course_run"."group_from_seats" between 2 and 50) is not false and ("course_run"."group_percent" between 1 and 90) is not false);--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "line_discount_below_price" CHECK ("order_line"."discount_halalas" = 0 or "order_line"."discount_halalas" between 1 and "order_line"."unit_price_halalas"::bigint * "order_line"."qty" - 1);--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "line_discount_whole" CHECK (("order_line"."discount_halalas" > 0) = ("order_line"."discount_kind" is not null) and ("order_line"."discount_kind" in ('group', 'code')) is not false and ("order_line"."discount_code" is not null) = ("order_line"."discount_kind" is not distinct from 'code') and ("order_line"."discount_percent" is null or ("order_line"."discount_kind" is not null and "order_line"."discount_percent" between 1 and 90)));