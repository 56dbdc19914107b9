DROP INDEX "einvoice_one_live";--> statement-breakpoint
ALTER TABLE "einvoice" ADD COLUMN "company" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "einvoice_one_live" ON "einvoice" USING btree ("tax_document_id","environment") WHERE "einvoice"."state" in ('sealed', 'accepted');--> statement-breakpoint
CREATE OR REPLACE FUNCTION "einvoice_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'UPDATE' OR OLD.state <> 'sealed' OR
		(NEW.tax_document_id, NEW.unit_id, NEW.environment, NEW.counter, NEW.previous_hash, NEW.uuid, NEW.xml, NEW.hash, NEW.qr, NEW.company, NEW.sealed_at)
		IS DISTINCT FROM
		(OLD.tax_document_id, OLD.unit_id, OLD.environment, OLD.counter, OLD.previous_hash, OLD.uuid, OLD.xml, OLD.hash, OLD.qr, OLD.company, OLD.sealed_at) THEN
		RAISE EXCEPTION 'A sealed or decided e-invoice is never changed or deleted (%)', TG_OP USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
