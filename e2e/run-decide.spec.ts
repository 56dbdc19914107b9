/** A run with too few people: its minimum is set, Today asks for a decision, and a coordinator confirms the run. */
import { desc, eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { editRun } from "#features/runs/edit-run.server.ts";
import { readRun } from "#features/runs/staff-runs.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { formatTypedDate } from "#i18n/typed-date.ts";
import { testContext } from "#test/context.ts";
import { openColleague } from "./support/staff.ts";
import { portalText } from "./support/portal-text.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

for (const viewport of selectViewports("en"))
  test(`X-06 a run with too few people is shown on Today, and a coordinator confirms it (${viewport.locale}, ${viewport.width} px)`, async ({
    visit,
    postgresSite: site,
  }) => {
    const colleague = await openColleague(visit, site, "training", viewport);
    const { page, openStaff, checkPage } = colleague;
    const portal = portalText(viewport.locale);
    // Each language uses its own run.
    const runs = await site.database.db
      .select()
      .from(courseRuns)
      .where(eq(courseRuns.visibility, "public"))
      .orderBy(desc(courseRuns.startDate))
      .limit(2);
    const run = viewport.locale === "ar" ? runs[1] : runs[0];
    if (!run) throw new Error("The demo has no run");
    await openStaff(`/runs/${run.id}`);
    const minSeats = page.getByLabel(portal("runs.fields_min_seats"), { exact: true });
    await minSeats.fill(String(run.capacity));
    await page
      .getByLabel(portal("runs.fields_decide_by"))
      .fill(`${formatTypedDate(addDays(riyadhDate(new Date()), 3))} 16:00`);
    await checkPage("run with a number that it needs");
    await page.getByRole("button", { name: portal("common.action.save") }).click();
    const runAnywayButton = page.getByRole("button", { name: portal("runs.if_missed_run") });
    await expect(runAnywayButton).toBeVisible();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await checkPage(`run to be decided about at ${width}`);
      expect(await sticksOut(colleague), `at ${width}`).toEqual([]);
    }
    await test.step("after a colleague has saved the run, Take theirs drops the unsaved edit", async () => {
      await minSeats.fill("2");
      const training = testContext(site.database).asStaff("training");
      const { version } = await readRun(training, { id: run.id });
      await editRun(training, { runId: run.id, version, capacity: run.capacity + 1 });
      colleague.allowStatus(`/api/staff/runs/${run.id}`, 409);
      await page.getByRole("button", { name: portal("common.action.save") }).click();
      await expect(page.getByText(portal("runs.conflict_title"))).toBeVisible();
      await checkPage("a conflict of a run");
      await page.getByRole("button", { name: portal("common.action.take_theirs") }).click();
      await expect(page.getByText(portal("runs.conflict_title"))).toHaveCount(0);
      await expect(minSeats).toHaveValue(String(run.capacity));
    });
    await openStaff("/");
    await expect(page.getByRole("heading", { name: portal("today.decide_title") })).toBeVisible();
    await checkPage("today with a run to be decided about");
    await page
      .getByRole("link", { name: new RegExp(`^${portal("today.decide_open")}: `) })
      .and(page.locator(`[href$="/runs/${run.id}"]`))
      .click();
    await runAnywayButton.click();
    await expect(runAnywayButton).toHaveCount(0);
    const [decidedRun] = await site.database.db.select().from(courseRuns).where(eq(courseRuns.id, run.id));
    expect(decidedRun?.decidedAt).not.toBeNull();
  });
