CREATE TABLE "egs_unit" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "egs_unit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"state" text NOT NULL,
	"certificate" text NOT NULL,
	"valid_to" timestamp with time zone NOT NULL,
	"request_id" text NOT NULL,
	"sealed_key" text NOT NULL,
	"sealed_csid" text NOT NULL,
	"counter" integer DEFAULT 0 NOT NULL,
	"last_hash" text NOT NULL,
	"sealed_up_to" integer NOT NULL,
	"refused_since" timestamp with time zone,
	"clock_ahead_seconds" integer,
	"created_at" timestamp with time zone NOT NULL,
	"activated_at" timestamp with time zone,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "einvoice" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "einvoice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tax_document_id" integer NOT NULL,
	"unit_id" integer NOT NULL,
	"environment" text NOT NULL,
	"counter" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"uuid" uuid NOT NULL,
	"xml" text NOT NULL,
	"hash" text NOT NULL,
	"qr" text,
	"sealed_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'sealed' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"first_sent_at" timestamp with time zone,
	"problem" text,
	"decided_at" timestamp with time zone,
	"messages" jsonb,
	"answer" jsonb,
	"cleared_xml" text,
	CONSTRAINT "einvoice_decided_whole" CHECK (("einvoice"."state" = 'sealed') = ("einvoice"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "einvoice" ADD CONSTRAINT "einvoice_tax_document_id_tax_document_id_fk" FOREIGN KEY ("tax_document_id") REFERENCES "public"."tax_document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "einvoice" ADD CONSTRAINT "einvoice_unit_id_egs_unit_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."egs_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "egs_unit_one_active" ON "egs_unit" USING btree ("environment") WHERE "egs_unit"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "einvoice_unit_id_counter_index" ON "einvoice" USING btree ("unit_id","counter");--> statement-breakpoint
CREATE UNIQUE INDEX "einvoice_uuid_index" ON "einvoice" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "einvoice_one_live" ON "einvoice" USING btree ("tax_document_id","environment") WHERE "einvoice"."state" <> 'rejected';--> statement-breakpoint
CREATE INDEX "einvoice_tax_document_id_id_index" ON "einvoice" USING btree ("tax_document_id","id");--> statement-breakpoint
CREATE INDEX "einvoice_waiting" ON "einvoice" USING btree ("next_try_at") WHERE "einvoice"."state" = 'sealed';--> statement-breakpoint
CREATE INDEX "einvoice_rejected" ON "einvoice" USING btree ("id") WHERE "einvoice"."state" = 'rejected';--> statement-breakpoint
CREATE FUNCTION "einvoice_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'UPDATE' OR OLD.state <> 'sealed' OR
		(NEW.tax_document_id, NEW.unit_id, NEW.environment, NEW.counter, NEW.previous_hash, NEW.uuid, NEW.xml, NEW.hash, NEW.qr, NEW.sealed_at)
		IS DISTINCT FROM
		(OLD.tax_document_id, OLD.unit_id, OLD.environment, OLD.counter, OLD.previous_hash, OLD.uuid, OLD.xml, OLD.hash, OLD.qr, OLD.sealed_at) THEN
		RAISE EXCEPTION 'A sealed or decided e-invoice is never changed or deleted (%)', TG_OP USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "einvoice_immutable" BEFORE UPDATE OR DELETE ON "einvoice" FOR EACH ROW EXECUTE FUNCTION "einvoice_stays"();--> statement-breakpoint
CREATE TRIGGER "einvoice_not_emptied" BEFORE TRUNCATE ON "einvoice" FOR EACH STATEMENT EXECUTE FUNCTION "einvoice_stays"();--> statement-breakpoint
CREATE FUNCTION "egs_unit_goes_up"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' OR NEW.counter < OLD.counter OR NEW.sealed_up_to < OLD.sealed_up_to THEN
		RAISE EXCEPTION 'The counters of an e-invoicing unit only go up' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "egs_unit_only_up" BEFORE UPDATE OR DELETE ON "egs_unit" FOR EACH ROW EXECUTE FUNCTION "egs_unit_goes_up"();
