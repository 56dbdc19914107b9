import { and, eq, inArray, isNull, gt } from "drizzle-orm";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { canOpenRun, runKey } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { waitlistEntries } from "./offer-tables.server.ts";
import {
  courseColumns,
  linkColumns,
  runColumns,
  toCourseSummary,
  termsColumns,
  readRunTerms,
} from "#features/catalogue/course-rows.server.ts";
import { getAvailability, type Course, type CourseSummary } from "#features/catalogue/course.ts";
import { noSuchCourse } from "#features/catalogue/courses.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";

interface KeyedRun {
  id: number;
  key?: string | null | undefined;
}

/** Reads runs by id, with whether they can be bought. Leaves out private runs without their key. */
async function readRunsById(ctx: Ctx, items: readonly KeyedRun[]) {
  const keys = new Map(items.map(({ id, key }) => [id, key]));
  const rows = await ctx.db
    .select({
      ...runColumns(ctx),
      ...courseColumns,
      cancelledAt: courseRuns.cancelledAt,
      terms: termsColumns,
      link: linkColumns,
    })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, [...keys.keys()]));
  const today = riyadhDate(ctx.now());
  const accessible = rows.filter(({ link }) => canOpenRun(ctx, link, keys.get(link.id)));
  return new Map(
    accessible.map(({ cancelledAt, terms, link, ...row }) => {
      const course = { ...toCourseSummary(row, today), key: runKey(ctx, link) };
      const state = getAvailability(course);
      return [course.id, { course, terms, buyable: cancelledAt === null && state !== "ended" && state !== "closed" }];
    }),
  );
}

/** Counts the seats that are offered to the caller and that they can therefore buy, by run. */
async function countOfferedSeats(ctx: Ctx, runIds: number[]): Promise<Map<number, number>> {
  if (!ctx.viewer) return new Map();
  const { runId, userId, seats, state, orderId, offerEndsAt } = waitlistEntries;
  const isOpen = and(eq(state, "offered"), isNull(orderId), gt(offerEndsAt, ctx.now()));
  const rows = await ctx.db
    .select({ runId, seats })
    .from(waitlistEntries)
    .where(and(eq(userId, ctx.viewer.id), inArray(runId, runIds), isOpen));
  return new Map(rows.map((row) => [row.runId, row.seats]));
}

/**
 * Counts the seats of a run that the caller can buy (`qty`, with seats offered to them) and the held seats. Both are 0
 * when the run has ended or was cancelled, or its course is closed. Throws NotFound.
 */
export async function seatsNow(ctx: Ctx, runId: number, key?: string | null): Promise<{ qty: number; held: number }> {
  const run = (await readRunsById(ctx, [{ id: runId, key }])).get(runId);
  if (!run) throw noSuchCourse(ctx);
  if (!run.buyable) return { qty: 0, held: 0 };
  const { seats_left, seats_held } = run.course;
  const offered = (await countOfferedSeats(ctx, [runId])).get(runId) ?? 0;
  return { qty: Math.max(0, seats_left) + offered, held: Math.max(0, Math.min(seats_held, seats_left + seats_held)) };
}

export interface CartAnswer {
  items: {
    id: number;
    qty: number;
    details: CourseSummary & Pick<Course, "sessions" | "change_steps" | "minimum" | "key">;
  }[];
  /** Runs that are cancelled, ended or closed. The names of an unknown run are null. */
  removed: { id: number; name_eng: string | null; name_ar: string | null }[];
}

/**
 * Lists the runs of a cart in the given order. `seats_left` includes seats offered to the caller; it is 0 for a run
 * without a free seat.
 */
export async function cartItems(ctx: Ctx, items: readonly (KeyedRun & { qty: number })[]): Promise<CartAnswer> {
  const runIds = items.map((item) => item.id);
  const runs = await readRunsById(ctx, items);
  const sessions = await listSessions(ctx, runIds);
  const offered = await countOfferedSeats(ctx, runIds);
  const answer: CartAnswer = { items: [], removed: [] };
  for (const { id, qty } of items) {
    const run = runs.get(id);
    if (run?.buyable) {
      const seats_left = run.course.seats_left + (offered.get(id) ?? 0);
      const details = { ...run.course, seats_left, sessions: sessions.get(id) ?? [] };
      answer.items.push({ id, qty, details: { ...details, ...(await readRunTerms(ctx, run.terms)) } });
    } else answer.removed.push({ id, name_eng: run?.course.name_eng ?? null, name_ar: run?.course.name_ar ?? null });
  }
  return answer;
}
