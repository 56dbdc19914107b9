CREATE TABLE "badge_key" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "badge_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"thumbprint" text NOT NULL,
	"public_key" jsonb NOT NULL,
	"sealed" text,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "badge_key_thumbprint_unique" UNIQUE("thumbprint"),
	CONSTRAINT "badge_key_withdrawn_signs_not" CHECK (num_nonnulls("badge_key"."sealed", "badge_key"."withdrawn_at") < 2)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "badge_key_one_signs" ON "badge_key" USING btree (("sealed" is not null)) WHERE "badge_key"."sealed" is not null;