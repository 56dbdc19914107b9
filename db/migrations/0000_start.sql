CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"address" text DEFAULT '' NOT NULL,
	"contact_number" text DEFAULT '' NOT NULL,
	"scfhs_number" text DEFAULT '' NOT NULL,
	"workplace" text DEFAULT '' NOT NULL,
	"profession" text DEFAULT '' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"terms_accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_run" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"days" integer NOT NULL,
	"hours" numeric(5, 1) NOT NULL,
	"venue_eng" text NOT NULL,
	"venue_ar" text,
	"delivery" text NOT NULL,
	"capacity" integer NOT NULL,
	"seats_sold" integer DEFAULT 0 NOT NULL,
	"price_halalas" integer NOT NULL,
	"accreditation_status" text NOT NULL,
	"accreditation_number" text,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "run_dates_in_order" CHECK ("course_run"."start_date" <= "course_run"."end_date"),
	CONSTRAINT "run_price_not_negative" CHECK ("course_run"."price_halalas" >= 0),
	CONSTRAINT "run_never_oversold" CHECK ("course_run"."seats_sold" between 0 and "course_run"."capacity")
);
--> statement-breakpoint
CREATE TABLE "course" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"category" text NOT NULL,
	"subject_eng" text NOT NULL,
	"subject_ar" text,
	"name_eng" text NOT NULL,
	"name_ar" text,
	"summary_eng" text NOT NULL,
	"summary_ar" text,
	"about_course_eng" text NOT NULL,
	"about_course_ar" text,
	"prerequisites_eng" text NOT NULL,
	"prerequisites_ar" text,
	"speakers" jsonb NOT NULL,
	"curriculum" jsonb NOT NULL,
	"image" text NOT NULL,
	"disable_course" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (translate(regexp_replace(lower("course"."name_eng" || ' ' || coalesce("course"."name_ar", '') || ' ' || "course"."subject_eng" || ' ' || coalesce("course"."subject_ar", '') || ' ' || "course"."summary_eng" || ' ' || coalesce("course"."summary_ar", '')), '[ـً-ٰٟ]', '', 'g'), 'أإآٱىةؤئ', 'اااايهوي')) STORED NOT NULL,
	"featured_place" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "page_meta" (
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"title_eng" text NOT NULL,
	"title_ar" text,
	"description_eng" text NOT NULL,
	"description_ar" text,
	"keywords_eng" text DEFAULT '' NOT NULL,
	"keywords_ar" text,
	CONSTRAINT "page_meta_type_slug_pk" PRIMARY KEY("type","slug")
);
--> statement-breakpoint
CREATE TABLE "order_line" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"run_id" integer NOT NULL,
	"qty" integer NOT NULL,
	"unit_price_halalas" integer NOT NULL,
	"slug" text NOT NULL,
	"name_eng" text NOT NULL,
	"name_ar" text,
	CONSTRAINT "line_qty_positive" CHECK ("order_line"."qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "order" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"user_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"locale" text NOT NULL,
	"currency" text DEFAULT 'SAR' NOT NULL,
	"sub_total_halalas" integer NOT NULL,
	"tax_percent" numeric(5, 2) NOT NULL,
	"tax_halalas" integer NOT NULL,
	"total_halalas" integer NOT NULL,
	"billing" jsonb NOT NULL,
	"items_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "order_total_adds_up" CHECK ("order"."total_halalas" = "order"."sub_total_halalas" + "order"."tax_halalas")
);
--> statement-breakpoint
CREATE TABLE "payment_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"amount_halalas" integer NOT NULL,
	"currency" text NOT NULL,
	"message" text,
	"card_scheme" text,
	"card_masked" text,
	"refunded_halalas" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payment_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"amount_halalas" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"done_at" timestamp with time zone,
	CONSTRAINT "refund_positive" CHECK ("refund"."amount_halalas" > 0)
);
--> statement-breakpoint
CREATE TABLE "seat_hold" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seat_hold_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"run_id" integer NOT NULL,
	"qty" integer NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"to" text NOT NULL,
	"locale" text NOT NULL,
	"template" text NOT NULL,
	"props" jsonb NOT NULL,
	"subject" text,
	"html" text,
	"text" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	"tries" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_run" ADD CONSTRAINT "course_run_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_hold" ADD CONSTRAINT "seat_hold_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_hold" ADD CONSTRAINT "seat_hold_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_provider_id_account_id_index" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "account_user_id_index" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user_id_index" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier_index" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "course_run_course_id_start_date_index" ON "course_run" USING btree ("course_id","start_date");--> statement-breakpoint
CREATE INDEX "course_run_end_date_index" ON "course_run" USING btree ("end_date");--> statement-breakpoint
CREATE INDEX "course_category_index" ON "course" USING btree ("category");--> statement-breakpoint
CREATE INDEX "order_line_order_id_index" ON "order_line" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_line_run_id_index" ON "order_line" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "order_user_id_id_index" ON "order" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "order_expires_at_index" ON "order" USING btree ("expires_at") WHERE "order"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_order_id_index" ON "payment_attempt" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_attempt_check_at_index" ON "payment_attempt" USING btree ("check_at") WHERE "payment_attempt"."check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_attempt_id_reason_index" ON "refund" USING btree ("attempt_id","reason");--> statement-breakpoint
CREATE UNIQUE INDEX "seat_hold_order_id_run_id_index" ON "seat_hold" USING btree ("order_id","run_id");--> statement-breakpoint
CREATE INDEX "seat_hold_run_id_index" ON "seat_hold" USING btree ("run_id") WHERE "seat_hold"."state" = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_key_index" ON "mail" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mail_next_try_at_index" ON "mail" USING btree ("next_try_at") WHERE "mail"."next_try_at" is not null;