/** Notices of the staff portal come and go without moving the focus. */
import { testContext } from "#test/context.ts";
import { runOnNow } from "#test/taught-run.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

const names = ["Badr Omar", "Huda Salem", "Mona Ali"];

test(
  "after an undo, notices that follow leave the focus in an open dialog (en, 1440 px)",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const text = portalText("en");
    const run = await runOnNow(testContext(site.database), names);
    const { page, openStaff } = await openColleague(visit, site, "support", { locale: "en", width: 1440 });
    const cell = (row: number) => page.locator(`[data-cell="${row}-0"] button`);
    const notice = page.getByRole("alertdialog");
    const dialog = page.getByRole("dialog");
    await page.clock.install();
    await openStaff(`/runs/${run.runId}/attendance`);
    for (const row of names.keys()) {
      await cell(row).focus();
      await page.keyboard.press("p");
      await expect(cell(row)).toHaveText(new RegExp(text("attendance.states.present")));
    }
    await notice.getByRole("button", { name: text("common.action.undo") }).click();
    await expect(cell(2)).not.toHaveText(new RegExp(text("attendance.states.present")));
    // The search removes the cell that had the focus before the undo.
    await page.getByRole("searchbox").fill("badr");
    await expect(cell(2)).toHaveCount(0);
    await page.getByRole("button", { name: text("attendance.history_of", { name: "\u2068Badr Omar\u2069" }) }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    const secondNotice = await notice.elementHandle();
    await page.clock.fastForward(9000);
    await expect.poll(() => secondNotice?.isVisible()).toBe(false);
    await expect(notice).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  },
);
