/** The five questions after a course: before the last session, autosaved, offline, sent, and skipped. */
import { eq } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { feedbackPath } from "#features/learning/feedback/feedback.server.ts";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { expectAnswer } from "./support/answers.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

/** Creates a run that ended yesterday, with two attendees of all its sessions. Returns the paths of their questions. */
async function createTaughtRun(site: PostgresSite) {
  const ctx = testContext(site.database);
  const today = riyadhDate(ctx.now());
  const course = await makeCourse(ctx.db, { name_eng: "Questions after a course", name_ar: "أسئلة بعد دورة" });
  const days = { startDate: addDays(today, -2), endDate: addDays(today, -1), days: 2, feedbackRequired: true };
  const { id: runId } = await makeRun(ctx.db, course.id, { ...days, capacity: 20 });
  const buyer = { id: crypto.randomUUID(), name: "Sara N.", email: `sara-${crypto.randomUUID()}@example.com` };
  const [orderId = 0] = await paidOrders(ctx, 1, { runId, buyer });
  const sessions = await ctx.db.select({ id: runSessions.id }).from(runSessions).where(eq(runSessions.runId, runId));
  const paths: string[] = [];
  for (const seat of [1, 2]) {
    const email = `attendee-${crypto.randomUUID()}@example.com`;
    await bookPlace(ctx, { orderId, runId, seat, name: "Omar Khalid", email });
    const [created] = await ctx.db
      .update(enrolments)
      .set({ attendeeNameOther: "عمر خالد", scfhsNumber: "00RN0000002" })
      .where(eq(enrolments.attendeeEmail, email))
      .returning({ id: enrolments.id });
    const enrolmentId = created?.id ?? 0;
    const mark = { enrolmentId, state: "present", way: "list", markedAt: ctx.now(), recordedAt: ctx.now() } as const;
    await ctx.db.insert(attendanceMarks).values(sessions.map(({ id: sessionId }) => ({ ...mark, sessionId })));
    paths.push(feedbackPath(ctx, { enrolmentId, email }));
  }
  return { runId, orderId, paths };
}

/** Adds four attendees who have answered and one who has not. Returns the path of that one's questions. */
async function addAttendees(
  site: PostgresSite,
  { runId, orderId }: { runId: number; orderId: number },
): Promise<string> {
  const ctx = testContext(site.database);
  const seats: { enrolmentId: number; email: string }[] = [];
  for (const seat of [3, 4, 5, 6, 7]) {
    const email = `attendee-${crypto.randomUUID()}@example.com`;
    await bookPlace(ctx, { orderId, runId, seat, name: "Omar Khalid", email });
    const [row] = await ctx.db
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(eq(enrolments.attendeeEmail, email));
    seats.push({ enrolmentId: row?.id ?? 0, email });
  }
  const [unanswered, ...answered] = seats;
  const sent = { runId, q1: 4, q2: 5, q3: "yes", q4: 3, updatedAt: ctx.now(), sentAt: ctx.now() } as const;
  await ctx.db.insert(feedback).values(answered.map(({ enrolmentId }) => ({ ...sent, enrolmentId })));
  return unanswered ? feedbackPath(ctx, unanswered) : "";
}

