/** The certificates of a run in the portal: issued, corrected, reissued, revoked, put on hold, downloaded. */
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { addDays, riyadhDate, startOfRiyadhDay } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { testContext } from "#test/context.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, stepInAll, test, type PostgresSite } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

const people = {
  omar: { eng: "Omar Khalid", ar: "عمر خالد" },
  huda: { eng: "Huda Salem", ar: "هدى سالم" },
  // A very long name.
  noor: { eng: "Noor Abdulrahman Abdulaziz Al-Mohammed Al-Qahtani", ar: "نور عبدالرحمن عبدالعزيز المحمد القحطاني" },
};

/**
 * Creates a run that ended an hour ago, and for which the job has not issued certificates yet. Three people were
 * present; Noor has no SCFHS number.
 */
async function createTaughtRun(site: PostgresSite): Promise<number> {
  const ctx = testContext(site.database);
  const today = riyadhDate(ctx.now());
  const course = await makeCourse(ctx.db, { name_eng: "Wound care on the ward", name_ar: "العناية بالجروح في الجناح" });
  const days = { startDate: addDays(today, -1), endDate: today, days: 2, capacity: 20, hours: "12.0" };
  const { id: runId } = await makeRun(ctx.db, course.id, days);
  const buyer = { id: crypto.randomUUID(), name: "Sara N.", email: `sara-${crypto.randomUUID()}@example.com` };
  const [orderId = 0] = await paidOrders(ctx, 1, { runId, buyer });
  const sessions = await ctx.db.select({ id: runSessions.id }).from(runSessions).where(eq(runSessions.runId, runId));
  for (const [index, { id }] of sessions.entries()) {
    const endsAt = new Date(ctx.now().getTime() - (index === 0 ? 25 : 1) * 3_600_000);
    // A session takes three hours, or less soon after midnight, because it must lie within one day.
    const midnight = startOfRiyadhDay(riyadhDate(endsAt));
    const startsAt = new Date(Math.max(endsAt.getTime() - 3 * 3_600_000, midnight.getTime()));
    await ctx.db.update(runSessions).set({ startsAt, endsAt }).where(eq(runSessions.id, id));
  }
  for (const [index, { eng, ar }] of Object.values(people).entries()) {
    const email = `attendee-${crypto.randomUUID()}@example.com`;
    await bookPlace(ctx, { orderId, runId, seat: index + 1, name: eng, email });
    const [seat] = await ctx.db
      .update(enrolments)
      .set({ attendeeNameOther: ar, scfhsNumber: index < 2 ? `00RN000000${index}` : "" })
      .where(eq(enrolments.attendeeEmail, email))
      .returning({ id: enrolments.id });
    const mark = { enrolmentId: seat?.id ?? 0, state: "present", way: "list" } as const;
    const when = { markedAt: ctx.now(), recordedAt: ctx.now() };
    await ctx.db.insert(attendanceMarks).values(sessions.map(({ id: sessionId }) => ({ ...mark, ...when, sessionId })));
  }
  return runId;
}

