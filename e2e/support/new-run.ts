/** The portal's form of a new run. */
import { formatTypedDate } from "#i18n/typed-date.ts";
import type { PortalText } from "./portal-text.ts";
import type { StaffVisitor } from "./staff.ts";

/**
 * Opens the form from the list of runs and fills it. The course must have no earlier run, because the form would copy
 * its values.
 */
export async function fillNewRun(
  { page, openStaff }: StaffVisitor,
  text: PortalText,
  { course, days }: { course: string; days: readonly string[] },
): Promise<void> {
  await openStaff("/runs");
  await page.getByRole("link", { name: text("common.action_new_run") }).click();
  await page.getByRole("combobox", { name: text("common.course") }).fill(course);
  await page.getByRole("option", { name: course }).click();
  for (const [index, day] of days.entries()) {
    if (index > 0) await page.getByRole("button", { name: text("common.action_add_day") }).click();
    await page.getByLabel(text("runs.fields.date")).nth(index).fill(formatTypedDate(day));
  }
  await page.getByRole("combobox", { name: text("runs.fields.venue_eng") }).fill("Riyadh, training centre");
  await page.getByLabel(text("runs.fields.venue_ar")).fill("الرياض، مركز التدريب");
  await page.getByRole("textbox", { name: text("runs.fields.capacity"), exact: true }).fill("12");
  await page.getByRole("textbox", { name: text("runs.fields.price") }).fill("6000");
  await page.getByRole("textbox", { name: text("runs.fields.hours") }).fill("12");
}

/** Creates the run, waits for its page and resolves with its id. */
export async function createRun({ page }: StaffVisitor, text: PortalText): Promise<string> {
  await page.getByRole("button", { name: text("runs.make") }).click();
  await page.waitForURL(/\/staff\/runs\/\d+$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
