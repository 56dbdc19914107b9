CREATE TABLE "seat_link" (
	"enrolment_id" integer PRIMARY KEY NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"sent_to" text,
	"sent_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "seat_link_round_fits" CHECK ("seat_link"."round" between 1 and 65535)
);
--> statement-breakpoint
ALTER TABLE "seat_link" ADD CONSTRAINT "seat_link_enrolment_id_enrolment_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolment"("id") ON DELETE no action ON UPDATE no action;