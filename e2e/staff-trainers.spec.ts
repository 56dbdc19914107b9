/** A trainer is created once, chosen for a course, and replaced on one date; visitors see who teaches which date. */
import { eq } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { trainers } from "#features/content/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { contentEditor } from "./support/content-editor.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test(
  "a trainer with a biography is chosen for a course, and another for one of its dates",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    test.slow();
    const { db } = site.database;
    const name = `Dr. Sara ${Date.now()}`;
    const course = await makeCourse(db, { name_eng: "Writing handover notes", name_ar: "كتابة ملاحظات التسليم" });
    const start = addDays(riyadhDate(new Date()), 90);
    const first = await makeRun(db, course.id);
    const second = await makeRun(db, course.id, { startDate: start, endDate: addDays(start, 1) });
    const colleague = await openColleague(visit, site, "training");
    const { page } = colleague;
    const dialog = page.getByRole("dialog");
    const { create, write, publish } = contentEditor(page, portalText("en"));

    await test.step("the trainer is created, with texts in both languages", async () => {
      await colleague.openStaff("/courses");
      await page.getByRole("link", { name: "Trainers", exact: true }).click();
      await create("trainer", [name, "د. سارة"]);
      await write("job_title", ["Nurse educator", "مدرّبة تمريض"]);
      await write("biography", ["Teaches handover in two hospitals.", "تدرّس التسليم في مستشفيين."]);
      await colleague.checkPage("a trainer");
      await publish();
    });

    await test.step("the trainer is chosen for the course beside another, and moved up by key", async () => {
      await colleague.openStaff(`/courses/${encodeURIComponent(`course:${course.id}`)}`);
      const add = page.getByLabel("Add a trainer");
      await add.selectOption({ label: "Dr. Huda Al-Ansari, Consultant physician, patient safety lead" });
      await add.selectOption({ label: `${name}, Nurse educator` });
      await page.getByRole("button", { name: new RegExp(`^Move ${name}`) }).press("ArrowUp");
      await colleague.checkPage("trainers of a course");
      await publish();
    });

    await test.step("the trainer cannot be removed while the course is on the site", async () => {
      const [row] = await db.select().from(trainers).where(eq(trainers.name_eng, name));
      const id = `trainer:${row?.id}`;
      const headers = { origin: site.url };
      const answer = await page.request.delete(`${site.url}/api/staff/content/${encodeURIComponent(id)}`, { headers });
      expect(answer.status()).toBe(409);
      expect(await answer.text()).toContain("Writing handover notes");
    });

    await test.step("one date gets another trainer", async () => {
      await colleague.openStaff(`/runs/${second.id}`);
      await page.getByRole("button", { name: "Change trainers" }).click();
      await dialog.getByText("Others than the course usually has").click();
      await dialog.getByRole("button", { name: `Remove ${name}` }).click();
      await colleague.checkPage("trainers of a run");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText("Not those of the course.")).toBeVisible();
    });

    for (const [locale, trainerName, biography] of [
      ["en", name, "Teaches handover in two hospitals."],
      ["ar", "د. سارة", "تدرّس التسليم في مستشفيين."],
    ] as const)
      for (const width of [390, 1440] as const)
        await test.step(`visitors see who teaches which date (${locale}, ${width} px)`, async () => {
          const visitor = await visit(site, { locale, width });
          const panel = visitor.page.getByRole("tabpanel");
          for (const [run, count] of [
            [first.id, 2],
            [second.id, 1],
          ] as const) {
            await visitor.open(`/courses/${course.slug}?run=${run}`);
            await visitor.page.getByRole("tab", { name: locale === "ar" ? "المدرّبون" : "Speakers" }).click();
            await expect(panel.getByRole("listitem")).toHaveCount(count);
            // Both dates have the other trainer, but only the first date has this one.
            await expect(panel.getByText(trainerName)).toHaveCount(count - 1);
            await expect(panel.getByText(biography)).toHaveCount(count - 1);
          }
          await visitor.checkPage("who teaches");
          await visitor.context.close();
        });
    await db.update(courses).set({ off_site: true }).where(eq(courses.id, course.id));
  },
);
