CREATE TABLE "payment_case" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_case_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" integer,
	"subject" text NOT NULL,
	"facts" jsonb NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"outcome" text,
	"closed_by" text,
	"closed_by_name" text,
	"action" text,
	"reason" text,
	CONSTRAINT "payment_case_closed_whole" CHECK (("payment_case"."closed_at" is null) = ("payment_case"."outcome" is null)),
	CONSTRAINT "payment_case_resolved_by" CHECK ("payment_case"."outcome" is distinct from 'resolved' or ("payment_case"."closed_by" is not null and "payment_case"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_comparison" (
	"id" integer PRIMARY KEY NOT NULL,
	"compared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_comparison_one_row" CHECK ("payment_comparison"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "refund_request" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"amount_halalas" integer NOT NULL,
	"seat_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"word" text,
	CONSTRAINT "refund_request_state_known" CHECK ("refund_request"."state" in ('direct', 'waiting', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "refund_request_positive" CHECK ("refund_request"."amount_halalas" > 0),
	CONSTRAINT "refund_request_second_person" CHECK ("refund_request"."state" not in ('approved', 'declined') or ("refund_request"."decided_by" is not null and "refund_request"."decided_by" <> "refund_request"."asked_by"))
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- What staff look an order up by: its buyer, the company it is invoiced to, the phone of its billing address, in one spelling.
CREATE FUNCTION "order_search_of"("person" text, "company" jsonb, "billing" jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  select search_normalize(lower(concat_ws(' ', u.name, u.email, "company" ->> 'name', "company" ->> 'vat_number', "billing" ->> 'phone')))
  from "user" u where u.id = "person"
$$;--> statement-breakpoint
CREATE FUNCTION "order_search_written"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  new.search := coalesce(order_search_of(new.user_id, new.invoice_recipient, new.billing), '');
  return new;
end
$$;--> statement-breakpoint
CREATE FUNCTION "order_search_of_person"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update "order" o set search = coalesce(order_search_of(o.user_id, o.invoice_recipient, o.billing), '') where o.user_id = new.id;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER "order_search_written" BEFORE INSERT OR UPDATE OF "user_id", "invoice_recipient", "billing" ON "order" FOR EACH ROW EXECUTE FUNCTION "order_search_written"();--> statement-breakpoint
CREATE TRIGGER "order_search_of_person" AFTER UPDATE OF "name", "email" ON "user" FOR EACH ROW WHEN ((old.name, old.email) IS DISTINCT FROM (new.name, new.email)) EXECUTE FUNCTION "order_search_of_person"();--> statement-breakpoint
UPDATE "order" o SET "search" = coalesce(order_search_of(o.user_id, o.invoice_recipient, o.billing), '');--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "seat_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_case" ADD CONSTRAINT "payment_case_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_case_one_open" ON "payment_case" USING btree ("kind","subject") WHERE "payment_case"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "payment_case_closed_at_id_index" ON "payment_case" USING btree ("closed_at","id");--> statement-breakpoint
CREATE INDEX "payment_case_order_id_index" ON "payment_case" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_case_kind_subject_id_index" ON "payment_case" USING btree ("kind","subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_request_order_id_key_index" ON "refund_request" USING btree ("order_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_request_one_waiting" ON "refund_request" USING btree ("order_id") WHERE "refund_request"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "refund_request_state_id_index" ON "refund_request" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "refund_request_asked_at_id_index" ON "refund_request" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "enrolment_unnamed_index" ON "enrolment" USING btree ("order_id") WHERE "enrolment"."state" = 'confirmed' and "enrolment"."attendee_name" is null;--> statement-breakpoint
CREATE INDEX "order_status_id_index" ON "order" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "order_company_index" ON "order" USING btree ("id") WHERE "order"."invoice_recipient" is not null;--> statement-breakpoint
CREATE INDEX "order_search_index" ON "order" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "order_idempotency_key_index" ON "order" USING btree ("idempotency_key") WHERE "order"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mail_order_index" ON "outbox_mail" USING btree (("props" ->> 'orderId')) WHERE "outbox_mail"."props" ? 'orderId';