DROP INDEX "mail_next_try_at_index";--> statement-breakpoint
ALTER TABLE "mail" DROP COLUMN "next_try_at";