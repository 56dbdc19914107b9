CREATE TABLE "course_interest" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"email" text NOT NULL,
	"user_id" text,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"token_hash" text NOT NULL,
	CONSTRAINT "course_interest_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "waiting_place" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"seats" integer NOT NULL,
	"rank" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"offered_at" timestamp with time zone,
	"offer_ends_at" timestamp with time zone,
	"order_id" integer,
	"moved_up_reason" text,
	"ended" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "waiting_place_seats" CHECK ("waiting_place"."seats" between 1 and 5),
	CONSTRAINT "waiting_place_state_known" CHECK ("waiting_place"."state" in ('waiting', 'offered', 'ended')),
	CONSTRAINT "waiting_place_fits_state" CHECK (("waiting_place"."state" = 'ended') = ("waiting_place"."ended_at" is not null) and ("waiting_place"."state" = 'ended') = ("waiting_place"."ended" is not null) and ("waiting_place"."state" <> 'offered' or "waiting_place"."offer_ends_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "waiting" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "course_run" ADD COLUMN "seats_offered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "course_interest" ADD CONSTRAINT "course_interest_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_interest" ADD CONSTRAINT "course_interest_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "course_interest_course_id_email_index" ON "course_interest" USING btree ("course_id","email");--> statement-breakpoint
CREATE INDEX "course_interest_email_index" ON "course_interest" USING btree ("email");--> statement-breakpoint
CREATE INDEX "course_interest_user_id_index" ON "course_interest" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "course_interest_created_at_index" ON "course_interest" USING btree ("created_at") WHERE "course_interest"."confirmed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_place_once_per_person" ON "waiting_place" USING btree ("run_id","user_id") WHERE "waiting_place"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "waiting_place_run_id_rank_index" ON "waiting_place" USING btree ("run_id","rank");--> statement-breakpoint
CREATE INDEX "waiting_place_user_id_index" ON "waiting_place" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_place_order_id_index" ON "waiting_place" USING btree ("order_id") WHERE "waiting_place"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "waiting_place_live_index" ON "waiting_place" USING btree ("run_id") WHERE "waiting_place"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "waiting_place_ended_index" ON "waiting_place" USING btree ("ended_at") WHERE "waiting_place"."ended_at" is not null;--> statement-breakpoint
-- Keeps how many wait for a run, and how many seats its open offers hold; an order that was made of an offer holds them by itself. An offer beyond
-- capacity is refused as a hold is. One that comes back from an order takes what the order gives up in the same transaction.
CREATE FUNCTION "waiting_place_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  "run" integer := coalesce(new.run_id, old.run_id);
  "waits" integer := coalesce((new.state = 'waiting')::int, 0) - coalesce((old.state = 'waiting')::int, 0);
  "offered" integer := coalesce(case when new.state = 'offered' and new.order_id is null then new.seats end, 0)
    - coalesce(case when old.state = 'offered' and old.order_id is null then old.seats end, 0);
begin
  if "waits" <> 0 or "offered" <> 0 then
    update course_run r set waiting = r.waiting + "waits", seats_offered = r.seats_offered + "offered" where r.id = "run";
  end if;
  if new.state = 'offered' and old.state is distinct from 'offered' then
    perform enrolment_count("run", 0, new.offered_at);
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER "waiting_place_counted" AFTER INSERT OR UPDATE OR DELETE ON "waiting_place" FOR EACH ROW EXECUTE FUNCTION "waiting_place_counted"();--> statement-breakpoint
-- As before, and seats that open offers hold count like held ones.
CREATE OR REPLACE FUNCTION "enrolment_count"("run" integer, "confirmed" integer, "claimed" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
begin
  if "confirmed" = 0 then
    perform from course_run r where r.id = "run" for no key update;
  else
    update course_run r set seats_sold = r.seats_sold + "confirmed" where r.id = "run";
  end if;
  -- A statement of its own, after the lock: it sees what the last holder committed.
  if "claimed" is not null and exists (
    select from course_run r where r.id = "run" and r.capacity < r.seats_sold + r.seats_offered
      + (select count(*) from enrolment e where e.run_id = r.id and e.state = 'held' and e.held_until > "claimed")
  ) then
    raise exception 'run % has no seat left', "run" using errcode = 'check_violation', table = 'enrolment', constraint = 'enrolment_within_capacity';
  end if;
end
$$;
