CREATE TABLE "certificate_hold" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_hold_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"enrolment_id" integer,
	"reason" text NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"held_by" text NOT NULL,
	"held_by_name" text NOT NULL,
	CONSTRAINT "certificate_hold_once" UNIQUE NULLS NOT DISTINCT("run_id","enrolment_id")
);
--> statement-breakpoint
CREATE TABLE "certificate" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"enrolment_id" integer NOT NULL,
	"run_id" integer NOT NULL,
	"holder" jsonb,
	"activity" jsonb NOT NULL,
	"issuer" jsonb NOT NULL,
	"wording" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_by" text,
	"replaces_id" integer,
	"state" text DEFAULT 'valid' NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"ended_by" text,
	"ended_by_name" text,
	"kept_after_refund_at" timestamp with time zone,
	CONSTRAINT "certificate_number_unique" UNIQUE("number"),
	CONSTRAINT "certificate_state_known" CHECK ("certificate"."state" in ('valid', 'replaced', 'revoked')),
	CONSTRAINT "certificate_end_whole" CHECK (("certificate"."state" = 'valid') = ("certificate"."ended_at" is null) and num_nulls("certificate"."ended_at", "certificate"."end_reason") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "activity_reference" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "accrediting_body_eng" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "accrediting_body_ar" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "specialty_eng" text;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "specialty_ar" text;--> statement-breakpoint
ALTER TABLE "certificate_hold" ADD CONSTRAINT "certificate_hold_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_hold" ADD CONSTRAINT "certificate_hold_enrolment_id_enrolment_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_enrolment_id_enrolment_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_replaces_id_certificate_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."certificate"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_one_per_seat" ON "certificate" USING btree ("enrolment_id") WHERE "certificate"."replaces_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_one_valid" ON "certificate" USING btree ("enrolment_id") WHERE "certificate"."state" = 'valid';--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_replaces_id_index" ON "certificate" USING btree ("replaces_id");--> statement-breakpoint
CREATE INDEX "certificate_enrolment_id_index" ON "certificate" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "certificate_run_id_index" ON "certificate" USING btree ("run_id");--> statement-breakpoint
CREATE FUNCTION "certificate_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  "moves" constant text[] := array['holder', 'state', 'ended_at', 'end_reason', 'ended_by', 'ended_by_name', 'kept_after_refund_at'];
begin
  if tg_op <> 'UPDATE' then
    raise exception 'a certificate is revoked, never deleted' using errcode = 'restrict_violation';
  elsif to_jsonb(new) - "moves" <> to_jsonb(old) - "moves" then
    raise exception 'what certificate % says never changes', old.number using errcode = 'restrict_violation';
  elsif new.holder is distinct from old.holder and new.holder is not null then
    raise exception 'the holder of certificate % is only ever taken off', old.number using errcode = 'restrict_violation';
  elsif old.state <> 'valid' and (new.state, new.ended_at) is distinct from (old.state, old.ended_at) then
    raise exception 'certificate % is % for good', old.number, old.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;--> statement-breakpoint
CREATE TRIGGER "certificate_frozen" BEFORE UPDATE OR DELETE ON "certificate" FOR EACH ROW EXECUTE FUNCTION "certificate_stays"();--> statement-breakpoint
CREATE TRIGGER "certificate_not_emptied" BEFORE TRUNCATE ON "certificate" FOR EACH STATEMENT EXECUTE FUNCTION "certificate_stays"();
