ALTER TABLE "course" ADD COLUMN "search_title_eng" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "search_title_ar" text;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "search_description_eng" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "search_description_ar" text;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "share_image" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "search_title_eng" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "search_title_ar" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "search_description_eng" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "search_description_ar" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "share_image" text DEFAULT '' NOT NULL;