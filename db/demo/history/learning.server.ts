import { and, asc, eq, isNotNull, lt } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { saveActivity } from "#features/learning/cpd/record.server.ts";
import { feedbackPath, sendFeedback } from "#features/learning/feedback/feedback.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { addDays, riyadhInstant } from "#i18n/dates.ts";
import type { World } from "./world.server.ts";

const comments = [
  "More cases from our own wards, please.",
  "",
  "The second day was a little full.",
  "",
  "مزيد من التمارين العملية لو سمحتم.",
];

/** Four of five attendees of each course that is over answered the questions on the evening after it. */
export async function tellFeedback({ ctx, today }: World): Promise<void> {
  const { id, attendeeEmail, runId, state } = enrolments;
  const seats = await ctx.db
    .select({ id, email: attendeeEmail, endDate: courseRuns.endDate })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(and(eq(state, "confirmed"), isNotNull(attendeeEmail), lt(courseRuns.endDate, today)))
    .orderBy(asc(id));
  for (const [at, { id: enrolmentId, email, endDate }] of seats.entries()) {
    if (at % 5 === 4 || email === "learner@example.com") continue;
    const then = riyadhInstant(addDays(endDate, 1), "19:20");
    const token = feedbackPath(ctx, { enrolmentId, email: email ?? "" }).replace("/feedback/", "");
    const answers = {
      q1: 3 + (at % 3),
      q2: 5 - (at % 2),
      q3: at % 7 === 0 ? ("unsure" as const) : ("yes" as const),
      q4: 4 + ((at + 1) % 2),
      q5: comments[at % comments.length] || null,
    };
    await sendFeedback({ ...ctx, now: () => then }, { token, answers });
  }
}

/** What the demo's learner did elsewhere, in two years. */
export async function tellActivities({ ctx, today }: World): Promise<void> {
  const [learner] = await ctx.db.select().from(users).where(eq(users.email, "learner@example.com"));
  if (!learner) return;
  const as = { ...ctx, actor: { kind: "learner", id: learner.id } as const, viewer: learner };
  const provider = "Example General Hospital";
  for (const activity of [
    { title: "Grand rounds in my hospital, 8 sessions", kind: "teaching" as const, days: -30, hours: 8 },
    { title: "Article review for the nursing journal club", kind: "reading" as const, days: -238, hours: 2 },
    { title: "Workshop: wound care update", kind: "workshop" as const, days: -500, hours: 4 },
  ]) {
    const { days, ...rest } = activity;
    await saveActivity(as, { ...rest, provider, date: addDays(today, days) });
  }
}
