/** The migration to one row per seat, from seat holds and attendees to enrolments. */
import { expect, it } from "vitest";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";
import { migrateUpTo } from "#test/older-database.ts";

const oldRows = `
  insert into "user" (id, name, email) values ('sara', 'Sara N.', 'sara@example.com');
  insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image)
    values ('sepsis', 'healthcare-quality', 'Quality', 'Sepsis in practice', '', '', '', '[]', '[]', 'x');
  -- The first has sold five seats without an order.
  insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, seats_sold, price_halalas, accreditation_status)
    select 1, '2026-12-01', '2026-12-02', 2, 12, 'Riyadh', 'onsite', 10, sold, 1000, 'none' from unnest(array[7, 1]) sold;
  insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at, paid_at, status)
    select 'sara', 'en', 1000, 15, 150, 1150, '{}', 'x', '2026-11-01 10:00Z', '2026-11-01 10:15Z', paid::timestamptz, status from (values
      ('2026-11-01 10:05Z', 'paid'), (null, 'pending'), (null, 'expired'), ('2026-11-01 10:06Z', 'partially_refunded')) o (paid, status);
  insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng)
    values (1001, 1, 2, 500, 'x', 'X'), (1002, 1, 3, 500, 'x', 'X'), (1003, 2, 1, 500, 'x', 'X'), (1004, 1, 2, 500, 'x', 'X'), (1004, 2, 1, 500, 'x', 'X');
  insert into seat_hold (order_id, run_id, qty, state, expires_at) select l.order_id, l.run_id, l.qty, s.state, '2026-11-01 10:15Z'
    from order_line l join (values (1, 'sold'), (2, 'held'), (3, 'released'), (4, 'released'), (5, 'sold')) s (line, state) on s.line = l.id;
  insert into attendee (order_id, run_id, seat, name, email, scfhs_number, user_id, state) values
    (1001, 1, 1, 'Sara N.', 'sara@example.com', '12', 'sara', 'confirmed'), (1002, 1, 2, 'Ali K.', 'ali@example.com', '', null, 'pending'),
    (1003, 2, 1, 'Sara N.', 'sara@example.com', '', 'sara', 'pending'), (1004, 1, 1, 'Huda S.', 'huda@example.com', '', null, 'cancelled'),
    (1004, 2, 1, 'Huda S.', 'huda@example.com', '', null, 'confirmed');
`;

const migrationsFolder = "db/migrations";
const openOlderDatabase = async (open: () => Promise<TestDatabase>): Promise<TestDatabase> => {
  const database = await open();
  await migrateUpTo(database, "_enrolments");
  await database.executeSql(oldRows);
  return database;
};

describeOnDatabase("the migration to enrolments", (open) => {
  it("rejects a database with an attendee without a seat, or with fewer sold seats than enrolments", async () => {
    const database = await openOlderDatabase(open);
    await database.executeSql("update attendee set seat = 9 where order_id = 1001");
    await expect(database.migrate(migrationsFolder)).rejects.toThrow();
    await database.executeSql(
      "update attendee set seat = 1 where order_id = 1001; update course_run set seats_sold = 1 where id = 1",
    );
    await expect(database.migrate(migrationsFolder)).rejects.toThrow();
    await database.executeSql("update course_run set seats_sold = 7 where id = 1");
    await database.migrate(migrationsFolder);
  });

  it("G-01 creates a row for every seat with state and attendee, and keeps the sold seats", async () => {
    const database = await openOlderDatabase(open);
    await database.migrate(migrationsFolder);
    const { rows } = await database.executeSql(
      `select concat_ws(' ', order_id, run_id, seat, state, attendee_name, attendee_email, scfhs_number, user_id,
         to_char(confirmed_at at time zone 'UTC', 'HH24:MI'), to_char(ended_at at time zone 'UTC', 'HH24:MI')) as row from enrolment order by id`,
    );
    expect(rows.map(({ row }) => row)).toEqual([
      "1001 1 1 confirmed Sara N. sara@example.com 12 sara 10:05",
      "1001 1 2 confirmed 10:05",
      "1002 1 1 held",
      "1002 1 2 held Ali K. ali@example.com ",
      "1002 1 3 held",
      "1003 2 1 cancelled Sara N. sara@example.com  sara 10:15",
      "1004 1 1 cancelled Huda S. huda@example.com  10:06 10:15",
      "1004 1 2 cancelled 10:06 10:15",
      "1004 2 1 confirmed Huda S. huda@example.com  10:06",
    ]);
    const sold = await database.executeSql("select seats_sold from course_run order by id");
    expect(sold.rows).toEqual([{ seats_sold: 7 }, { seats_sold: 1 }]);
    // From here on the triggers count, starting from the migrated number.
    await database.executeSql("update enrolment set state = 'cancelled', ended_at = now() where order_id = 1001");
    expect((await database.executeSql("select seats_sold from course_run where id = 1")).rows).toEqual([
      { seats_sold: 5 },
    ]);
  });
});

const many = 100_000;

describeOnDatabase("the migration of many orders", (open) => {
  it.runIf(isFullRun)(`G-01 migrates ${many} orders in less than a minute`, { timeout: 300_000 }, async () => {
    const database = await openOlderDatabase(open);
    await database.executeSql("update course_run set capacity = 1000000, seats_sold = 900000");
    for (let from = 1005; from < 1005 + many; from += 10_000) {
      const range = `between ${from} and ${from + 9_999}`;
      await database.executeSql(
        `insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at, paid_at, status)
         select 'sara', 'en', 1000, 15, 150, 1150, '{}', 'x', '2026-11-01 10:00Z', '2026-11-01 10:15Z', '2026-11-01 10:05Z', 'paid' from generate_series(1, 10000)`,
      );
      await database.executeSql(
        `insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng) select id, 1 + id % 2, 2, 500, 'x', 'X' from "order" where id ${range}`,
      );
      await database.executeSql(
        `insert into seat_hold (order_id, run_id, qty, state, expires_at) select order_id, run_id, qty, 'sold', '2026-11-01 10:15Z' from order_line where order_id ${range}`,
      );
      await database.executeSql(
        `insert into attendee (order_id, run_id, seat, name, email, scfhs_number, state)
         select order_id, run_id, 1, 'A', 'a-' || order_id || '@example.com', '', 'confirmed' from order_line where order_id ${range}`,
      );
    }
    const began = performance.now();
    await database.migrate(migrationsFolder);
    expect(performance.now() - began).toBeLessThan(60_000);
    const { rows } = await database.executeSql(
      "select count(*)::int as seats from enrolment where state = 'confirmed'",
    );
    expect(rows).toEqual([{ seats: 2 * many + 3 }]);
  });
});
