CREATE TABLE "order_change" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"run_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"key" text NOT NULL,
	"seat_ids" jsonb NOT NULL,
	"to_run_id" integer,
	"quoted_at" timestamp with time zone NOT NULL,
	"percent" integer,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pay_halalas" integer DEFAULT 0 NOT NULL,
	"payment_order_id" integer,
	"message" text,
	"answer" text,
	"decided_by" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "order_change_kind_known" CHECK ("order_change"."kind" in ('cancel', 'move', 'person')),
	CONSTRAINT "order_change_state_known" CHECK ("order_change"."state" in ('done', 'paying', 'dropped', 'asked', 'agreed', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "change_policy" jsonb;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "change_policy" jsonb DEFAULT '{"allBackDays":14,"partBackDays":7,"partBackPercent":50,"moveDays":7}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "moved_from_id" integer;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "difference_of" integer;--> statement-breakpoint
ALTER TABLE "order_change" ADD CONSTRAINT "order_change_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_change" ADD CONSTRAINT "order_change_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_change" ADD CONSTRAINT "order_change_to_run_id_course_run_id_fk" FOREIGN KEY ("to_run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_change" ADD CONSTRAINT "order_change_payment_order_id_order_id_fk" FOREIGN KEY ("payment_order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_change_order_id_key_index" ON "order_change" USING btree ("order_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "order_change_payment" ON "order_change" USING btree ("payment_order_id");--> statement-breakpoint
CREATE INDEX "order_change_state_id_index" ON "order_change" USING btree ("state","id");--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_moved_from_id_course_run_id_fk" FOREIGN KEY ("moved_from_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_difference_of_order_id_fk" FOREIGN KEY ("difference_of") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_difference_of_index" ON "order" USING btree ("difference_of") WHERE "order"."difference_of" is not null;