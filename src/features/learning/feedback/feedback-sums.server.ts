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

/** Fields of the replies with sums of feedback. */
export const sumsFields = {
  responses: z.int().meta({ description: "How many people have sent feedback with at least one answer" }),
  counted: z.int().meta({
    description: `How many of the responses are in the sums. Each run adds its responses in groups of ${fewestForSums}, in the order in which they arrived`,
  }),
  questions: z
    .array(
      z.object({
        id: z.enum(questionIds),
        eng: z.string(),
        ar: z.string(),
        answered: z.int().meta({ description: "How many people answered this question" }),
        average: z
          .number()
          .nullable()
          .meta({ description: `Average on a scale from 1 to 5; null with fewer than ${fewestForSums} answers` }),
        counts: z
          .array(z.int())
          .nullable()
          .meta({
            description: `Answers per choice: 1 to 5, or yes, no and unsure; null with fewer than ${fewestForSums} answers`,
          }),
      }),
    )
    .nullable()
    .meta({ description: `Null with fewer than ${fewestForSums} responses` }),
  comments: z.array(z.string()).nullable().meta({
    description:
      "Comments without names, in alphabetical order so that nobody sees when they were sent. Null without the permission `feedback.comments`, and when `questions` is null",
  }),
};
const feedbackSums = z.object(sumsFields);
type FeedbackSums = z.output<typeof feedbackSums>;
type QuestionSums = NonNullable<FeedbackSums["questions"]>[number];

const getChoices = (id: QuestionId): readonly (number | string)[] =>
  questionKinds[id] === "scale" ? scale : questionKinds[id] === "yes-no" ? yesNo : [];

/**
 * Selects the answers that sums and comments include. Each run adds its answers in groups of five, in the order in
 * which they were sent. So nobody can work out the answers of fewer than five people by comparing a course with its
 * runs, or the sums before and after an answer.
 */
function selectCountedAnswers(ctx: Ctx, where: SQL) {
  const { runId, sentAt, enrolmentId } = feedback;
  const ranked = ctx.db
    .select({
      runId,
      q1,
      q2,
      q3,
      q4,
      q5,
      position: sql<number>`row_number() over (partition by ${runId} order by ${sentAt}, ${enrolmentId})`.as(
        "position",
      ),
      responses: sql<number>`count(*) over (partition by ${runId})`.as("responses"),
    })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(and(where, isSent))
    .as("ranked");
  const isCounted = sql`${ranked.position} <= ${ranked.responses} - ${ranked.responses} % ${fewestForSums}`;
  return ctx.db.select().from(ranked).where(isCounted).as("counted");
}

async function readSums(ctx: Ctx, where: SQL): Promise<FeedbackSums> {
  const [sent] = await ctx.db
    .select({ responses: count() })
    .from(feedback)
    .innerJoin(courseRuns, eq(courseRuns.id, feedback.runId))
    .where(and(where, isSent));
  const answers = selectCountedAnswers(ctx, where);
  const rows = await ctx.db
    .select({ q1: answers.q1, q2: answers.q2, q3: answers.q3, q4: answers.q4, responses: count() })
    .from(answers)
    .groupBy(answers.q1, answers.q2, answers.q3, answers.q4);
  const sentCount = sent?.responses ?? 0;
  const counted = rows.reduce((sum, row) => sum + row.responses, 0);
  if (counted === 0) return { responses: sentCount, counted, questions: null, comments: null };
  const texts = await feedbackQuestions(ctx);
  const questions = questionIds.flatMap((id, questionIndex): QuestionSums[] => {
    if (id === "q5") return [];
    const counts = getChoices(id).map((answer) =>
      rows.reduce((sum, row) => sum + (row[id] === answer ? row.responses : 0), 0),
    );
    const answered = counts.reduce((sum, choiceCount) => sum + choiceCount, 0);
    const total = counts.reduce((sum, choiceCount, index) => sum + choiceCount * (index + 1), 0);
    const hasEnough = answered >= fewestForSums;
    const average = questionKinds[id] === "scale" && hasEnough ? Math.round((total / answered) * 100) / 100 : null;
    const { eng = "", ar = "" } = texts[questionIndex] ?? {};
    return [{ id, eng, ar, answered, average, counts: hasEnough ? counts : null }];
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
  const answers = selectCountedAnswers(ctx, where);
  const rows = await ctx.db
    .select({ text: answers.q5 })
    .from(answers)
    .where(isNotNull(answers.q5))
    .orderBy(asc(answers.q5))
    .limit(maxComments);
  return rows.flatMap(({ text }) => text ?? []);
}

/** Reads the feedback of a run's attendees, without names. Throws Unauthenticated, Forbidden, NotFound. */
export async function readRunFeedback(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readRunFeedback.permission);
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
readRunFeedback.permission = "feedback.read" as const;

/**
 * Reads the feedback on all runs of a course, without names, and the averages of each run. Throws Unauthenticated,
 * Forbidden, NotFound.
 */
export async function readCourseFeedback(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readCourseFeedback.permission);
  const [course] = await ctx.db.select({ id: courses.id }).from(courses).where(eq(courses.id, id));
  if (!course) throw noSuchRecord(ctx);
  const answers = selectCountedAnswers(ctx, eq(courseRuns.courseId, id));
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
      runId: courseRuns.id,
      startDate: courseRuns.startDate,
      endDate: courseRuns.endDate,
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
readCourseFeedback.permission = "feedback.read" as const;

/** Sets whether certificates of a run require feedback. Throws Unauthenticated, Forbidden, NotFound. */
export async function setFeedbackRequired(
  ctx: Ctx,
  { id, required }: { id: number; required: boolean },
): Promise<void> {
  requirePermission(ctx, setFeedbackRequired.permission);
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
setFeedbackRequired.permission = "schedule.write" as const;
