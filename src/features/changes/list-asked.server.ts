import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, not } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { shownNames } from "#features/staff/names.server.ts";
import { dayMs, addWorkingDays, riyadhDate, riyadhInstant, riyadhTime } from "#i18n/dates.ts";
import { noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { decideChange, readDecisions, type DecisionSum } from "./decide-change.server.ts";
import { policySteps, type PolicyStep } from "#features/catalogue/schedule/change-policy.ts";
import { readMessages, type ChangeMessage } from "./files.server.ts";
import { isOpenChange, isOpenChangeSql, orderChanges } from "./tables.server.ts";

const to = alias(courseRuns, "to_run");

const selectAsked = (ctx: Ctx) =>
  ctx.db
    .select({
      change: orderChanges,
      run: courseRuns,
      to,
      course: { name_eng: courses.name_eng, name_ar: courses.name_ar },
      buyer: { id: users.id, name: users.name },
      locale: orders.locale,
    })
    .from(orderChanges)
    .innerJoin(orders, eq(orders.id, orderChanges.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(courseRuns, eq(courseRuns.id, orderChanges.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .leftJoin(to, eq(to.id, orderChanges.toRunId))
    .$dynamic();

type Asked = Awaited<ReturnType<typeof selectAsked>>[number];

/** One working day after it was asked or answered, at the same hour in Riyadh. */
const dueAt = (since: Date): Date => riyadhInstant(addWorkingDays(riyadhDate(since), 1), riyadhTime(since));

export const toAskedRow = ({ change, run, to, course, buyer, locale }: Asked) => ({
  id: change.id,
  order_id: change.orderId,
  kind: change.kind,
  state: change.state,
  seats: change.seatIds.length,
  buyer,
  locale,
  ...course,
  run_id: run.id,
  start_date: run.startDate,
  end_date: run.endDate,
  to_run_id: to?.id ?? null,
  to_start_date: to?.startDate ?? null,
  to_end_date: to?.endDate ?? null,
  since: (change.answeredAt ?? change.createdAt).toISOString(),
  due_at: dueAt(change.answeredAt ?? change.createdAt).toISOString(),
  decided_at: change.decidedAt?.toISOString() ?? null,
});

export const askedViews = ["waiting", "mine", "decided", "alone"] as const;
export type AskedView = (typeof askedViews)[number];

/**
 * Requests to change: those that are open, what waits for the staff first, with the oldest before; of them those about
 * which the caller asked back (`mine`); what was decided; or what the policy did alone in the last seven days. Throws
 * Unauthenticated, Forbidden.
 */
export async function listAskedChanges(
  ctx: Ctx,
  { page, perPage, filter }: { page: number; perPage: number; filter: { view?: AskedView | undefined } },
) {
  requirePermission(ctx, listAskedChanges.permission);
  const { state, id, decidedAt, questionedBy, doneAt } = orderChanges;
  const { view = "waiting" } = filter;
  const isMine = view === "mine" ? eq(questionedBy, requireStaff(ctx).id) : undefined;
  const weekAgo = new Date(ctx.now().getTime() - 7 * dayMs);
  const where =
    view === "decided"
      ? and(isNotNull(decidedAt), not(isOpenChangeSql))
      : view === "alone"
        ? and(isNull(decidedAt), eq(state, "done"), gte(doneAt, weekAgo))
        : and(isOpenChangeSql, isMine);
  const rows = await selectAsked(ctx)
    .where(where)
    .orderBy(...(view === "decided" ? [desc(decidedAt), desc(id)] : [asc(state), asc(id)]))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [found] = await ctx.db.select({ total: count() }).from(orderChanges).where(where);
  const total = found?.total ?? 0;
  return { data: rows.map(toAskedRow), total, more: total > page * perPage };
}
listAskedChanges.permission = decideChange.permission;

export interface AskedCase {
  asked: Asked;
  people: (string | null)[];
  messages: ChangeMessage[];
  /** Of the policy that the seats were bought with. */
  steps: PolicyStep[];
  decisions: DecisionSum[];
  /** Why nothing can be agreed to any more; in the reader's language. */
  problem: string | null;
  decidedBy: string | null;
}

/** One request with what each decision would return now. Throws Unauthenticated, Forbidden, NotFound. */
export async function readAskedChange(ctx: Ctx, { id }: { id: number }): Promise<AskedCase> {
  requirePermission(ctx, readAskedChange.permission);
  const [asked] = await selectAsked(ctx).where(eq(orderChanges.id, id));
  if (!asked) throw noSuchRecord(ctx);
  const { change, run } = asked;
  const seats = await ctx.db
    .select({ name: enrolments.attendeeName, line: orderLines })
    .from(enrolments)
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .where(inArray(enrolments.id, change.seatIds))
    .orderBy(enrolments.id);
  const line = seats[0]?.line;
  const waits = isOpenChange(change);
  const { decisions, problem } = waits
    ? await readDecisions(ctx, change).then(
        (decisions) => ({ decisions, problem: null }),
        (error: unknown) => {
          if (!(error instanceof Conflict)) throw error;
          return { decisions: [], problem: error.message };
        },
      )
    : { decisions: [], problem: null };
  const names = await shownNames(ctx, [change.decidedBy]);
  return {
    asked,
    people: seats.map(({ name }) => name),
    messages: (await readMessages(ctx, [id])).get(id) ?? [],
    steps: line ? policySteps(line.changePolicy, run.startDate, line.movedFromId !== null) : [],
    decisions,
    problem,
    decidedBy: change.decidedBy === null ? null : (names.get(change.decidedBy) ?? change.decidedByName),
  };
}
readAskedChange.permission = decideChange.permission;
