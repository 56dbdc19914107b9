ALTER TABLE "course_run" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "course_run_start_date_id_index" ON "course_run" USING btree ("start_date","id");