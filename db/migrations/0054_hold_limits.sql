ALTER TABLE "order" ADD COLUMN "awaits_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "opened_from" text;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD COLUMN "joined_from" text;--> statement-breakpoint
CREATE INDEX "order_opened_from_index" ON "order" USING btree ("opened_from") WHERE "order"."opened_from" is not null;--> statement-breakpoint
CREATE INDEX "order_awaits_approval_index" ON "order" USING btree ("id") WHERE "order"."awaits_approval";--> statement-breakpoint
CREATE INDEX "waiting_place_joined_from_index" ON "waiting_place" USING btree ("joined_from") WHERE "waiting_place"."joined_from" is not null;