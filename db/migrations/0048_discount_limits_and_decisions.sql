ALTER TABLE "course_run" ADD COLUMN "min_set_by" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "reminds_to_decide" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "put_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discount_code" ADD COLUMN "most_halalas" integer;--> statement-breakpoint
ALTER TABLE "discount_code" ADD COLUMN "first_order_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_code" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_most" CHECK (("discount_code"."most_halalas" >= 100 and "discount_code"."percent" is not null) or "discount_code"."most_halalas" is null);