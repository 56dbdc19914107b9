CREATE TABLE "banner" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banner_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"place" integer NOT NULL,
	"image" text NOT NULL,
	"title_eng" text NOT NULL,
	"title_ar" text,
	CONSTRAINT "banner_slug_image_unique" UNIQUE("slug","image")
);
--> statement-breakpoint
CREATE TABLE "faq" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "faq_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place" integer NOT NULL,
	"heading_eng" text NOT NULL,
	"heading_ar" text,
	"description_eng" text NOT NULL,
	"description_ar" text
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title_eng" text NOT NULL,
	"title_ar" text,
	"excerpt_eng" text NOT NULL,
	"excerpt_ar" text,
	"body_eng" text NOT NULL,
	"body_ar" text,
	"image" text NOT NULL,
	"link" text,
	"popular_place" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (translate(regexp_replace(lower("news"."title_eng" || ' ' || coalesce("news"."title_ar", '') || ' ' || "news"."excerpt_eng" || ' ' || coalesce("news"."excerpt_ar", '')), '[ـً-ٰٟ]', '', 'g'), 'أإآٱىةؤئ', 'اااايهوي')) STORED NOT NULL,
	CONSTRAINT "news_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "software_module" (
	"slug" text PRIMARY KEY NOT NULL,
	"group" text NOT NULL,
	"place" integer NOT NULL,
	"name_eng" text NOT NULL,
	"name_ar" text,
	"description_eng" text NOT NULL,
	"description_ar" text,
	"features" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "static_page" (
	"slug" text PRIMARY KEY NOT NULL,
	"heading_eng" text NOT NULL,
	"heading_ar" text,
	"description_eng" text NOT NULL,
	"description_ar" text,
	"updated_on" date,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_member" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "team_member_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place" integer NOT NULL,
	"title_eng" text NOT NULL,
	"title_ar" text,
	"name_eng" text NOT NULL,
	"name_ar" text,
	"email" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_request" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"contact_number" text NOT NULL,
	"workplace" text NOT NULL,
	"locale" text NOT NULL,
	"spam" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_request" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "demo_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"contact_number" text NOT NULL,
	"workplace" text NOT NULL,
	"locale" text NOT NULL,
	"spam" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"program" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"consent_text" text NOT NULL,
	"consent_version" text NOT NULL,
	"source" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"token_hash" text NOT NULL,
	CONSTRAINT "newsletter_subscription_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
CREATE INDEX "news_created_at_index" ON "news" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "contact_request_created_at_index" ON "contact_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "demo_request_created_at_index" ON "demo_request" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_one_live_consent" ON "newsletter_subscription" USING btree ("email") WHERE "newsletter_subscription"."unsubscribed_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscription_created_at_index" ON "newsletter_subscription" USING btree ("created_at") WHERE "newsletter_subscription"."confirmed_at" is null;