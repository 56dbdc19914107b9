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
CREATE INDEX "audit_event_entity_entity_id_id_index" ON "audit_event" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_event_actor_id_id_index" ON "audit_event" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_event_action_id_index" ON "audit_event" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_event_at_index" ON "audit_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_event_personal_of_index" ON "audit_event" USING btree ("personal_of") WHERE "audit_event"."personal_of" is not null;