import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, not } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { readDisplayNames } from "#features/staff/names.server.ts";
import { dayMs, riyadhDate, workingDaysLater } from "#i18n/dates.ts";
import { noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { decideRequest, quoteDecisions, type DecisionQuote } from "./decide-request.server.ts";
import { policySteps, type PolicyStep } from "#features/catalogue/schedule/change-policy.ts";
import {
  isOpenChange,
  isOpenChangeSql,
  orderChanges,
  changeFiles,
  changeMessages,
  type OrderChange,
} from "./tables.server.ts";
import type { OrderedChange } from "#features/orders/order.schema.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { isValueKeptSql } from "#features/seats/seats.server.ts";
import { sumParts } from "#features/settlement/refunds/change-parts.ts";

const to = alias(courseRuns, "to_run");

const selectRequests = (ctx: Ctx) =>
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

type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

/** Deadline for the decision of the staff: one working day after the request or the buyer's last answer. */
const dueAt = (since: Date): Date => workingDaysLater(since, 1);

export const toRequestRow = ({ change, run, to, course, buyer, locale }: RequestRow) => ({
  id: change.id,
  orderId: change.orderId,
  kind: change.kind,
  state: change.state,
  seats: change.seatIds.length,
  buyer,
  locale,
  ...course,
  runId: run.id,
  startDate: run.startDate,
  endDate: run.endDate,
  toRunId: to?.id ?? null,
  toStartDate: to?.startDate ?? null,
  toEndDate: to?.endDate ?? null,
  since: (change.answeredAt ?? change.createdAt).toISOString(),
  dueAt: dueAt(change.answeredAt ?? change.createdAt).toISOString(),
  decidedAt: change.decidedAt?.toISOString() ?? null,
});

export const requestViews = ["waiting", "mine", "decided", "alone"] as const;
export type RequestView = (typeof requestViews)[number];

/**
 * Lists requests to change an order. `waiting` (the default): open requests, first those that wait for the staff, then
 * those that wait for the buyer, oldest first. `mine`: open requests about which the caller asked a question.
 * `decided`: decided requests. `alone`: changes of the last seven days that buyers made alone, without a decision of
 * the staff. Throws Unauthenticated, Forbidden.
 */
export async function listChangeRequests(
  ctx: Ctx,
  { page, perPage, filter }: { page: number; perPage: number; filter: { view?: RequestView | undefined } },
) {
  requirePermission(ctx, listChangeRequests.permission);
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
  const rows = await selectRequests(ctx)
    .where(where)
    .orderBy(...(view === "decided" ? [desc(decidedAt), desc(id)] : [asc(state), asc(id)]))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [row] = await ctx.db.select({ total: count() }).from(orderChanges).where(where);
  const total = row?.total ?? 0;
  return { data: rows.map(toRequestRow), total, more: total > page * perPage };
}
listChangeRequests.permission = decideRequest.permission;

export interface ChangeRequestDetails {
  request: RequestRow;
  /** Names of the seats' attendees; null for a seat without a name. */
  attendeeNames: (string | null)[];
  messages: ChangeMessage[];
  /** Steps of the change policy at the time of purchase. */
  steps: PolicyStep[];
  decisions: DecisionQuote[];
  /** Why staff can no longer agree to an open request, in the reader's language; else null. */
  problem: string | null;
  decidedBy: string | null;
}

/** Reads one request with what each decision would refund now. Throws Unauthenticated, Forbidden, NotFound. */
export async function readChangeRequest(ctx: Ctx, { id }: { id: number }): Promise<ChangeRequestDetails> {
  requirePermission(ctx, readChangeRequest.permission);
  const [request] = await selectRequests(ctx).where(eq(orderChanges.id, id));
  if (!request) throw noSuchRecord(ctx);
  const { change, run } = request;
  const seats = await ctx.db
    .select({ name: enrolments.attendeeName, line: orderLines })
    .from(enrolments)
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .where(inArray(enrolments.id, change.seatIds))
    .orderBy(enrolments.id);
  const line = seats[0]?.line;
  const isOpen = isOpenChange(change);
  const { decisions, problem } = isOpen
    ? await quoteDecisions(ctx, change).then(
        (decisions) => ({ decisions, problem: null }),
        (error: unknown) => {
          if (!(error instanceof Conflict)) throw error;
          return { decisions: [], problem: error.message };
        },
      )
    : { decisions: [], problem: null };
  const names = await readDisplayNames(ctx, [change.decidedBy]);
  return {
    request,
    attendeeNames: seats.map(({ name }) => name),
    messages: (await readMessages(ctx, [id])).get(id) ?? [],
    steps: line ? policySteps(line.changePolicy, run.startDate, { wasMoved: line.movedFromId !== null }) : [],
    decisions,
    problem,
    decidedBy: change.decidedBy === null ? null : (names.get(change.decidedBy) ?? change.decidedByName),
  };
}
readChangeRequest.permission = decideRequest.permission;

/** Reads the changes and requests of orders by order id, newest first. Callers check access to the orders. */
export async function readChanges(ctx: Ctx, orderIds: number[]): Promise<Map<number, OrderedChange[]>> {
  const from = alias(courseRuns, "from_run");
  const rows = await ctx.db
    .select({ change: orderChanges, from, to, paymentOrderStatus: orders.status })
    .from(orderChanges)
    .innerJoin(from, eq(from.id, orderChanges.runId))
    .leftJoin(to, eq(to.id, orderChanges.toRunId))
    .leftJoin(orders, eq(orders.id, orderChanges.paymentOrderId))
    .where(inArray(orderChanges.orderId, orderIds))
    .orderBy(desc(orderChanges.id));
  const messages = await readMessages(
    ctx,
    rows.flatMap(({ change }) => (change.message === null && change.questionedBy === null ? [] : [change.id])),
  );
  const keptSeats = rows.some(({ change }) => change.keptUntil !== null)
    ? await ctx.db
        .select({ id: enrolments.id })
        .from(enrolments)
        .where(and(inArray(enrolments.orderId, orderIds), isValueKeptSql))
    : [];
  const today = riyadhDate(ctx.now());
  const changes = new Map<number, OrderedChange[]>();
  for (const { change, from, to, paymentOrderStatus } of rows) {
    const { orderId, kind, state, seatIds, parts, payHalalas, createdAt, doneAt, decidedAt, answer, keptUntil } =
      change;
    // Skips a move that was dropped, or whose order for the price difference has ended: it changed nothing. A payment
    // that moves the seats ends `paying` in its own transaction.
    if (state === "dropped" || (state === "paying" && paymentOrderStatus !== "pending")) continue;
    const entries = changes.get(orderId) ?? [];
    entries.push({
      id: change.id,
      kind,
      state,
      at: (doneAt ?? decidedAt ?? createdAt).toISOString(),
      seats: seatIds.length,
      start_date: from.startDate,
      to_start_date: to?.startDate ?? null,
      to_end_date: to?.endDate ?? null,
      back: decimalFromHalalas(sumParts(parts, "backHalalas")),
      paid: decimalFromHalalas(payHalalas),
      answer,
      messages: (messages.get(change.id) ?? []).map(({ isStaff, text, at, files }) => ({
        from: isStaff ? "staff" : "buyer",
        text,
        at: at.toISOString(),
        files: files.map(({ name, bytes }) => ({ name, bytes })),
      })),
      kept_until: keptUntil,
      kept:
        keptUntil === null
          ? null
          : !keptSeats.some(({ id }) => seatIds.includes(id))
            ? "used"
            : keptUntil < today
              ? "over"
              : "open",
    });
    changes.set(orderId, entries);
  }
  return changes;
}

export interface ChangeMessage {
  id: number | null;
  /** Name of the staff member who asked; null for the buyer's own messages. */
  askedByName: string | null;
  isStaff: boolean;
  /** Text of the message; null when its author has been erased. */
  text: string | null;
  at: Date;
  files: { id: number; name: string; bytes: number }[];
}

/** Reads the messages of changes by change id: the request, the questions and the answers, in order, with their files. */
export async function readMessages(ctx: Ctx, changeIds: number[]): Promise<Map<number, ChangeMessage[]>> {
  if (changeIds.length === 0) return new Map();
  const { id, message, createdAt } = orderChanges;
  const changes = await ctx.db.select({ id, message, createdAt }).from(orderChanges).where(inArray(id, changeIds));
  const messages = await ctx.db
    .select()
    .from(changeMessages)
    .where(inArray(changeMessages.changeId, changeIds))
    .orderBy(changeMessages.id);
  const { id: fileId, changeId, messageId, name, bytes } = changeFiles;
  const files = await ctx.db
    .select({ id: fileId, changeId, messageId, name, bytes })
    .from(changeFiles)
    .where(inArray(changeId, changeIds))
    .orderBy(fileId);
  const pickFiles = (change: number, message: number | null) =>
    files
      .filter((file) => file.changeId === change && file.messageId === message)
      .map(({ id, name, bytes }) => ({ id, name, bytes }));
  return new Map(
    changes.map(({ id, message, createdAt }) => [
      id,
      [
        ...(message === null ? [] : [{ id: null, askedByName: null, isStaff: false, text: message, at: createdAt }]),
        ...messages
          .filter(({ changeId }) => changeId === id)
          .map(({ id, askedBy, askedByName, text, createdAt }) => {
            return { id, askedByName, isStaff: askedBy !== null, text, at: createdAt };
          }),
      ].map((entry) => ({ ...entry, files: pickFiles(id, entry.id) })),
    ]),
  );
}

/** Reads the state of an order's open request; null without one. Callers check access to the order. */
export async function readOpenRequest(ctx: Ctx, orderId: number): Promise<OrderChange["state"] | null> {
  const [request] = await ctx.db
    .select({ state: orderChanges.state })
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), isOpenChangeSql));
  return request?.state ?? null;
}
