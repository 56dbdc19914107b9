ALTER TABLE "course_run" ADD COLUMN "doors_open" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "bring_eng" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "bring_ar" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "run_doors_open_is_a_time" CHECK ("course_run"."doors_open" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');