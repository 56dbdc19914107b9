CREATE TABLE "enrolment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrolment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"order_line_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"seat" integer NOT NULL,
	"attendee_name" text,
	"attendee_email" text,
	"scfhs_number" text,
	"user_id" text,
	"state" text NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "enrolment_state_known" CHECK ("enrolment"."state" in ('held', 'confirmed', 'cancelled', 'transferred')),
	CONSTRAINT "enrolment_seat_positive" CHECK ("enrolment"."seat" > 0),
	CONSTRAINT "enrolment_attendee_whole" CHECK (num_nulls("enrolment"."attendee_name", "enrolment"."attendee_email", "enrolment"."scfhs_number") in (0, 3) and ("enrolment"."user_id" is null or "enrolment"."attendee_name" is not null)),
	CONSTRAINT "enrolment_email_lower_case" CHECK ("enrolment"."attendee_email" = lower("enrolment"."attendee_email")),
	CONSTRAINT "enrolment_times_fit_state" CHECK (("enrolment"."ended_at" is not null) = ("enrolment"."state" in ('cancelled', 'transferred')) and ("enrolment"."confirmed_at" is not null or "enrolment"."state" in ('held', 'cancelled')) and ("enrolment"."confirmed_at" is null or "enrolment"."state" <> 'held'))
);
--> statement-breakpoint
-- One row for each seat of every line, with the attendee that it had. Sold seats are confirmed, released ones cancelled; those of an order
-- that was paid had been confirmed. When a seat was released was not written down: the credit note says it, else the end of its hold.
INSERT INTO "enrolment" ("run_id", "order_line_id", "order_id", "seat", "attendee_name", "attendee_email", "scfhs_number", "user_id", "state", "held_until", "created_at", "confirmed_at", "ended_at")
SELECT l."run_id", l."id", l."order_id", s."seat", a."name", lower(a."email"), a."scfhs_number", a."user_id", was."state", was."held_until", o."created_at",
	CASE WHEN was."paid" THEN coalesce(o."paid_at", o."created_at") END,
	CASE WHEN was."state" = 'cancelled' THEN coalesce(CASE WHEN was."paid" THEN c."issued_at" END, least(was."held_until", now())) END
FROM "order_line" l
JOIN "order" o ON o."id" = l."order_id"
LEFT JOIN "seat_hold" h ON h."order_id" = l."order_id" AND h."run_id" = l."run_id"
LEFT JOIN (SELECT "order_id", max("issued_at") AS "issued_at" FROM "tax_document" WHERE "kind" = 'credit-note' GROUP BY "order_id") c ON c."order_id" = o."id"
CROSS JOIN LATERAL (SELECT
	CASE h."state" WHEN 'sold' THEN 'confirmed' WHEN 'held' THEN 'held' ELSE 'cancelled' END AS "state",
	coalesce(h."expires_at", o."expires_at") AS "held_until",
	h."state" = 'sold' OR h."state" = 'released' AND o."status" IN ('paid', 'partially_refunded', 'refunded') AS "paid") was
CROSS JOIN LATERAL generate_series(1, l."qty") AS s("seat")
LEFT JOIN "attendee" a ON a."order_id" = l."order_id" AND a."run_id" = l."run_id" AND a."seat" = s."seat"
ORDER BY l."id", s."seat";--> statement-breakpoint
-- `seats_sold` stays as it is: a run may have sold seats elsewhere, without an order. From here on triggers add to it.
DO $$
begin
  if (select count(*) from "attendee") <> (select count("attendee_email") from "enrolment") then
    raise exception 'an attendee has no seat';
  end if;
  if exists (
    select from (select "order_id", "run_id", sum("qty") as "seats" from "seat_hold" where "state" = 'sold' group by 1, 2) h
    full join (select "order_id", "run_id", count(*) as "seats" from "enrolment" where "state" = 'confirmed' group by 1, 2) e using ("order_id", "run_id")
    where h."seats" is distinct from e."seats"
  ) then raise exception 'confirmed seats are not the sold ones'; end if;
  if exists (
    select from "course_run" r join (select "run_id", count(*) as "seats" from "enrolment" where "state" = 'confirmed' group by 1) e on e."run_id" = r."id"
    where e."seats" > r."seats_sold"
  ) then raise exception 'a run has more confirmed seats than it has sold'; end if;