for (const { locale, width } of selectViewports("en"))
  test(`K-01 K-02 certificates of a run (${locale}, ${width} px)`, async ({ visit, postgresSite: site }) => {
    const text = portalText(locale);
    const portal = (key: string, values = {}) => text(`certificates.${key}`, values);
    const runId = await createTaughtRun(site);
    const reem = await openColleague(visit, site, "training", { locale, width });
    const { page, checkPage } = reem;
    const dialog = page.getByRole("dialog");
    const main = page.locator("main");
    const locateRow = (name: string) => main.locator("tr, li").filter({ hasText: name });
    const locateStates = (name: string) => main.locator(".chip").filter({ hasText: portal(`states.${name}`) });
    const actionButton = (key: string, name: string) => main.getByRole("button", { name: `${portal(key)}: ${name}` });
    const choose = async (name: string, key: string) => {
      await main
        .getByRole("button", { name: `${text("common.more")}: ${name}` })
        .first()
        .click();
      await page.getByRole("menuitem", { name: portal(key) }).click();
    };
    const confirm = async (key: string) => {
      await dialog.getByRole("button", { name: portal(key) }).click();
      await expect(dialog).toBeHidden();
    };
    const findCertificate = async (name: string) => {
      const rows = await site.database.db.select().from(certificates).where(eq(certificates.runId, runId));
      return rows.find(({ holder, state }) => holder?.nameEng === name && state === "valid");
    };

    await test.step("the list shows who is eligible, and why others are not", async () => {
      await reem.openStaff(`/runs/${runId}/certificates`);
      await expect(locateStates("eligible")).toHaveCount(2);
      await expect(locateRow(people.noor.eng)).toContainText(portal("states.scfhs"));
      await checkPage("certificates");
      for (const testedWidth of [320, 390, 1440]) {
        await page.setViewportSize({ width: testedWidth, height: 900 });
        expect(await sticksOut(reem), `certificates at ${testedWidth}`).toEqual([]);
      }
      await page.setViewportSize({ width, height: 900 });
    });

    await test.step("one certificate is put on hold and released; all eligible ones are issued", async () => {
      await main.getByRole("checkbox", { name: people.huda.eng }).check({ force: true });
      await checkPage("one chosen");
      await page.getByRole("button", { name: portal("hold_chosen", { count: 1 }) }).click();
      await dialog.getByRole("textbox").fill("ID is being checked");
      await checkPage("hold");
      await confirm("hold_action");
      await expect(locateStates("held")).toHaveCount(1);
      await page.getByRole("button", { name: text("common.action_unselect") }).click();
      if (width === 1440) {
        // CT-31: without a selection the checkbox for all rows is unchecked.
        const all = main.getByRole("checkbox", { name: text("common.action_select_all") });
        await expect(all).not.toBeChecked();
        await expect(all).toHaveJSProperty("indeterminate", false);
      }
      await actionButton("release", people.huda.eng).click();
      await expect(locateStates("eligible")).toHaveCount(2);
      await page.getByRole("button", { name: portal("issue_all", { count: 2 }) }).click();
      await confirm("issue_all_action");
      await expect(locateStates("issued")).toHaveCount(2);
      await expect(main.getByText(portal("issued_all"))).toBeVisible();
    });

    await stepInAll("a missing SCFHS number is added, and that certificate is issued", async () => {
      // Opens the page again, because the progress that appeared above the list counts as a layout shift.
      await reem.openStaff(`/runs/${runId}/certificates`);
      await choose(people.noor.eng, "correct_menu");
      await dialog.getByLabel(text("roster.scfhs")).fill("00RN0000009");
      await dialog.getByLabel(text("roster.reason")).fill("Card seen");
      await checkPage("correct");
      await dialog.getByRole("button", { name: text("roster.swap.correct") }).click();
      await expect(dialog).toBeHidden();
      await actionButton("issue_one", people.noor.eng).click();
      await expect(locateStates("issued")).toHaveCount(3);
    });

    await stepInAll("a reissue for a name replaces the old certificate; both can be downloaded", async () => {
      await actionButton("reissue_menu", people.omar.eng).click();
      await dialog.getByLabel(portal("name_eng")).fill("Omar A. Khalid");
      await checkPage("reissue");
      await confirm("reissue_action");
      await expect(locateStates("replaced")).toHaveCount(1);
      await actionButton("both_papers", people.omar.eng).click();
      await checkPage("both papers");
      const download = page.waitForEvent("download");
      await dialog
        .getByRole("button", { name: portal("download") })
        .last()
        .click();
      const { number } = (await findCertificate("Omar A. Khalid")) ?? {};
      expect((await download).suggestedFilename()).toBe(`${number}.pdf`);
      expect(
        readFileSync(await (await download).path())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");
      await page.keyboard.press("Escape");
    });

    await stepInAll("revoking requires the last four characters, and rejects wrong ones", async () => {
      const { id = 0, number = "" } = (await findCertificate(people.huda.eng)) ?? {};
      reem.allowStatus(`/api/staff/certificates/${id}/revoke`, 422);
      const displayedName = locale === "ar" ? people.huda.ar : people.huda.eng;
      const action = portal("revoke_action", { name: isolate(displayedName) });
      await choose(people.huda.eng, "revoke_menu");
      await expect(dialog.getByRole("button", { name: action })).toBeDisabled();
      await dialog.getByLabel(portal("last_four")).fill("0000");
      await dialog.getByRole("button", { name: action }).click();
      await expect(dialog.getByRole("alert")).toBeVisible();
      await checkPage("revoke");
      await dialog.getByLabel(portal("last_four")).fill(number.slice(-4));
      await dialog.getByRole("button", { name: action }).click();
      await expect(dialog).toBeHidden();
      await expect(locateStates("revoked")).toHaveCount(1);
    });

    await stepInAll("valid certificates download as a ZIP, hours as a list for SCFHS", async () => {
      // At 390 px there is no checkbox for all rows.
      for (const box of await main.getByRole("checkbox").all()) await box.check({ force: true });
      for (const name of [portal("archive_chosen", { count: 2 }), portal("report")]) {
        await page.getByRole("button", { name }).click();
        await dialog.getByRole("button", { name: text("tasks.start_export") }).click();
        const download = page.waitForEvent("download");
        await dialog.getByRole("button", { name: text("common.action_download") }).click();
        expect(
          readFileSync(await (await download).path())
            .subarray(0, 2)
            .toString(),
        ).toBe("PK");
        await dialog
          .getByRole("button", { name: text("common.action.close") })
          .last()
          .click();
      }
    });
  });
