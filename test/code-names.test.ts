/** Tests the migration that renames tables and columns to the names in the code. Existing rows keep their values. */
import { expect, it } from "vitest";
import { searchRanked } from "#features/content/search/search.server.ts";
import { testContext } from "./context.ts";
import { describeOnDatabase, type TestDatabase } from "./database.ts";
import { migrateUpTo } from "./older-database.ts";

const oldRows = `
  insert into "user" (id, name, email) values ('sara', 'Sara N.', 'sara@example.com');
  insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image, disable_course, featured_place)
    values ('sepsis', 'healthcare-quality', 'Quality', 'Sepsis in practice', '', '', '', '[]', '[]', 'x', true, 3);
  insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
    values (1, '2026-12-01', '2026-12-02', 2, 12, 'Riyadh', 'onsite', 10, 1000, 'none');
  insert into run_change (run_id, kind, before, changed_at) values (1, 'moved', '{}', now());
  insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, company, items_key, created_at, expires_at)
    values ('sara', 'en', 1000, 15, 150, 1150, '{}', '{"name": "Clinic"}', '1x1', now(), now()),
      ('sara', 'en', 1000, 15, 150, 1150, '{}', null, '1x1', now(), now());
  insert into mail (key, "to", locale, template, props, created_at, status, tries)
    values ('a', 'sara@example.com', 'en', 'note', '{}', now(), 'kept', 1), ('b', 'sara@example.com', 'en', 'note', '{}', now(), 'sent', 2);
  insert into rate_limit (key, window_ends_at, tries) values ('login:x', now(), 7);
  insert into banner (slug, place, image, title_eng) values ('home', 4, 'x', 'X');
  insert into faq (place, heading_eng, description_eng) values (5, 'Who may come?', '');
  insert into team_member (place, title_eng, name_eng, email) values (6, 'Support', 'Omar T.', 'support@example.com');
  insert into software_module (slug, "group", place, name_eng, description_eng, features) values ('a', 'hospital', 7, 'A', '', '[]');
  insert into news (slug, title_eng, excerpt_eng, body_eng, image, popular_place) values ('a', 'A story', '', '', 'x', 8);
`;

const queryValue = async (database: TestDatabase, query: string) =>
  Object.values((await database.executeSql(query)).rows[0] ?? {})[0];

describeOnDatabase("the migration of names", (open) => {
  const openMigrated = async () => {
    const database = await open();
    await migrateUpTo(database, "code_names");
    await database.executeSql(oldRows);
    await database.migrate("db/migrations");
    return database;
  };

  it("keeps every value under the new name of its column", async () => {
    const database = await openMigrated();
    const readValue = (query: string) => queryValue(database, query);
    expect(await readValue("select closed from course")).toBe(true);
    expect(await readValue("select featured_position from course")).toBe(3);
    expect(await readValue("select popular_position from news")).toBe(8);
    for (const [table, position] of Object.entries({ banner: 4, faq: 5, team_member: 6, software_module: 7 }))
      expect(await readValue(`select position from ${table}`)).toBe(position);
    expect(await readValue(`select jsonb_agg(invoice_recipient order by id) from "order"`)).toEqual([
      { name: "Clinic" },
      null,
    ]);
    expect(await readValue("select attempts from rate_limit")).toBe(7);
    expect(
      await readValue("select jsonb_agg(jsonb_build_array(status, attempts) order by id) from outbox_mail"),
    ).toEqual([
      ["captured", 1],
      ["sent", 2],
    ]);
  });

  it("renamed tables keep their id sequences and constraints", async () => {
    const database = await openMigrated();
    const change = "insert into course_run_change (run_id, kind, before, changed_at)";
    expect(await queryValue(database, `${change} values (1, 'cancelled', '{}', now()) returning id`)).toBe(2);
    await expect(database.executeSql(`${change} values (99, 'moved', '{}', now())`)).rejects.toThrow();
    const mail = `insert into outbox_mail (key, "to", locale, template, props, created_at)`;
    await expect(
      database.executeSql(`${mail} values ('a', 'x@example.com', 'en', 'note', '{}', now())`),
    ).rejects.toThrow();
    const oldNamesQuery = "select count(*)::int from pg_class where relname ~ '^(mail|run_change|search_word_slips)'";
    expect(await queryValue(database, oldNamesQuery)).toBe(0);
  });

  it("search finds rows from before and after the migration, also with typos", async () => {
    const database = await openMigrated();
    const ctx = testContext(database);
    const searchTitles = async (q: string) => (await searchRanked(ctx, q)).hits.map(({ title }) => title);
    expect(await searchTitles("sepsos")).toEqual(["Sepsis in practice"]);
    await database.executeSql(
      "insert into faq (position, heading_eng, description_eng) values (1, 'What is ventilation?', '')",
    );
    expect(await searchTitles("ventilatoin")).toEqual(["What is ventilation?"]);
    expect(await searchTitles("entilatio")).toEqual(["What is ventilation?"]);
  });
});
