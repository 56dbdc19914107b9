import { and, eq, inArray, isNull, max, type SQL } from "drizzle-orm";
import { runSessions, courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import {
  predictCertificate,
  certifyAfterFeedback,
  type CertificateOutlook,
} from "#features/learning/certificates/outlook.server.ts";
import { feedbackQuestions } from "#features/settings/settings.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { isSame, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { isAnswered, listMissingAnswers, questionIds, type FeedbackAnswers } from "./questions.ts";
import { feedback } from "./tables.server.ts";

const noAnswers: FeedbackAnswers = { q1: null, q2: null, q3: null, q4: null, q5: null };

/**
 * Signs a seat together with its attendee's address. So the link stops working when the seat is transferred or
 * cancelled, or when the attendee's data is erased.
 */
const signSeat = (ctx: Ctx, enrolmentId: number, email: string) => sign(ctx, `feedback:${enrolmentId}:${email}`);

/**
 * Path, without a language prefix, of the page where the attendee of a confirmed seat gives feedback. Show it to that
 * attendee only.
 */
export const feedbackPath = (ctx: Ctx, { enrolmentId, email }: { enrolmentId: number; email: string }): string =>
  `/feedback/${enrolmentId}.${signSeat(ctx, enrolmentId, email).toString("base64url")}`;

async function requireSeat(ctx: Ctx, token: string) {
  const [, id, signature = ""] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const notFound = new NotFound(m.feedback_link_gone({}, { locale: ctx.locale }));
  if (id === undefined) throw notFound;
  const [seat] = await ctx.db
    .select({ enrolmentId: enrolments.id, email: enrolments.attendeeEmail, run: courseRuns, course: courses })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(eq(enrolments.id, Number(id)), eq(enrolments.state, "confirmed"), isNull(courseRuns.cancelledAt)));
  if (!seat?.email || !isSame(Buffer.from(signature, "base64url"), signSeat(ctx, seat.enrolmentId, seat.email)))
    throw notFound;
  return seat;
}

/** Whether attendees can give feedback, which is from the start of the last session. */
async function isOpen(ctx: Ctx, runId: number): Promise<boolean> {
  const [lastSession] = await ctx.db
    .select({ startsAt: max(runSessions.startsAt) })
    .from(runSessions)
    .where(eq(runSessions.runId, runId));
  return lastSession?.startsAt != null && lastSession.startsAt <= ctx.now();
}

async function readRow(ctx: Ctx, enrolmentId: number) {
  const [row] = await ctx.db.select().from(feedback).where(eq(feedback.enrolmentId, enrolmentId));
  return row;
}

/**
 * Reads the feedback page of one attendee. It does not contain answers that were sent, because the attendee may have
 * shared the link. Throws NotFound.
 */
export async function readFeedback(ctx: Ctx, { token }: { token: string }) {
  const { enrolmentId, run, course } = await requireSeat(ctx, token);
  const questions = await feedbackQuestions(ctx);
  const row = await readRow(ctx, enrolmentId);
  const open = await isOpen(ctx, run.id);
  const draft = row && row.sentAt === null ? row : noAnswers;
  const certificate = await predictCertificate(ctx, { runId: run.id, enrolmentId });
  return { run, course, questions, open, sentAt: row?.sentAt ?? null, answers: pickAnswers(draft), certificate };
}

const pickAnswers = ({ q1, q2, q3, q4, q5 }: FeedbackAnswers): FeedbackAnswers => ({ q1, q2, q3, q4, q5 });

/** As `requireSeat`; throws Conflict before the last session begins. */
async function requireOpenSeat(ctx: Ctx, token: string) {
  const seat = await requireSeat(ctx, token);
  if (!(await isOpen(ctx, seat.run.id))) throw new Conflict(m.feedback_early({}, { locale: ctx.locale }));
  return seat;
}

/** Saves the given answers of a draft. Returns false when the feedback was sent already. */
async function writeDraft(ctx: Ctx, seat: Awaited<ReturnType<typeof requireSeat>>, answers: Partial<FeedbackAnswers>) {
  const values = { ...answers, updatedAt: ctx.now() };
  const written = await ctx.db
    .insert(feedback)
    .values({ enrolmentId: seat.enrolmentId, runId: seat.run.id, ...values })
    .onConflictDoUpdate({ target: feedback.enrolmentId, set: values, setWhere: isNull(feedback.sentAt) })
    .returning({ enrolmentId: feedback.enrolmentId });
  return written.length > 0;
}

/**
 * Saves some answers of a draft; the others stay. Throws NotFound, Conflict (before the last session, or sent already).
 */
export async function saveAnswers(
  ctx: Ctx,
  { token, answers }: { token: string; answers: Partial<FeedbackAnswers> },
): Promise<void> {
  const seat = await requireOpenSeat(ctx, token);
  if (!(await writeDraft(ctx, seat, answers))) throw new Conflict(m.feedback_sent_before({}, { locale: ctx.locale }));
}

/**
 * Sends the feedback; a second call changes nothing. Issues a certificate that is due and lacked only the feedback.
 * Returns the state of the certificate. Throws NotFound, Conflict (before the last session), ValidationError by
 * question (a required question has no answer, or no question has one).
 */
export async function sendFeedback(
  ctx: Ctx,
  { token, answers }: { token: string; answers: Partial<FeedbackAnswers> },
): Promise<CertificateOutlook> {
  const seat = await requireOpenSeat(ctx, token);
  const questions = await feedbackQuestions(ctx);
  await inTransaction(ctx, async (ctx) => {
    if (!(await writeDraft(ctx, seat, answers))) return;
    const row = (await readRow(ctx, seat.enrolmentId)) ?? noAnswers;
    const missing = listMissingAnswers(row, questions, seat.run.feedbackRequired);
    const required = [getProblemMessage("required", ctx.locale)];
    if (missing.length > 0) throw new ValidationError(Object.fromEntries(missing.map((id) => [id, required])));
    if (!questionIds.some((id) => isAnswered(row, id)))
      throw new ValidationError({ q1: [m.feedback_one_answer({}, { locale: ctx.locale })] });
    await ctx.db.update(feedback).set({ sentAt: ctx.now() }).where(eq(feedback.enrolmentId, seat.enrolmentId));
  });
  return certifyAfterFeedback(ctx, { runId: seat.run.id, enrolmentId: seat.enrolmentId });
}

/**
 * Deletes drafts and comments of these seats' attendees. Their scores stay, because they do not identify anyone. Call
 * this in an open transaction.
 */
export async function eraseFeedback(ctx: Ctx, seats: SQL | undefined): Promise<void> {
  const isOfSeats = inArray(feedback.enrolmentId, ctx.db.select({ id: enrolments.id }).from(enrolments).where(seats));
  await ctx.db.delete(feedback).where(and(isOfSeats, isNull(feedback.sentAt)));
  await ctx.db.update(feedback).set({ q5: null }).where(isOfSeats);
}
