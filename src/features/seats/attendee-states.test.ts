/** The migration of attendee states: rows with the former values keep their meaning. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { migrateOn, migrateUpTo } from "#test/older-database.ts";

const folder = "db/migrations";
const file = readdirSync(folder).find((name) => name.endsWith("_attendee_states.sql")) ?? "";
const statements = readFileSync(`${folder}/${file}`, "utf8").split("--> statement-breakpoint");

const oldRows = `
  insert into "user" (id, name, email) values ('sara', 'Sara N.', 'sara@example.com');
  insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image)
    values ('sepsis', 'healthcare-quality', 'Quality', 'Sepsis in practice', '', '', '', '[]', '[]', 'x');
  insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
    values (1, '2026-12-01', '2026-12-02', 2, 12, 'Riyadh', 'onsite', 10, 1000, 'none');
  insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at)
    values ('sara', 'en', 1000, 15, 150, 1150, '{}', '1x1', now(), now());
`;

describeOnDatabase("the migration of attendee states", (open) => {
  const openOlderDatabase = async () => {
    const database = await open();
    await migrateUpTo(database, "_attendee_states");
    await database.executeSql(oldRows);
    return database;
  };
  const insert = (database: TestDatabase, seat: number, email: string, state: string) =>
    database.executeSql(
      "insert into attendee (order_id, run_id, seat, name, email, scfhs_number, state) values (1001, 1, $1, 'Sara N.', $2, '', $3)",
      [seat, email, state],
    );
  /** Migrates up to the version before seats had their own rows. */
  const migrate = (database: TestDatabase) => migrateOn(database, "_enrolments");

  it("turns asked, booked and returned into pending, confirmed and cancelled, also when it runs twice", async () => {
    const database = await openOlderDatabase();
    for (const [index, state] of ["asked", "booked", "returned", "booked"].entries())
      await insert(database, index + 1, `person-${index}@example.com`, state);
    const states = async () =>
      (await database.executeSql("select state from attendee order by seat")).rows.map(({ state }) => state);
    await migrate(database);
    expect(await states()).toEqual(["pending", "confirmed", "cancelled", "confirmed"]);
    for (const statement of statements) await database.executeSql(statement);
    expect(await states()).toEqual(["pending", "confirmed", "cancelled", "confirmed"]);
  });

  it("allows one confirmed seat per person and run, and any number in other states", async () => {
    const database = await openOlderDatabase();
    await insert(database, 1, "sara@example.com", "booked");
    await insert(database, 2, "sara@example.com", "returned");
    await migrate(database);
    await insert(database, 3, "sara@example.com", "pending");
    await expect(insert(database, 4, "sara@example.com", "confirmed")).rejects.toThrow();
  });
});