for (const viewport of selectViewports("en"))
  test(`X-06 the five questions after a course (${viewport.locale})`, async ({ visit, postgresSite: site }) => {
    const t = { locale: viewport.locale };
    const { db } = site.database;
    const { runId, orderId, paths } = await createTaughtRun(site);
    const [first = "", second = ""] = paths;
    const visitor = await visit(site, viewport);
    const { page } = visitor;
    const questions = defaultSettings.feedback.questions.map((one) => (viewport.locale === "ar" ? one.ar : one.eng));
    const group = (at: number) => page.getByRole("group", { name: questions[at] ?? "" });
    const answer = (at: number, value: string) => group(at).getByRole("radio", { name: value, exact: true }).check();
    const saved = page.getByRole("status").filter({ hasText: m.feedback_saved({}, t) });
    const expectNoOverflow = async (what: string) => {
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sticksOut(visitor), `${what} at ${width}`).toEqual([]);
      }
      await page.setViewportSize({ width: viewport.width, height: 900 });
    };

    await test.step("before the last session begins the questions are not open", async () => {
      const tomorrow = addDays(riyadhDate(new Date()), 1);
      const days = { startsAt: riyadhInstant(tomorrow, "10:00"), endsAt: riyadhInstant(tomorrow, "12:00") };
      const [last] = await db.select().from(runSessions).where(eq(runSessions.runId, runId)).orderBy(runSessions.id);
      const whereLastSession = eq(runSessions.id, last?.id ?? 0);
      await db.update(runSessions).set(days).where(whereLastSession);
      await visitor.open(first);
      await expect(page.getByRole("heading", { name: m.feedback_early_heading({}, t) })).toBeVisible();
      await visitor.checkPage("not open yet");
      if (last)
        await db.update(runSessions).set({ startsAt: last.startsAt, endsAt: last.endsAt }).where(whereLastSession);
    });

    await test.step("each answer is saved at once; a missing answer is requested at its question", async () => {
      await visitor.open(first);
      await answer(0, "4");
      await expect(saved).toBeVisible();
      await visitor.checkPage("one of five");
      await expectNoOverflow("one of five");
      visitor.allowStatus("/api/send-feedback", 422);
      await page.getByRole("button", { name: m.feedback_send_certificate({}, t) }).click();
      await expect(group(1).getByText(m.platform_field_required({}, t))).toBeVisible();
      await expect(group(1).getByRole("radio", { name: "1", exact: true })).toBeFocused();
      await visitor.checkPage("one is missing");
      await visitor.open(first);
      await expect(group(0).getByRole("radio", { name: "4", exact: true })).toBeChecked();
    });

    await test.step("while offline the page shows that an answer is not saved, and saves it when back online", async () => {
      visitor.expectFailure(`${site.url}/api/save-feedback`);
      await visitor.context.setOffline(true);
      await answer(1, "5");
      await expect(page.getByText(m.feedback_not_saved({}, t))).toBeVisible();
      await visitor.context.setOffline(false);
      await expect(saved).toBeVisible();
      expect(await db.select().from(feedback).where(eq(feedback.runId, runId))).toMatchObject([{ q1: 4, q2: 5 }]);
    });

    await test.step("once sent the page says thanks; opened again, it shows that feedback was sent before", async () => {
      await group(4).getByRole("textbox").fill("More cases");
      await page.getByRole("button", { name: m.feedback_send_certificate({}, t) }).click();
      await expectAnswer(page, m.feedback_thanks_heading({}, t));
      await visitor.checkPage("sent");
      await visitor.open(first);
      await expect(page.getByText(m.feedback_sent_before({}, t))).toBeVisible();
      expect(await db.select().from(feedback).where(eq(feedback.runId, runId))).toMatchObject([{ q5: "More cases" }]);
    });

    await test.step("U-21 when the certificate does not require feedback, any question can be skipped, but at least one must be answered", async () => {
      await db.update(courseRuns).set({ feedbackRequired: false }).where(eq(courseRuns.id, runId));
      await visitor.open(second);
      await expect(page.getByText(m.feedback_lead_free({}, t))).toBeVisible();
      await expect(page.getByRole("group").getByText(m.feedback_can_skip({}, t))).toHaveCount(5);
      await visitor.checkPage("each can be skipped");
      const send = page.getByRole("button", { name: m.feedback_send_certificate({}, t) });
      visitor.allowStatus("/api/send-feedback", 422);
      await send.click();
      await expect(group(0).getByText(m.feedback_one_answer({}, t))).toBeVisible();
      await answer(0, "4");
      await send.click();
      await expect(page.getByRole("heading", { name: m.feedback_thanks_heading({}, t) })).toBeVisible();
    });

    const text = portalText(viewport.locale);
    let unansweredPath = "";
    const colleague = await openColleague(visit, site, "owner", viewport);
    const portal = colleague.page;
    const checkAtAllWidths = async (what: string) => {
      await colleague.checkPage(what);
      for (const width of [320, 390, 1440]) {
        await portal.setViewportSize({ width, height: 900 });
        // The portal's frame follows the width a moment later.
        await expect.poll(() => sticksOut(colleague), `${what} at ${width}`).toEqual([]);
      }
      await portal.setViewportSize({ width: viewport.width, height: 900 });
    };

    await test.step("staff see averages from five answers on, and comments without names", async () => {
      await colleague.openStaff(`/runs/${runId}/feedback`);
      await expect(portal.getByRole("heading", { name: text("feedback.few_title") })).toBeVisible();
      await checkAtAllWidths("two answers, too few for averages");
      unansweredPath = await addAttendees(site, { runId, orderId });
      await colleague.openStaff(`/runs/${runId}/feedback`);
      await expect(portal.getByText(text("feedback.average", { average: "4.0" })).first()).toBeVisible();
      await expect(portal.getByText("More cases")).toBeVisible();
      await expect(portal.getByRole("main")).not.toContainText(/Omar|عمر/);
      await checkAtAllWidths("six answers");
    });

    await test.step("staff choose whether certificates require feedback, and rephrase a question", async () => {
      await colleague.openStaff(`/runs/${runId}`);
      const requiredSwitch = portal.getByRole("switch", { name: text("feedback.required") });
      await expect(requiredSwitch).not.toBeChecked();
      await requiredSwitch.click();
      await expect(portal.getByText(text("feedback.required_on"))).toBeVisible();
      await colleague.openStaff("/settings?tab=training");
      const question = portal
        .getByRole("group", { name: text("settings.feedback_question", { number: 3 }) })
        .getByLabel(text(`settings.feedback_${viewport.locale === "ar" ? "ar" : "eng"}`));
      const before = await question.inputValue();
      colleague.allowStatus("/api/staff/settings/feedback", 422);
      await question.fill("");
      await portal.keyboard.press("Control+s");
      await expect(question).toHaveAttribute("aria-invalid", "true");
      const newWording = `${before} 2`;
      await question.fill(newWording);
      await portal.keyboard.press("Control+s");
      await expect(portal.getByText(text("settings.saved"))).toBeVisible();
      await checkAtAllWidths("questions in the settings");
      await visitor.open(unansweredPath);
      await expect(page.getByRole("group", { name: newWording })).toBeVisible();
      await question.fill(before);
      await portal.keyboard.press("Control+s");
      await expect(question).toHaveAccessibleDescription("");
    });

    await test.step("the link of a cancelled seat shows that it no longer works", async () => {
      const cancellation = { state: "cancelled" as const, endedAt: new Date() };
      await db.update(enrolments).set(cancellation).where(eq(enrolments.orderId, orderId));
      visitor.allowStatus("/api/feedback", 404);
      await visitor.open(first);
      await expect(page.getByRole("heading", { name: m.common_link_gone({}, t) })).toBeVisible();
      await visitor.checkPage("gone");
    });
  });
