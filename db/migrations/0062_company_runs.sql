ALTER TABLE "course_run" ADD COLUMN "company_name" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "whole_price_halalas" integer;--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "run_company_named" CHECK (("course_run"."visibility" = 'company') = ("course_run"."company_name" is not null));--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "run_whole_price_of_company" CHECK ("course_run"."whole_price_halalas" is null or ("course_run"."whole_price_halalas" > 0 and "course_run"."visibility" = 'company'));