/** Deletes learning data at the times that the privacy policy promises. */
import { and, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { storedSettings } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { attendanceChanges, attendanceMarks } from "./attendance/tables.server.ts";
import { feedback } from "./feedback/tables.server.ts";

/**
 * Job: deletes attendance marks and their changes `legal.attendanceRecordYears` after the last day of a run.
 * Certificates stay, because they can be verified without them.
 */
export async function deleteOldAttendance(ctx: Ctx): Promise<void> {
  const { attendanceRecordYears } = (await storedSettings(ctx)).legal;
  const today = riyadhDate(ctx.now());
  const before = `${Number(today.slice(0, 4)) - attendanceRecordYears}${today.slice(4)}`;
  const runs = ctx.db.select({ id: courseRuns.id }).from(courseRuns).where(lt(courseRuns.endDate, before));
  const seats = ctx.db.select({ id: enrolments.id }).from(enrolments).where(inArray(enrolments.runId, runs));
  await inTransaction(ctx, async (ctx) => {
    for (const table of [attendanceChanges, attendanceMarks])
      await ctx.db.delete(table).where(inArray(table.enrolmentId, seats));
  });
}

const feedbackMonths = 24;

/**
 * Job: after 24 months, deletes the comments of feedback, and drafts that were never sent. Scores stay.
 */
export async function deleteOldFeedbackTexts(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now());
  before.setUTCMonth(before.getUTCMonth() - feedbackMonths);
  const isOld = lt(feedback.updatedAt, before);
  await ctx.db.delete(feedback).where(and(isOld, isNull(feedback.sentAt)));
  await ctx.db
    .update(feedback)
    .set({ q5: null })
    .where(and(isOld, isNotNull(feedback.q5)));
}
