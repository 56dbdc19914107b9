CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"installation_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id" = 1)
);
