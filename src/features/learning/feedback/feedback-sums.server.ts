import { and, asc, count, eq, isNotNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { feedbackQuestions } from "#features/settings/settings.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { fewestForSums, questionIds, questionKinds, scale, yesNo, type QuestionId } from "./questions.ts";
import { feedback } from "./tables.server.ts";

const { q1, q2, q3, q4, q5 } = feedback;
/** Sent, and not without any answer. */
const isSent = and(isNotNull(feedback.sentAt), or(...[q1, q2, q3, q4, q5].map((answer) => isNotNull(answer))));
const mostComments = 500;

export const sums = {
  given: z.int().meta({ description: "How many have sent feedback with an answer at least" }),
  questions: z
    .array(
      z.object({
        id: z.enum(questionIds),
        eng: z.string(),
        ar: z.string(),
        answered: z.int().meta({ description: "How many answered it" }),
        average: z
          .number()
          .nullable()
          .meta({ description: `Of a scale from 1 to 5; null of fewer than ${fewestForSums}` }),
        counts: z
          .array(z.int())
          .nullable()
          .meta({ description: `Of 1 to 5, or of yes, no and unsure; null of fewer than ${fewestForSums}` }),
      }),
    )
    .nullable()
    .meta({ description: `Null of fewer than ${fewestForSums}` }),
  comments: z.array(z.string()).nullable().meta({
    description:
      "Without names, in no order that says when; null without `feedback.comments`, and where `questions` is null",
  }),
};
const feedbackSums = z.object(sums);
type FeedbackSums = z.output<typeof feedbackSums>;
type QuestionSums = NonNullable<FeedbackSums["questions"]>[number];

const answersOf = (id: QuestionId): readonly (number | string)[] =>
  questionKinds[id] === "scale" ? scale : questionKinds[id] === "yes-no" ? yesNo : [];

async function sumsOf(ctx: Ctx, where: SQL): Promise<FeedbackSums> {
  const rows = await ctx.db
    .select({ q1: feedback.q1, q2: feedback.q2, q3: feedback.q3, q4: feedback.q4, given: count() })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, feedback.runId))
    .where(and(where, isSent))
    .groupBy(feedback.q1, feedback.q2, feedback.q3, feedback.q4);
  const given = rows.reduce((sum, row) => sum + row.given, 0);
  if (given < fewestForSums) return { given, questions: null, comments: null };
  const texts = await feedbackQuestions(ctx);
  const questions = questionIds.flatMap((id, at): QuestionSums[] => {
    if (id === "q5") return [];
    const counts = answersOf(id).map((answer) =>
      rows.reduce((sum, row) => sum + (row[id] === answer ? row.given : 0), 0),
    );
    const answered = counts.reduce((sum, one) => sum + one, 0);
    const total = counts.reduce((sum, one, index) => sum + one * (index + 1), 0);
    const isMany = answered >= fewestForSums;
    const average = questionKinds[id] === "scale" && isMany ? Math.round((total / answered) * 100) / 100 : null;
    const { eng = "", ar = "" } = texts[at] ?? {};
    return [{ id, eng, ar, answered, average, counts: isMany ? counts : null }];
  });
  return { given, questions, comments: mayReadComments(ctx) ? await commentsOf(ctx, where) : null };
}

const mayReadComments = ({ actor }: Ctx) =>
  actor.kind === "command" || (actor.kind === "staff" && actor.permissions.has("feedback.comments"));

async function commentsOf(ctx: Ctx, where: SQL): Promise<string[]> {
  const rows = await ctx.db
    .select({ text: feedback.q5 })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, feedback.runId))
    .where(and(where, isSent, isNotNull(feedback.q5)))
    .orderBy(asc(feedback.q5))
    .limit(mostComments);
  return rows.flatMap(({ text }) => text ?? []);
}

/** What the attendees of a run answered, without names. Throws Unauthenticated, Forbidden, NotFound. */
export async function runFeedback(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, runFeedback.permission);
  const [run] = await ctx.db
    .select({ required: courseRuns.feedbackRequired })
    .from(courseRuns)
    .where(eq(courseRuns.id, id));
  if (!run) throw noSuchRecord(ctx);
  const [seats] = await ctx.db
    .select({ named: count() })
    .from(enrolments)
    .where(and(eq(enrolments.runId, id), eq(enrolments.state, "confirmed"), isNotNull(enrolments.attendeeEmail)));
  return { required: run.required, attendees: seats?.named ?? 0, ...(await sumsOf(ctx, eq(courseRuns.id, id))) };
}
runFeedback.permission = "feedback.read" as const;

/** The same over all runs of a course, and by run. Throws Unauthenticated, Forbidden, NotFound. */
export async function courseFeedback(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, courseFeedback.permission);
  const [course] = await ctx.db.select({ id: courses.id }).from(courses).where(eq(courses.id, id));
  if (!course) throw noSuchRecord(ctx);
  const average = (column: typeof feedback.q1 | typeof feedback.q2 | typeof feedback.q4) =>
    sql<number | null>`case when count(${column}) >= ${fewestForSums} then round(avg(${column}), 2)::float8 end`;
  const runs = await ctx.db
    .select({
      run_id: courseRuns.id,
      start_date: courseRuns.startDate,
      end_date: courseRuns.endDate,
      given: count(),
      q1: average(feedback.q1),
      q2: average(feedback.q2),
      q4: average(feedback.q4),
    })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, feedback.runId))
    .where(and(eq(courseRuns.courseId, id), isSent))
    .groupBy(courseRuns.id)
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id));
  return { ...(await sumsOf(ctx, eq(courseRuns.courseId, id))), runs };
}
courseFeedback.permission = "feedback.read" as const;

/** Whether certificates of a run wait for feedback. Throws Unauthenticated, Forbidden, NotFound. */
export async function requireFeedback(ctx: Ctx, { id, required }: { id: number; required: boolean }): Promise<void> {
  requirePermission(ctx, requireFeedback.permission);
  await inTransaction(ctx, async (ctx) => {
    const [run] = await ctx.db
      .select({ required: courseRuns.feedbackRequired })
      .from(courseRuns)
      .where(eq(courseRuns.id, id))
      .for("update");
    if (!run) throw noSuchRecord(ctx);
    if (run.required === required) return;
    await ctx.db.update(courseRuns).set({ feedbackRequired: required }).where(eq(courseRuns.id, id));
    const [before, after] = [{ feedbackRequired: run.required }, { feedbackRequired: required }];
    await audit(ctx, { action: "run.edited", entity: "run", entityId: id, before, after });
  });
}
requireFeedback.permission = "schedule.write" as const;
