CREATE TABLE "run_change" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_counter" (
	"id" integer PRIMARY KEY NOT NULL,
	"invoices" integer DEFAULT 0 NOT NULL,
	"credit_notes" integer DEFAULT 0 NOT NULL,
	"documents" integer DEFAULT 0 NOT NULL,
	"last_hash" text NOT NULL,
	CONSTRAINT "tax_counter_one_row" CHECK ("tax_counter"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "tax_document" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"uuid" uuid NOT NULL,
	"type_code" text NOT NULL,
	"name_code" text NOT NULL,
	"order_id" integer NOT NULL,
	"original_id" integer,
	"refund_id" integer,
	"reason" text,
	"issued_at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"tax_percent" numeric(5, 2) NOT NULL,
	"net_halalas" integer NOT NULL,
	"tax_halalas" integer NOT NULL,
	"total_halalas" integer NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"payment" jsonb NOT NULL,
	"counter" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"qr" text NOT NULL,
	"issuer" text NOT NULL,
	CONSTRAINT "document_total_adds_up" CHECK ("tax_document"."total_halalas" = "tax_document"."net_halalas" + "tax_document"."tax_halalas" and "tax_document"."total_halalas" > 0),
	CONSTRAINT "credit_note_names_invoice" CHECK (("tax_document"."kind" = 'credit-note') = ("tax_document"."original_id" is not null and "tax_document"."refund_id" is not null and "tax_document"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "run_change" ADD CONSTRAINT "run_change_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_document" ADD CONSTRAINT "tax_document_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_document" ADD CONSTRAINT "tax_document_original_id_tax_document_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."tax_document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_document" ADD CONSTRAINT "tax_document_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_change_run_id_index" ON "run_change" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_document_kind_sequence_index" ON "tax_document" USING btree ("kind","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_document_number_index" ON "tax_document" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_document_uuid_index" ON "tax_document" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_document_counter_index" ON "tax_document" USING btree ("counter");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_document_refund_id_index" ON "tax_document" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_document_one_invoice" ON "tax_document" USING btree ("order_id") WHERE "tax_document"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "tax_document_order_id_index" ON "tax_document" USING btree ("order_id");--> statement-breakpoint
INSERT INTO "tax_counter" ("id", "last_hash") VALUES (1, 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==');--> statement-breakpoint
CREATE FUNCTION "tax_document_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'An issued tax document is never changed or deleted (%)', TG_OP USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "tax_document_immutable" BEFORE UPDATE OR DELETE ON "tax_document" FOR EACH ROW EXECUTE FUNCTION "tax_document_stays"();--> statement-breakpoint
CREATE TRIGGER "tax_document_not_emptied" BEFORE TRUNCATE ON "tax_document" FOR EACH STATEMENT EXECUTE FUNCTION "tax_document_stays"();--> statement-breakpoint
CREATE FUNCTION "tax_counter_goes_up"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' OR NEW.invoices < OLD.invoices OR NEW.credit_notes < OLD.credit_notes OR NEW.documents < OLD.documents THEN
		RAISE EXCEPTION 'The numbers of tax documents only go up' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "tax_counter_only_up" BEFORE UPDATE OR DELETE ON "tax_counter" FOR EACH ROW EXECUTE FUNCTION "tax_counter_goes_up"();
