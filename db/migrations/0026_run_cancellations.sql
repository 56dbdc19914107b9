CREATE TABLE "closed_month" (
	"month" text PRIMARY KEY NOT NULL,
	"totals" jsonb NOT NULL,
	"closed_by" text NOT NULL,
	"closed_by_name" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "closed_month_is_month" CHECK ("closed_month"."month" ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "run_cancellation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_cancellation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"amount_halalas" integer NOT NULL,
	"reason" jsonb,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"word" text,
	CONSTRAINT "run_cancellation_state_known" CHECK ("run_cancellation"."state" in ('direct', 'waiting', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "run_cancellation_not_negative" CHECK ("run_cancellation"."amount_halalas" >= 0),
	CONSTRAINT "run_cancellation_second_person" CHECK ("run_cancellation"."state" not in ('approved', 'declined') or ("run_cancellation"."decided_by" is not null and "run_cancellation"."decided_by" <> "run_cancellation"."asked_by"))
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "sale_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_task" ADD COLUMN "must_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_cancellation" ADD CONSTRAINT "run_cancellation_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "run_cancellation_one_open" ON "run_cancellation" USING btree ("run_id") WHERE "run_cancellation"."state" in ('waiting', 'direct', 'approved');