ALTER TABLE "media_file" ADD COLUMN "shipped" text;--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_shipped_unique" UNIQUE("shipped");