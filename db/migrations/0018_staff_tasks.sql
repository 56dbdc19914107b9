CREATE TABLE "staff_task" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"title" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"locale" text NOT NULL,
	"started_by" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"cursor" jsonb,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" text,
	"written" integer DEFAULT 0 NOT NULL,
	"file_name" text,
	"file_type" text,
	"file_bytes" integer,
	"file_until" timestamp with time zone,
	"is_personal" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_task_state_known" CHECK ("staff_task"."state" in ('queued', 'running', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "staff_task" ADD CONSTRAINT "staff_task_started_by_staff_user_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_task_started_by_id_index" ON "staff_task" USING btree ("started_by","id");--> statement-breakpoint
CREATE INDEX "staff_task_updated_at_index" ON "staff_task" USING btree ("updated_at") WHERE "staff_task"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "staff_task_created_at_index" ON "staff_task" USING btree ("created_at");