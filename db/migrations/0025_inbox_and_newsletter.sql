CREATE TABLE "enquiry" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enquiry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demo_request_id" integer,
	"contact_request_id" integer,
	"state" text NOT NULL,
	"assignee_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"first_answered_at" timestamp with time zone,
	"search_text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "enquiry_demoRequestId_unique" UNIQUE("demo_request_id"),
	CONSTRAINT "enquiry_contactRequestId_unique" UNIQUE("contact_request_id"),
	CONSTRAINT "enquiry_state_known" CHECK ("enquiry"."state" in ('new', 'open', 'answered', 'spam')),
	CONSTRAINT "enquiry_of_one_request" CHECK (num_nonnulls("enquiry"."demo_request_id", "enquiry"."contact_request_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "enquiry_message" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enquiry_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"enquiry_id" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"author_id" text,
	"author_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"message_id" text,
	CONSTRAINT "enquiry_message_kind" CHECK (("enquiry_message"."kind" = 'reply') = ("enquiry_message"."message_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "saved_reply" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_reply_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"text_eng" text NOT NULL,
	"text_ar" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_delivery" (
	"issue_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"outcome" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	CONSTRAINT "newsletter_delivery_issue_id_subscription_id_pk" PRIMARY KEY("issue_id","subscription_id"),
	CONSTRAINT "newsletter_delivery_outcome" CHECK ("newsletter_delivery"."outcome" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_issue" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_issue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" text DEFAULT 'draft' NOT NULL,
	"subject_eng" text DEFAULT '' NOT NULL,
	"subject_ar" text DEFAULT '' NOT NULL,
	"preheader_eng" text DEFAULT '' NOT NULL,
	"preheader_ar" text DEFAULT '' NOT NULL,
	"body_eng" text DEFAULT '' NOT NULL,
	"body_ar" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text NOT NULL,
	"tested_at" timestamp with time zone,
	"tested_by" text,
	"started_at" timestamp with time zone,
	"started_by" text,
	"recipients" integer DEFAULT 0 NOT NULL,
	"handed" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"sent_up_to" uuid,
	"finished_at" timestamp with time zone,
	CONSTRAINT "newsletter_issue_state" CHECK ("newsletter_issue"."state" in ('draft', 'sending', 'paused', 'sent')),
	CONSTRAINT "newsletter_issue_started" CHECK (("newsletter_issue"."state" = 'draft') = ("newsletter_issue"."started_at" is null))
);
--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "manner" jsonb;--> statement-breakpoint
ALTER TABLE "enquiry" ADD CONSTRAINT "enquiry_demo_request_id_demo_request_id_fk" FOREIGN KEY ("demo_request_id") REFERENCES "public"."demo_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry" ADD CONSTRAINT "enquiry_contact_request_id_contact_request_id_fk" FOREIGN KEY ("contact_request_id") REFERENCES "public"."contact_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry" ADD CONSTRAINT "enquiry_assignee_id_staff_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry_message" ADD CONSTRAINT "enquiry_message_enquiry_id_enquiry_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_delivery" ADD CONSTRAINT "newsletter_delivery_issue_id_newsletter_issue_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enquiry_created_at_id_index" ON "enquiry" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "enquiry_state_created_at_id_index" ON "enquiry" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "enquiry_assignee_id_state_index" ON "enquiry" USING btree ("assignee_id","state");--> statement-breakpoint
CREATE INDEX "enquiry_search_index" ON "enquiry" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enquiry_message_enquiry_id_id_index" ON "enquiry_message" USING btree ("enquiry_id","id");--> statement-breakpoint
CREATE INDEX "newsletter_delivery_open" ON "newsletter_delivery" USING btree ("issue_id") WHERE "newsletter_delivery"."outcome" <> 'sent';--> statement-breakpoint
CREATE INDEX "newsletter_issue_saved_at_id_index" ON "newsletter_issue" USING btree ("saved_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_issue_being_sent" ON "newsletter_issue" USING btree ("id") WHERE "newsletter_issue"."state" = 'sending';--> statement-breakpoint
-- One spelling on both sides of the search: a request's and what staff type.
CREATE FUNCTION "enquiry_search_text"("input" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select search_normalize(regexp_replace(lower("input"), '[\u064b-\u0652\u0640]', '', 'g'))
$$;--> statement-breakpoint
-- A trigger and no code, so that what an older version of the site takes while it is being replaced comes into the inbox, too.
CREATE FUNCTION "enquiry_of_request"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_table_name = 'demo_request' then
    insert into enquiry (demo_request_id, state, created_at, search_text)
    values (new.id, case when new.spam then 'spam' else 'new' end, new.created_at,
      enquiry_search_text(concat_ws(' ', new.name, new.email, new.workplace, new.program)));
  else
    insert into enquiry (contact_request_id, state, created_at, search_text)
    values (new.id, case when new.spam then 'spam' else 'new' end, new.created_at,
      enquiry_search_text(concat_ws(' ', new.name, new.email, new.workplace, new.title, new.message)));
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER "demo_request_to_inbox" AFTER INSERT ON "demo_request" FOR EACH ROW EXECUTE FUNCTION enquiry_of_request();--> statement-breakpoint
CREATE TRIGGER "contact_request_to_inbox" AFTER INSERT ON "contact_request" FOR EACH ROW EXECUTE FUNCTION enquiry_of_request();--> statement-breakpoint
-- Until now requests were answered from the company's mailbox: those of the last 30 days may still wait.
INSERT INTO "enquiry" ("demo_request_id", "contact_request_id", "state", "created_at", "search_text")
SELECT demo_id, contact_id, case when spam then 'spam' when created_at < now() - interval '30 days' then 'answered' else 'new' end, created_at, enquiry_search_text(words)
FROM (
  SELECT id AS demo_id, null::integer AS contact_id, spam, created_at, concat_ws(' ', name, email, workplace, program) AS words FROM "demo_request"
  UNION ALL
  SELECT null, id, spam, created_at, concat_ws(' ', name, email, workplace, title, message) FROM "contact_request"
) request
ORDER BY created_at;
