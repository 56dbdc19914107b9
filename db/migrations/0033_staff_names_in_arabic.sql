ALTER TABLE "newsletter_issue" ADD COLUMN "saved_by_id" text;--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD COLUMN "tested_by_id" text;--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD COLUMN "started_by_id" text;--> statement-breakpoint
ALTER TABLE "setting_period" ADD COLUMN "set_by_id" text;--> statement-breakpoint
ALTER TABLE "staff_user" ADD COLUMN "name_ar" text;