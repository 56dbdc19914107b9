CREATE TABLE "attendance_change" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendance_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"enrolment_id" integer NOT NULL,
	"session_id" integer NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by_id" text,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "attendance_mark" (
	"enrolment_id" integer NOT NULL,
	"session_id" integer NOT NULL,
	"state" text NOT NULL,
	"late_minutes" integer,
	"way" text NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"marked_by_id" text,
	"marked_by_name" text,
	CONSTRAINT "attendance_mark_enrolment_id_session_id_pk" PRIMARY KEY("enrolment_id","session_id"),
	CONSTRAINT "attendance_state_known" CHECK ("attendance_mark"."state" in ('present', 'late', 'absent', 'excused')),
	CONSTRAINT "attendance_way_known" CHECK ("attendance_mark"."way" in ('door', 'list', 'import')),
	CONSTRAINT "attendance_minutes_of_late" CHECK (("attendance_mark"."state" = 'late') = ("attendance_mark"."late_minutes" is not null) and "attendance_mark"."late_minutes" between 1 and 1440)
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "late_minutes_allowed" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance_change" ADD CONSTRAINT "attendance_change_enrolment_id_enrolment_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_mark" ADD CONSTRAINT "attendance_mark_enrolment_id_enrolment_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_mark" ADD CONSTRAINT "attendance_mark_session_id_run_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."run_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_change_key_enrolment_id_session_id_index" ON "attendance_change" USING btree ("key","enrolment_id","session_id");--> statement-breakpoint
CREATE INDEX "attendance_change_enrolment_id_session_id_index" ON "attendance_change" USING btree ("enrolment_id","session_id");--> statement-breakpoint
CREATE INDEX "attendance_mark_session_id_index" ON "attendance_mark" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "run_late_minutes_allowed" CHECK ("course_run"."late_minutes_allowed" between 0 and 240);