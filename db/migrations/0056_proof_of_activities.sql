CREATE TABLE "activity_proof" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_proof_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"activity_id" integer,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity_proof" ADD CONSTRAINT "activity_proof_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_proof" ADD CONSTRAINT "activity_proof_activity_id_declared_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."declared_activity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_proof_activity_id_index" ON "activity_proof" USING btree ("activity_id");--> statement-breakpoint
CREATE INDEX "activity_proof_user_id_index" ON "activity_proof" USING btree ("user_id");