CREATE TABLE "order_change_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_change_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"change_id" integer,
	"message_id" integer,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_change_message" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_change_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"change_id" integer NOT NULL,
	"asked_by" text,
	"asked_by_name" text,
	"text" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_change" DROP CONSTRAINT "order_change_state_known";--> statement-breakpoint
ALTER TABLE "order_change" ADD COLUMN "questioned_by" text;--> statement-breakpoint
ALTER TABLE "order_change" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_change" ADD COLUMN "kept_until" date;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "kept_until" date;--> statement-breakpoint
ALTER TABLE "order_change_file" ADD CONSTRAINT "order_change_file_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_change_file" ADD CONSTRAINT "order_change_file_change_id_order_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."order_change"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_change_file" ADD CONSTRAINT "order_change_file_message_id_order_change_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."order_change_message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_change_message" ADD CONSTRAINT "order_change_message_change_id_order_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."order_change"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_change_file_change_id_index" ON "order_change_file" USING btree ("change_id");--> statement-breakpoint
CREATE INDEX "order_change_file_user_id_index" ON "order_change_file" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "order_change_message_change_id_id_index" ON "order_change_message" USING btree ("change_id","id");--> statement-breakpoint
ALTER TABLE "order_change" ADD CONSTRAINT "order_change_state_known" CHECK ("order_change"."state" in ('done', 'paying', 'dropped', 'asked', 'questioned', 'agreed', 'refused'));