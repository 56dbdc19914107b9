ALTER TABLE "user" ADD COLUMN "name_other" text;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "attendee_name_other" text;