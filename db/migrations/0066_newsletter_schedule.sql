ALTER TABLE "newsletter_issue" DROP CONSTRAINT "newsletter_issue_state";--> statement-breakpoint
ALTER TABLE "newsletter_issue" DROP CONSTRAINT "newsletter_issue_started";--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD COLUMN "scheduled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD CONSTRAINT "newsletter_issue_scheduled" CHECK ("newsletter_issue"."state" <> 'scheduled' or "newsletter_issue"."scheduled_at" is not null);--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD CONSTRAINT "newsletter_issue_state" CHECK ("newsletter_issue"."state" in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped'));--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD CONSTRAINT "newsletter_issue_started" CHECK (("newsletter_issue"."state" in ('draft', 'scheduled')) = ("newsletter_issue"."started_at" is null));