/** The migration that indexes courses of older versions by their trainers. */
import { expect, it } from "vitest";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { migrateUpTo } from "#test/older-database.ts";
import { searchSlugs } from "./search.server.ts";

const oldRows = `
  insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image)
    values ('sepsis', 'healthcare-quality', 'Quality', 'Sepsis in practice', '', '', '',
      '[{"name_eng": "Huda Al-Ansari", "name_ar": "هدى الأنصاري", "title_eng": "", "title_ar": null}]', '[]', 'x');
  insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
    values (1, '2026-12-01', '2026-12-02', 2, 12, 'Riyadh', 'onsite', 10, 1000, 'none');
`;

describeOnDatabase("the migration of trainers", (open) => {
  it("U-02 courses from before the migration are found by their trainer", async () => {
    const database = await open();
    await migrateUpTo(database, "search_trainers");
    await database.executeSql(oldRows);
    expect(await searchSlugs(testContext(database), "course", "huda")).toEqual([]);
    await database.migrate("db/migrations");
    for (const q of ["huda", "الانصاري", "sepsis"])
      expect(await searchSlugs(testContext(database), "course", q), q).toEqual(["sepsis"]);
  });
});
