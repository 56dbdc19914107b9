CREATE TABLE "staff_trusted_computer" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"factor_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"browser" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_trusted_computer_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_trusted_computer" ADD CONSTRAINT "staff_trusted_computer_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_trusted_computer" ADD CONSTRAINT "staff_trusted_computer_factor_id_staff_two_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."staff_two_factor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_trusted_computer_user_id_index" ON "staff_trusted_computer" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_trusted_computer_factor_id_index" ON "staff_trusted_computer" USING btree ("factor_id");