CREATE TABLE "cpd_target" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hours" numeric(5, 1) NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "cpd_cycle_in_order" CHECK ("cpd_target"."starts_on" <= "cpd_target"."ends_on")
);
--> statement-breakpoint
CREATE TABLE "declared_activity" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "declared_activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"hours" numeric(5, 1) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "declared_hours_in_halves" CHECK ("declared_activity"."hours" > 0 and "declared_activity"."hours" * 2 = floor("declared_activity"."hours" * 2))
);
--> statement-breakpoint
CREATE TABLE "record_share" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"years" integer[],
	"with_declared" boolean NOT NULL,
	"ends_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"last_viewed_at" timestamp with time zone,
	CONSTRAINT "record_share_codeHash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"enrolment_id" integer PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL,
	"q1" smallint,
	"q2" smallint,
	"q3" text,
	"q4" smallint,
	"q5" text,
	"updated_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "feedback_answers_known" CHECK ("feedback"."q1" between 1 and 5 and "feedback"."q2" between 1 and 5 and "feedback"."q3" in ('yes', 'no', 'unsure') and "feedback"."q4" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "feedback_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cpd_target" ADD CONSTRAINT "cpd_target_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declared_activity" ADD CONSTRAINT "declared_activity_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_share" ADD CONSTRAINT "record_share_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_enrolment_id_enrolment_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "declared_activity_user_id_date_index" ON "declared_activity" USING btree ("user_id","date");--> statement-breakpoint
CREATE INDEX "record_share_user_id_index" ON "record_share" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "feedback_run_id_index" ON "feedback" USING btree ("run_id");