ALTER TABLE "course_run" ADD COLUMN "quoted_until" date;--> statement-breakpoint
ALTER TABLE "enquiry_message" ADD COLUMN "run_id" integer;--> statement-breakpoint
ALTER TABLE "enquiry_message" ADD CONSTRAINT "enquiry_message_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry_message" ADD CONSTRAINT "enquiry_offer_is_reply" CHECK ("enquiry_message"."run_id" is null or "enquiry_message"."kind" = 'reply');