ALTER TABLE "course_run" ADD COLUMN "min_seats" integer;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "decide_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "if_missed" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "run_minimum_whole" CHECK (("course_run"."min_seats" is null) = ("course_run"."decide_by" is null) and "course_run"."min_seats" > 0);