end
$$;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_run_id_course_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."course_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_order_line_id_order_line_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "enrolment_order_line_id_seat_index" ON "enrolment" USING btree ("order_line_id","seat");--> statement-breakpoint
CREATE UNIQUE INDEX "enrolment_one_seat_per_person" ON "enrolment" USING btree ("run_id","attendee_email") WHERE "enrolment"."state" = 'confirmed';--> statement-breakpoint
CREATE INDEX "enrolment_run_id_index" ON "enrolment" USING btree ("run_id") WHERE "enrolment"."state" = 'held';--> statement-breakpoint
CREATE INDEX "enrolment_run_id_state_index" ON "enrolment" USING btree ("run_id","state");--> statement-breakpoint
CREATE INDEX "enrolment_order_id_index" ON "enrolment" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "enrolment_user_id_index" ON "enrolment" USING btree ("user_id");--> statement-breakpoint
-- Counts seats that were (or no longer are) confirmed into their run, and refuses a claim on a seat that it does not have: its confirmed seats and
-- the holds that are not over by then are more than its capacity. "claimed": when, by the clock of the statement; null without a claim.
-- The second claim waits for the row of the run. "No key": the foreign keys of two inserts share it, and neither could have it alone.
CREATE FUNCTION "enrolment_count"("run" integer, "confirmed" integer, "claimed" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
begin
  if "confirmed" = 0 then
    perform from course_run r where r.id = "run" for no key update;
  else
    update course_run r set seats_sold = r.seats_sold + "confirmed" where r.id = "run";
  end if;
  -- A statement of its own, after the lock: it sees what the last holder committed.
  if "claimed" is not null and exists (
    select from course_run r where r.id = "run" and r.capacity < r.seats_sold
      + (select count(*) from enrolment e where e.run_id = r.id and e.state = 'held' and e.held_until > "claimed")
  ) then
    raise exception 'run % has no seat left', "run" using errcode = 'check_violation', table = 'enrolment', constraint = 'enrolment_within_capacity';
  end if;
end
$$;--> statement-breakpoint
CREATE FUNCTION "enrolment_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  "run" record;
begin
  for "run" in
    select run_id, count(*) filter (where state = 'confirmed')::int as confirmed,
      max(case state when 'confirmed' then confirmed_at when 'held' then created_at end) as claimed
    from changed group by run_id order by run_id
  loop
    perform enrolment_count("run".run_id, "run".confirmed, "run".claimed);
  end loop;
  return null;
end
$$;--> statement-breakpoint
-- A longer hold claims its seat from its former end.
CREATE FUNCTION "enrolment_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  "run" record;
begin
  for "run" in
    select run_id, sum(confirmed)::int as confirmed, max(claimed) as claimed from (
      select n.run_id, (n.state = 'confirmed')::int as confirmed,
        case
          when n.state = 'confirmed' and (o.state, o.run_id) <> (n.state, n.run_id) then n.confirmed_at
          when n.state = 'held' and (o.state, o.run_id) <> (n.state, n.run_id) then n.created_at
          when n.state = 'held' and n.held_until > o.held_until then o.held_until
        end as claimed
      from changed n join former o on o.id = n.id
      union all
      select run_id, -(state = 'confirmed')::int, null from former
    ) moves
    group by run_id having sum(confirmed) <> 0 or max(claimed) is not null order by run_id
  loop
    perform enrolment_count("run".run_id, "run".confirmed, "run".claimed);
  end loop;
  return null;
end
$$;--> statement-breakpoint
CREATE FUNCTION "enrolment_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'a seat is cancelled, never deleted' using errcode = 'check_violation', table = 'enrolment', constraint = 'enrolment_stays';
end
$$;--> statement-breakpoint
CREATE TRIGGER "enrolment_inserted" AFTER INSERT ON "enrolment" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "enrolment_inserted"();--> statement-breakpoint
CREATE TRIGGER "enrolment_updated" AFTER UPDATE ON "enrolment" REFERENCING OLD TABLE AS "former" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "enrolment_updated"();--> statement-breakpoint
CREATE TRIGGER "enrolment_stays" BEFORE DELETE ON "enrolment" FOR EACH ROW EXECUTE FUNCTION "enrolment_stays"();--> statement-breakpoint
DROP TABLE "attendee" CASCADE;--> statement-breakpoint
DROP TABLE "seat_hold" CASCADE;
