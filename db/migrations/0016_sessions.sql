CREATE TABLE "run_session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"joining_url" text,
	CONSTRAINT "session_ends_after_it_starts" CHECK ("run_session"."ends_at" > "run_session"."starts_at"),
	CONSTRAINT "session_within_a_day" CHECK (("run_session"."starts_at" at time zone 'Asia/Riyadh')::date = ("run_session"."ends_at" at time zone 'Asia/Riyadh')::date),
	CONSTRAINT "session_joining_url_https" CHECK ("run_session"."joining_url" like 'https://%')
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "times_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_session" ADD CONSTRAINT "run_session_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "run_session_run_id_starts_at_index" ON "run_session" USING btree ("run_id","starts_at");--> statement-breakpoint
-- No two sessions of a run overlap. A range of one number stands for the run, which needs no extension.
ALTER TABLE "run_session" ADD CONSTRAINT "run_session_no_overlap" EXCLUDE USING gist (int4range("run_id", "run_id", '[]') WITH &&, tstzrange("starts_at", "ends_at") WITH &&);--> statement-breakpoint
-- No run has more days than there are.
UPDATE "course_run" SET "days" = "end_date" - "start_date" + 1 WHERE "days" > "end_date" - "start_date" + 1;--> statement-breakpoint
-- The days that are certain, as teaching-days.ts says: all of them where they fill the span, else its ends. Times are not known: whole days.
INSERT INTO "run_session" ("run_id", "starts_at", "ends_at")
SELECT "id", ("day" + time '00:00') AT TIME ZONE 'Asia/Riyadh', ("day" + time '23:59') AT TIME ZONE 'Asia/Riyadh'
FROM (
  SELECT r."id", r."start_date" + n AS "day", r."days", r."start_date", r."end_date"
  FROM "course_run" r CROSS JOIN LATERAL generate_series(0, r."end_date" - r."start_date") n
) known
WHERE "days" >= "end_date" - "start_date" + 1 OR "day" IN ("start_date", "end_date");
