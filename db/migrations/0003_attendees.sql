CREATE TABLE "attendee" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendee_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"run_id" integer NOT NULL,
	"seat" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"scfhs_number" text NOT NULL,
	"user_id" text,
	"state" text DEFAULT 'asked' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "company" jsonb;--> statement-breakpoint
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_order_id_run_id_seat_index" ON "attendee" USING btree ("order_id","run_id","seat");--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_run_id_email_index" ON "attendee" USING btree ("run_id","email") WHERE "attendee"."state" = 'booked';--> statement-breakpoint
CREATE INDEX "attendee_user_id_index" ON "attendee" USING btree ("user_id");--> statement-breakpoint
-- Until now every seat was its buyer's own: the first of each line is theirs, the others have no name yet.
INSERT INTO "attendee" ("order_id", "run_id", "seat", "name", "email", "scfhs_number", "user_id", "state")
SELECT l."order_id", l."run_id", 1, u."name", u."email", u."scfhs_number", u."id",
	CASE WHEN o."status" IN ('paid', 'partially_refunded') THEN 'booked' WHEN o."status" = 'refunded' THEN 'returned' ELSE 'asked' END
FROM "order_line" l JOIN "order" o ON o."id" = l."order_id" JOIN "user" u ON u."id" = o."user_id"
ORDER BY l."id" ON CONFLICT DO NOTHING;
