CREATE TABLE "staff_account" (
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
CREATE TABLE "staff_session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_tried_code" (
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_tried_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"role" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"invitation_hash" text,
	"invitation_expires_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"personal_of" text,
	"personal_paths" text[] DEFAULT '{}' NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_account" ADD CONSTRAINT "staff_account_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_tried_code" ADD CONSTRAINT "staff_tried_code_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_two_factor" ADD CONSTRAINT "staff_two_factor_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_account_provider_id_account_id_index" ON "staff_account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "staff_account_user_id_index" ON "staff_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_session_user_id_index" ON "staff_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_two_factor_user_id_index" ON "staff_two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_user_invitation_hash_index" ON "staff_user" USING btree ("invitation_hash");--> statement-breakpoint
CREATE INDEX "staff_verification_identifier_index" ON "staff_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "staff_verification_value_index" ON "staff_verification" USING btree ("value");--> statement-breakpoint
CREATE INDEX "audit_event_entity_entity_id_id_index" ON "audit_event" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_event_actor_id_id_index" ON "audit_event" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_event_action_id_index" ON "audit_event" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_event_at_index" ON "audit_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_event_personal_of_index" ON "audit_event" USING btree ("personal_of") WHERE "audit_event"."personal_of" is not null;--> statement-breakpoint
CREATE INDEX "user_search_index" ON "user" USING gin (("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_created_at_id_index" ON "order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "order_total_halalas_id_index" ON "order" USING btree ("total_halalas","id");--> statement-breakpoint
CREATE FUNCTION "audit_event_blanked"("event" "audit_event") RETURNS "audit_event" LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	-- 'before.email' or 'after.email'; a field that is not there stays away.
	"field" text;
BEGIN
	FOREACH "field" IN ARRAY "event"."personal_paths" LOOP
		IF "field" LIKE 'before.%' THEN
			"event"."before" := jsonb_set("event"."before", string_to_array(substr("field", 8), '.'), 'null', false);
		ELSIF "field" LIKE 'after.%' THEN
			"event"."after" := jsonb_set("event"."after", string_to_array(substr("field", 7), '.'), 'null', false);
		END IF;
	END LOOP;
	RETURN "event";
END $$;--> statement-breakpoint
CREATE FUNCTION "audit_event_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The one change there is: the fields that the event itself calls personal are blanked.
	IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM audit_event_blanked(OLD) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'An audit event is never changed or deleted (%)', TG_OP USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE ON "audit_event" FOR EACH ROW EXECUTE FUNCTION "audit_event_stays"();--> statement-breakpoint
CREATE TRIGGER "audit_event_not_emptied" BEFORE TRUNCATE ON "audit_event" FOR EACH STATEMENT EXECUTE FUNCTION "audit_event_stays"();--> statement-breakpoint
CREATE FUNCTION "erase_audit_personal"("person" text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	"erased" integer;
BEGIN
	UPDATE "audit_event" AS "event"
	SET "before" = (audit_event_blanked("event")).before, "after" = (audit_event_blanked("event")).after
	WHERE "event"."personal_of" = "person";
	GET DIAGNOSTICS "erased" = ROW_COUNT;
	RETURN "erased";
END $$;
