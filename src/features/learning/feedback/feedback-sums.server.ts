import { and, asc, count, eq, isNotNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { feedbackQuestions } from "#features/settings/settings.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { fewestForSums, questionIds, questionKinds, scale, yesNo, type QuestionId } from "./questions.ts";
import { feedback } from "./tables.server.ts";

const { q1, q2, q3, q4, q5 } = feedback;
/** Feedback that was sent with at least one answer. */
const isSent = and(isNotNull(feedback.sentAt), or(...[q1, q2, q3, q4, q5].map((answer) => isNotNull(answer))));
const maxComments = 500;

export const sums = {
  responses: z.int().meta({ description: "How many have sent feedback with an answer at least" }),
  counted: z.int().meta({
    description: `How many of them are in the sums: of each run the first ones, in steps of ${fewestForSums}`,
  }),
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

const getChoices = (id: QuestionId): readonly (number | string)[] =>
  questionKinds[id] === "scale" ? scale : questionKinds[id] === "yes-no" ? yesNo : [];

/**
 * The answers behind sums and comments: of each run the first ones, in steps of five. So no difference, between a
 * course and its runs or before and after an answer, is about fewer than five people.
 */
function countedAnswers(ctx: Ctx, where: SQL) {
  const { runId, sentAt, enrolmentId } = feedback;
  const ranked = ctx.db
    .select({
      runId,
      q1,
      q2,
      q3,
      q4,
      q5,
      place: sql<number>`row_number() over (partition by ${runId} order by ${sentAt}, ${enrolmentId})`.as("place"),
      responses: sql<number>`count(*) over (partition by ${runId})`.as("responses"),
    })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(and(where, isSent))
    .as("ranked");
  const isCounted = sql`${ranked.place} <= ${ranked.responses} - ${ranked.responses} % ${fewestForSums}`;
  return ctx.db.select().from(ranked).where(isCounted).as("counted");
}

async function readSums(ctx: Ctx, where: SQL): Promise<FeedbackSums> {
  const [sent] = await ctx.db
    .select({ responses: count() })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, feedback.runId))
    .where(and(where, isSent));
  const answers = countedAnswers(ctx, where);
  const rows = await ctx.db
    .select({ q1: answers.q1, q2: answers.q2, q3: answers.q3, q4: answers.q4, responses: count() })
    .from(answers)
    .groupBy(answers.q1, answers.q2, answers.q3, answers.q4);
  const sentCount = sent?.responses ?? 0;
  const counted = rows.reduce((sum, row) => sum + row.responses, 0);
  if (counted === 0) return { responses: sentCount, counted, questions: null, comments: null };
  const texts = await feedbackQuestions(ctx);
  const questions = questionIds.flatMap((id, at): QuestionSums[] => {
    if (id === "q5") return [];
    const counts = getChoices(id).map((answer) =>
      rows.reduce((sum, row) => sum + (row[id] === answer ? row.responses : 0), 0),
    );
    const answered = counts.reduce((sum, one) => sum + one, 0);
    const total = counts.reduce((sum, one, index) => sum + one * (index + 1), 0);
    const isMany = answered >= fewestForSums;
    const average = questionKinds[id] === "scale" && isMany ? Math.round((total / answered) * 100) / 100 : null;
    const { eng = "", ar = "" } = texts[at] ?? {};
    return [{ id, eng, ar, answered, average, counts: isMany ? counts : null }];
  });
  return {
    responses: sentCount,
    counted,
    questions,
    comments: mayReadComments(ctx) ? await readComments(ctx, where) : null,
  };
}

const mayReadComments = ({ actor }: Ctx) =>
  actor.kind === "command" || (actor.kind === "staff" && actor.permissions.has("feedback.comments"));

async function readComments(ctx: Ctx, where: SQL): Promise<string[]> {
  const answers = countedAnswers(ctx, where);
  const rows = await ctx.db
    .select({ text: answers.q5 })
    .from(answers)
    .where(isNotNull(answers.q5))
    .orderBy(asc(answers.q5))
    .limit(maxComments);
  return rows.flatMap(({ text }) => text ?? []);
}

/** Reads the feedback of a run's attendees, without names. Throws Unauthenticated, Forbidden, NotFound. */
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
  return { required: run.required, attendees: seats?.named ?? 0, ...(await readSums(ctx, eq(courseRuns.id, id))) };
}
runFeedback.permission = "feedback.read" as const;

/** The same over all runs of a course that have sums, and by run. Throws Unauthenticated, Forbidden, NotFound. */
export async function courseFeedback(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, courseFeedback.permission);
  const [course] = await ctx.db.select({ id: courses.id }).from(courses).where(eq(courses.id, id));
  if (!course) throw noSuchRecord(ctx);
  const answers = countedAnswers(ctx, eq(courseRuns.courseId, id));
  const average = (column: typeof answers.q1 | typeof answers.q2 | typeof answers.q4) =>
    sql<number | null>`case when count(${column}) >= ${fewestForSums} then round(avg(${column}), 2)::float8 end`;
  const averages = ctx.db
    .select({
      runId: answers.runId,
      q1: average(answers.q1).as("average_1"),
      q2: average(answers.q2).as("average_2"),
      q4: average(answers.q4).as("average_4"),
    })
    .from(answers)
    .groupBy(answers.runId)
    .as("averages");
  const runs = await ctx.db
    .select({
      run_id: courseRuns.id,
      start_date: courseRuns.startDate,
      end_date: courseRuns.endDate,
      responses: count(),
      q1: averages.q1,
      q2: averages.q2,
      q4: averages.q4,
    })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, feedback.runId))
    .leftJoin(averages, eq(averages.runId, courseRuns.id))
    .where(and(eq(courseRuns.courseId, id), isSent))
    .groupBy(courseRuns.id, averages.q1, averages.q2, averages.q4)
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id));
  return { ...(await readSums(ctx, eq(courseRuns.courseId, id))), runs };
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
