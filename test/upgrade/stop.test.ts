/**
 * Measures how long the one planned stop takes when upgrading from 90665c7: 100,000 orders pass through all later
 * migrations (docs/decisions/040).
 */
import { expect, it, onTestFinished } from "vitest";
import { openTestDatabase } from "#test/database.ts";
import { migrateUpTo } from "#test/older-database.ts";

const orders = 100_000;

/**
 * Statements that write orders as that version did. One order in five has two seats, and every seat has an attendee.
 * Three orders in four are paid and have a mail.
 */
const insertStatements = [
  `insert into "user" (id, name, email) select 'u' || n, 'Sara ' || n, 'person-' || n || '@example.com' from generate_series(1, 20000) n`,
  `insert into course (slug, category, subject_eng, subject_ar, name_eng, name_ar, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image)
   select 'c' || n, 'healthcare-quality', 'S', 'S', 'Course ' || n, 'دورة ' || n, 'x', 'x', 'x', '[]', '[]', 'x' from generate_series(1, 20) n`,
  `insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, seats_sold, price_halalas, accreditation_status)
   select n % 20 + 1, '2026-01-01', '2026-01-02', 2, 12, 'x', 'onsite', 1000000, 0, 1000, 'none' from generate_series(1, 1000) n`,
  `insert into "order" (user_id, status, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at, paid_at)
   select 'u' || (n % 20000 + 1), case when n % 4 < 3 then 'paid' else 'expired' end, 'en', 1000, 15, 150, 1150, '{}', '1x1',
     now() - n * interval '5 minutes', now(), case when n % 4 < 3 then now() - n * interval '5 minutes' end from generate_series(1, ${orders}) n`,
  `insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng)
   select id, id % 1000 + 1, 1 + (id % 5 = 0)::int, 1000, 'x', 'A course' from "order"`,
  `insert into seat_hold (order_id, run_id, qty, state, expires_at)
   select l.order_id, l.run_id, l.qty, case o.status when 'paid' then 'sold' else 'released' end, o.expires_at from order_line l join "order" o on o.id = l.order_id`,
  `insert into attendee (order_id, run_id, seat, name, email, scfhs_number)
   select order_id, run_id, s, 'x', 'seat-' || order_id || '-' || s || '@example.com', '' from order_line, generate_series(1, qty) s`,
  `update course_run r set seats_sold = h.seats from (select run_id, sum(qty) as seats from seat_hold where state = 'sold' group by 1) h where h.run_id = r.id`,
  `insert into payment_attempt (id, order_id, status, amount_halalas, currency, created_at, updated_at)
   select gen_random_uuid(), id, case status when 'paid' then 'paid' else 'failed' end, 1150, 'SAR', created_at, created_at from "order"`,
  `insert into mail (key, "to", locale, template, props, subject, html, text, created_at, sent_at)
   select 'm' || id, 'person@example.com', 'en', 'order-confirmed', '{}', 'x', 'x', 'x', created_at, created_at from "order" where status = 'paid'`,
  "analyze",
];

it.runIf(process.env["TEST_ALL"])(
  `O-31 migrates ${orders} orders of 90665c7 to today's schema within a minute`,
  { timeout: 900_000 },
  async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    await migrateUpTo(database, "_foreign_payments");
    await database.transaction(async (tx) => {
      await tx.execute("set local statement_timeout = 0; set local session_replication_role = replica");
      for (const statement of insertStatements) await tx.execute(statement);
    });
    const began = performance.now();
    await database.migrate("db/migrations");
    const seconds = (performance.now() - began) / 1000;
    console.log(`migrated ${orders} orders in ${seconds.toFixed(1)} s`);
    const { rows: counts } = await database.executeSql(
      `select (select count(*) from "order") as orders, (select count(*) from enrolment where state = 'confirmed') as confirmed, (select sum(seats_sold) from course_run) as sold`,
    );
    expect(counts).toEqual([{ orders, confirmed: 90_000, sold: 90_000 }]);
    expect(seconds).toBeLessThan(60);
  },
);
