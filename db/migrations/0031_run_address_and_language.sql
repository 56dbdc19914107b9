ALTER TABLE "course_run" ADD COLUMN "address_eng" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "address_ar" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "language" text;