/** The attendance of a run: by keyboard, in bulk, with reasons, and from Zoom and Teams files. */
import { sql } from "drizzle-orm";
import { addDays, riyadhDate, riyadhInstant, riyadhTime } from "#i18n/dates.ts";
import { testContext } from "#test/context.ts";
import { toEmail, runOnNow } from "#test/taught-run.ts";
import { staffSessions, staffTriedCodes } from "#features/staff/tables.server.ts";
import { portalText } from "./support/portal-text.ts";
import { demoAccount, openColleague } from "./support/staff.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { expectAccessible, type Viewport } from "./support/visitor.ts";

/** Moves a session to nine days earlier: after seven days a change requires a reason. */
const moveNineDaysBack = sql`starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days'`;

const names = ["Badr Omar", "Huda Salem", "Mona Ali"];
const settings: (Viewport & { tag?: string })[] = [
  { locale: "en", width: 1440 },
  { locale: "ar", width: 1440, tag: "@all" },
];

for (const { tag, ...viewport } of settings)
  test(
    `T-04, X-06, B-05, B-06, DK-19 attendance by keyboard and in bulk, with undo, reasons and files (${viewport.locale}, ${viewport.width} px)`,
    tag ? { tag } : {},
    async ({ visit, postgresSite: site }) => {
      const ctx = testContext(site.database);
      const t = portalText(viewport.locale);
      const run = await runOnNow(ctx, names);
      const staff = await openColleague(visit, site, "support", viewport);
      const { page } = staff;
      const path = `/runs/${run.runId}/attendance`;
      const readMarks = async () =>
        (
          await ctx.db.execute(sql`
            select attendee_name as name, attendance_mark.state, late_minutes as late, attended_minutes as minutes, way
            from attendance_mark join enrolment on enrolment.id = enrolment_id where run_id = ${run.runId} order by 1`)
        ).rows;
      const readStates = async () => (await readMarks()).map(({ name, state, late }) => [name, state, late]);
      const readChanges = async () =>
        (
          await ctx.db.execute(sql`
            select action, after->>'reason' as reason from audit_event
            where entity = 'run' and entity_id = ${String(run.runId)} and action like 'attendance.%' order by id`)
        ).rows;
      const cell = (row: number) => page.locator(`[data-cell="${row}-0"] button`);
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const dialog = page.getByRole("dialog");

      await test.step("letters mark, arrows move and Enter opens the menu", async () => {
        await staff.openStaff(path);
        await expect(cell(0)).toBeVisible();
        await staff.checkPage("attendance, nothing marked");
        await cell(0).focus();
        await page.keyboard.press("p");
        await expect.poll(readStates).toEqual([["Badr Omar", "present", null]]);
        await page.keyboard.press("ArrowDown");
        await expect(cell(1)).toBeFocused();
        await page.keyboard.press("a");
        await expect.poll(async () => (await readStates())[1]).toEqual(["Huda Salem", "absent", null]);
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("e");
        await expect.poll(async () => (await readStates())[2]).toEqual(["Mona Ali", "excused", null]);
        await expect(cell(2)).toHaveText(new RegExp(t("attendance.states.excused")));
        await page.keyboard.press("Enter");
        await expect(page.getByRole("menuitem")).toHaveCount(5);
        await staff.checkPage("menu of a cell");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await dialog.getByLabel(t("attendance.late_by")).fill("20");
        await staff.checkPage("late by minutes");
        await dialog.getByRole("button", { name: t("common.action.save") }).click();
        await expect.poll(async () => (await readStates())[2]).toEqual(["Mona Ali", "late", 20]);
      });

      await test.step("a mark is undone", async () => {
        await expect(cell(2)).toHaveText(new RegExp(t("attendance.states.late")));
        await staff.waitForAnswers();
        await button(t("common.action.undo")).first().click();
        await expect.poll(async () => (await readStates())[2]).toEqual(["Mona Ali", "excused", null]);
      });

      await test.step("everyone selected is marked at once", async () => {
        await page.getByRole("checkbox", { name: t("attendance.all") }).check({ force: true });
        await staff.checkPage("attendance, everyone selected");
        await button(t("attendance.states.present")).click();
        await expect.poll(readStates).toEqual(names.map((name) => [name, "present", null]));
        await button(t("common.action_unselect")).click();
      });

      await test.step("the page and the person's dialog show who changed what", async () => {
        const changes = await readChanges();
        expect(changes.map(({ action }) => action)).toEqual([
          ...Array<string>(4).fill("attendance.marked"),
          "attendance.undone",
          // Badr was present already.
          ...Array<string>(2).fill("attendance.marked"),
        ]);
        await button(t("attendance.history_of", { name: "\u2068Mona Ali\u2069" })).click();
        await expect(dialog.getByRole("listitem")).toHaveCount(3);
        await expect(dialog.getByText(t("attendance.history_undone"))).toBeVisible();
        await staff.checkPage("changes of one person");
        await page.keyboard.press("Escape");
      });

      await test.step("the list is searched by name and filtered by state", async () => {
        await page.getByRole("searchbox").fill("hud");
        await expect(page.locator("[data-cell]")).toHaveCount(2);
        await page.getByRole("searchbox").fill("");
        await page.getByLabel(t("common.status"), { exact: true }).selectOption("absent");
        await expect(page.locator("[data-cell]")).toHaveCount(0);
        await page.getByLabel(t("common.status"), { exact: true }).selectOption("");
      });

      await test.step("after seven days a mark requires a reason, which is logged", async () => {
        await ctx.db.execute(sql`update run_session set ${moveNineDaysBack} where id = ${run.sessions[0]}`);
        await page.reload();
        await cell(0).focus();
        staff.allowStatus(`/api/staff/runs/${run.runId}/attendance`, 422);
        await page.keyboard.press("a");
        await dialog.getByRole("textbox").fill("The signed sheet says so");
        await staff.checkPage("reason for a change");
        await dialog.getByRole("button", { name: t("common.action.save") }).click();
        await expect.poll(async () => (await readStates())[0]).toEqual(["Badr Omar", "absent", null]);
        expect((await readChanges()).at(-1)).toEqual({
          action: "attendance.marked",
          reason: "The signed sheet says so",
        });
      });

      await test.step("B-05, B-06 a Zoom file of another session is previewed for that session; a Teams file is imported; manual marks are kept", async () => {
        await ctx.db.execute(sql`delete from attendance_mark where session_id = ${run.sessions[0]}`);
        const from = riyadhInstant(addDays(riyadhDate(new Date()), -1), "19:00");
        const to = new Date(from.getTime() + 90 * 60_000);
        await ctx.db.execute(
          sql`update run_session set starts_at = ${from.toISOString()}, ends_at = ${to.toISOString()} where id = ${run.sessions[0]}`,
        );
        // The dialog proposes the last session, but the file belongs to the first.
        await ctx.db.execute(
          sql`update run_session set starts_at = ${from.toISOString()}::timestamptz + interval '3 hours', ends_at = ${from.toISOString()}::timestamptz + interval '4 hours' where id = ${run.sessions[1]}`,
        );
        await page.reload();
        await cell(2).focus();
        await page.keyboard.press("e");
        await expect.poll(readStates).toEqual([["Mona Ali", "excused", null]]);
        const at = (minutes: number) => {
          const time = new Date(from.getTime() + minutes * 60_000);
          const [year, month, day] = riyadhDate(time).split("-");
          return `${month}/${day}/${year} ${riyadhTime(time)}:${String(time.getUTCSeconds()).padStart(2, "0")}`;
        };
        const zoom = [
          "Name (original name),Email,Join time,Leave time,Duration (minutes),Guest",
          `Huda Salem,${toEmail("Huda Salem")},${at(-5)},${at(44)},49,No`,
          `Huda (iPhone),${toEmail("Huda Salem")},${at(40)},${at(95)},55,Yes`,
          `Badr,,${at(0)},${at(61)},61,Yes`,
          `Mona Ali,${toEmail("Mona Ali")},${at(0)},${at(90)},90,No`,
          `Dr Maha (host),trainer@example.com,${at(-5)},${at(95)},100,No`,
        ].join("\n");
        const choose = (name: string, buffer: Buffer) =>
          dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/csv", buffer });
        await button(t("attendance.import")).click();
        staff.allowStatus(`/api/staff/run-sessions/${run.sessions[1]}/participants/preview`, 422);
        await choose("not-it.csv", Buffer.from("a,b\n1,2\n"));
        await expect(dialog.getByRole("alert")).toBeVisible();
        await choose("participants_1.csv", Buffer.from(zoom));
        await expect(dialog.getByText(t("attendance.lines_read", { count: 5, merged: 1, leftOut: 0 }))).toBeVisible();
        await expectAccessible(page, "preview of a file of another session");
        await dialog.getByRole("button", { name: t("attendance.use_session", { session: "" }).trim() }).click();
        await expect(dialog.getByLabel(t("door.session"))).toHaveValue(String(run.sessions[0]));
        await expect(dialog.getByRole("alert")).toHaveCount(0);
        await expect(dialog.getByText(t("attendance.to_decide", { count: 1 }))).toBeVisible();
        // Not `checkPage`: the marks made by key since the reload have lengthened the list of changes, a layout shift.
        await expectAccessible(page, "preview of a file of participants");
        expect(await readMarks()).toHaveLength(1);
        await button(t("attendance.guess", { name: "Badr Omar" })).click();
        // The staff sign-in expires. After signing in again in a second dialog, the import continues.
        await ctx.db.delete(staffSessions);
        staff.allowStatus(`/api/staff/run-sessions/${run.sessions[0]}/participants`, 401);
        await button(t("attendance.write", { count: 3 })).click();
        const signIn = page.getByRole("dialog", { name: t("sign_in.again_title") });
        const account = await demoAccount(page.request, site, "support");
        await signIn.getByLabel(t("common.email")).fill(account.email);
        await signIn.locator("#again-password").fill(account.password);
        await signIn.getByRole("button", { name: t("common.action_continue") }).click();
        await ctx.db.delete(staffTriedCodes);
        const { code } = await demoAccount(page.request, site, "support");
        await signIn.getByRole("textbox", { name: t("sign_in.code") }).fill(code);
        await signIn.getByRole("button", { name: t("sign_in.title") }).click();
        await expect(page.getByRole("dialog")).toHaveCount(0);
        expect(await readMarks()).toMatchObject([
          { name: "Badr Omar", state: "absent", minutes: 61, way: "import" },
          { name: "Huda Salem", state: "present", minutes: 90, way: "import" },
          { name: "Mona Ali", state: "excused", way: "list" },
        ]);
        await ctx.db.execute(sql`update run_session set ${moveNineDaysBack} where id = ${run.sessions[0]}`);
        const nineDaysEarlier = (minutes: number) => at(minutes - 9 * 24 * 60);
        const teams = [
          "1. Summary",
          "Meeting title\tSepsis",
          "",
          "2. Participants",
          "Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole",
          `Badr Omar\t${nineDaysEarlier(0)}\t${nineDaysEarlier(90)}\t1h 28m 0s\t${toEmail("Badr Omar")}\t\tAttendee`,
        ].join("\r\n");
        await button(t("attendance.import")).click();
        await dialog.getByLabel(t("door.session")).selectOption(String(run.sessions[0]));
        await choose("meetingAttendance.csv", Buffer.from(`\ufeff${teams}`, "utf16le"));
        staff.allowStatus(`/api/staff/run-sessions/${run.sessions[0]}/participants`, 422);
        await button(t("attendance.write", { count: 1 })).click();
        await dialog.getByRole("textbox", { name: t("common.reason") }).fill("The list came late");
        await button(t("attendance.write", { count: 1 })).click();
        await expect(dialog).toBeHidden();
        expect((await readChanges()).at(-2)).toEqual({ action: "attendance.marked", reason: "The list came late" });
        expect((await readMarks())[0]).toMatchObject({ name: "Badr Omar", state: "present", minutes: 88 });
        expect((await readChanges()).filter(({ action }) => action === "attendance.imported")).toHaveLength(2);
        await expect(cell(0)).toHaveText(new RegExp(t("common.count_of", { count: 88, total: 90 })));
      });

      await test.step("nothing overflows from 320 to 1440 px, with and without the dialog", async () => {
        for (const width of [320, 390, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          expect(await sticksOut(staff)).toEqual([]);
        }
        await page.setViewportSize({ width: 320, height: 844 });
        await button(t("attendance.import")).click();
        await expect(dialog).toBeVisible();
        expect(await sticksOut(staff)).toEqual([]);
        expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      });
    },
  );
