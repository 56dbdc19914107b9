import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { courses } from "#features/catalogue/tables.server.ts";
import {
  peopleConcerned,
  notifyRunChanged,
  type AffectedPerson,
  type ChangeReason,
} from "#features/seats/run-notices.server.ts";
import { lockOrders } from "#features/orders/locks.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import {
  refundRunOrders,
  readRunRefunds,
  readWrittenRunRefunds,
} from "#features/settlement/refunds/refund-run.server.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { readRunChange, type RunChange } from "#features/catalogue/schedule/run-changes.server.ts";
import { defineTask, inBoth, type StepResult, type TaskKind } from "#features/staff/tasks/define.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import type { TaskFailure } from "#features/staff/tasks/task-states.ts";
import { weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { BadMailAddressError } from "#platform/mail/outbox.server.ts";
import { m } from "#messages";

const text = z.string().nullable();
/** Input of the tasks of a change, after the run has changed. Dates and names are for the title. */
const input = z.object({
  runId: z.int(),
  changeId: z.int(),
  nameEng: z.string(),
  nameAr: text,
  startDate: z.string(),
  endDate: z.string(),
  reason: z.object({ eng: text, ar: text }).nullable(),
  /** The last order that the change concerns. Buyers of later orders knew of the change. */
  lastOrderId: z.int(),
  orders: z.int(),
});
type ChangeInput = z.infer<typeof input>;

/**
 * First the people of each order are notified and its refund is written. Then the refunds are sent, one order per step.
 * Those that the provider has not confirmed are checked once more at the end.
 */
interface Cursor {
  part: "tell" | "money" | "rest";
  /** The last finished order of this part. */
  after: number;
  /** Orders with refunds that the provider has not confirmed, for the last part. */
  rest: number[];
  /** Number of people who were notified. */
  told: number;
  refunds: number;
}
const firstCursor: Cursor = { part: "tell", after: 0, rest: [], told: 0, refunds: 0 };
const ordersPerStep = 20;

const formatOrderNumber = (orderId: number) => `#${orderId}`;
const toResult = ({ told, refunds }: Cursor) => ({ told, refunds });

/** Lists the ids of orders that a change concerns: with people to notify, or with money to refund. */
async function listConcernedOrders(ctx: Ctx, { kind, before: { id: runId } }: RunChange): Promise<number[]> {
  const people = await peopleConcerned(ctx, runId, kind);
  const runRefunds = kind === "cancelled" ? await readRunRefunds(ctx, runId) : [];
  const ids = new Set([...people, ...runRefunds].map(({ orderId }) => orderId));
  return [...ids].toSorted((a, b) => a - b);
}

async function notifyPeople(ctx: Ctx, change: RunChange, people: AffectedPerson[], reason: ChangeReason | null) {
  const failures: TaskFailure[] = [];
  let notified = 0;
  for (const person of people)
    try {
      if (await notifyRunChanged(ctx, change, person, reason)) notified++;
    } catch (error) {
      if (!(error instanceof BadMailAddressError)) throw error;
      const why = inBoth((locale) => m.runchanges_bad_address({}, { locale }));
      failures.push({ what: formatOrderNumber(person.orderId), why });
    }
  return { told: notified, failures };
}

/**
 * Notifies the people of the next orders and writes their refunds. An order with a refund is finished only when
 * its refund is.
 */
async function notifyOrders(ctx: Ctx, input: ChangeInput, cursor: Cursor): Promise<StepResult<Cursor>> {
  const { runId, changeId, reason, lastOrderId } = input;
  const change = await readRunChange(ctx, changeId);
  const isCancelled = change.kind === "cancelled";
  const remainingIds = (await listConcernedOrders(ctx, change)).filter((id) => id > cursor.after && id <= lastOrderId);
  const stepIds = remainingIds.slice(0, ordersPerStep);
  await lockOrders(ctx, ctx.db.select({ id: orders.id }).from(orders).where(inArray(orders.id, stepIds)).$dynamic());
  // Reads the people again after the lock, to see what its previous holder committed.
  const people = (await peopleConcerned(ctx, runId, change.kind)).filter(({ orderId }) => stepIds.includes(orderId));
  const { told, failures } = await notifyPeople(ctx, change, people, reason);
  const refunds = isCancelled ? await refundRunOrders(ctx, runId, stepIds) : 0;
  const writtenRefunds = isCancelled ? await readWrittenRunRefunds(ctx, runId, stepIds) : [];
  const unfinished = new Set([
    ...writtenRefunds.map(({ orderId }) => formatOrderNumber(orderId)),
    ...failures.map(({ what }) => what),
  ]);
  const sums = { told: cursor.told + told, refunds: cursor.refunds + refunds };
  const nextCursor: Cursor = { ...cursor, ...sums, after: stepIds.at(-1) ?? 0 };
  const isLast = remainingIds.length === stepIds.length;
  return {
    cursor: !isLast ? nextCursor : isCancelled ? { ...firstCursor, ...sums, part: "money" } : null,
    done: stepIds.filter((id) => !unfinished.has(formatOrderNumber(id))).length,
    failures,
    result: toResult(nextCursor),
  };
}

type Written = Awaited<ReturnType<typeof readWrittenRunRefunds>>[number];

/** Reads the refunds of the next order. After the last order, it goes through the orders that are left over. */
async function readNextRefunds(ctx: Ctx, runId: number, { part, after, rest }: Cursor): Promise<Written[]> {
  if (part === "rest") return readWrittenRunRefunds(ctx, runId, rest.slice(0, 1));
  const allRefunds = await readWrittenRunRefunds(ctx, runId);
  const nextRefund = allRefunds.find(({ orderId }) => orderId > after);
  return allRefunds.filter(({ orderId }) => orderId === nextRefund?.orderId);
}

function toFailure({ orderId, amountHalalas, status, problem }: Written): TaskFailure {
  const refused = problem === "pay-back-by-hand" ? m.runchanges_pay_by_hand : m.runchanges_refund_refused;
  const why = status === "needs-person" ? refused : m.runchanges_refund_waits;
  const amount = decimalFromHalalas(amountHalalas);
  return {
    what: formatOrderNumber(orderId),
    why: inBoth((locale) => why({ amount: formatSar(amount, locale) }, { locale })),
  };
}

/**
 * Sends the refunds of an order. Safe to interrupt, because one worker claims each refund and checks the provider
 * first.
 */
async function sendRefunds(ctx: Ctx, { runId }: ChangeInput, cursor: Cursor): Promise<void> {
  if (cursor.part === "tell") return;
  for (const { paymentId, status } of await readNextRefunds(ctx, runId, cursor))
    if (status === "requested") await processRefunds(ctx, paymentId);
}

/** Reports the result of the refunds of the next order. */
async function reportRefunds(ctx: Ctx, { runId }: ChangeInput, cursor: Cursor): Promise<StepResult<Cursor>> {
  const refunds = await readNextRefunds(ctx, runId, cursor);
  const [firstRefund] = refunds;
  const result = toResult(cursor);
  const rest = cursor.part === "rest" ? cursor.rest.slice(1) : cursor.rest;
  if (!firstRefund) {
    const isOver = cursor.part === "rest" || rest.length === 0;
    return { cursor: isOver ? null : { ...cursor, part: "rest" }, done: 0, result };
  }
  const nextCursor: Cursor = { ...cursor, after: firstRefund.orderId, rest };
  const isWaiting = refunds.some(({ status }) => status === "requested");
  if (isWaiting && cursor.part === "money")
    return { cursor: { ...nextCursor, rest: [...rest, firstRefund.orderId] }, done: 0, result };
  const failures = refunds.filter(({ status }) => status !== "done").map(toFailure);
  return { cursor: nextCursor, done: failures.length === 0 ? 1 : 0, failures, result };
}

const buildTitle =
  (title: typeof m.runchanges_title_moved) =>
  ({ nameEng, nameAr, startDate, endDate }: ChangeInput, locale: Locale): string =>
    title(
      { course: locale === "ar" ? (nameAr ?? nameEng) : nameEng, range: weekdayRange(startDate, endDate, locale) },
      { locale },
    );

/** Task: notifies everyone that a run has moved. */
export const notifyRunMoved = defineTask<ChangeInput, Cursor>({
  kind: "run.moved",
  permission: "schedule.move",
  mustEnd: true,
  input,
  title: buildTitle(m.runchanges_title_moved),
  total: async (_ctx, { orders }) => orders,
  step: (ctx, input, { cursor }) => notifyOrders(ctx, input, cursor ?? firstCursor),
});

/** Task: notifies everyone that a run is cancelled and refunds what they paid. */
const defineCancellationTask = (kind: string, permission: TaskKind["permission"]) =>
  defineTask<ChangeInput, Cursor, void>({
    kind,
    permission,
    mustEnd: true,
    input,
    title: buildTitle(m.runchanges_title_cancelled),
    total: async (_ctx, { orders }) => orders,
    prepare: (ctx, input, cursor) => sendRefunds(ctx, input, cursor ?? firstCursor),
    step: (ctx, input, { cursor }) => {
      const current = cursor ?? firstCursor;
      return current.part === "tell" ? notifyOrders(ctx, input, current) : reportRefunds(ctx, input, current);
    },
  });

export const finishCancellation = defineCancellationTask("run.cancelled", "schedule.cancel");
/** After an approval, the task runs as the second person. */
export const finishApprovedCancellation = defineCancellationTask("run.cancelled-approved", "orders.approve");

/**
 * Starts the task that follows a change, in the open transaction. Returns its id; null when the change concerns no one.
 */
export async function startFollowUpTask<Cursor, Prepared>(
  ctx: Ctx,
  kind: TaskKind<ChangeInput, Cursor, Prepared>,
  change: RunChange,
  reason: ChangeReason | null,
): Promise<number | null> {
  const orderIds = await listConcernedOrders(ctx, change);
  const lastOrderId = orderIds.at(-1);
  if (lastOrderId === undefined) return null;
  const { id: runId, courseId, startDate, endDate } = change.before;
  const { name_eng: nameEng, name_ar: nameAr } = courses;
  const [course] = await ctx.db.select({ nameEng, nameAr }).from(courses).where(eq(courses.id, courseId));
  if (!course) throw new Error("The course of a run is gone");
  const changeInput = { runId, changeId: change.id, ...course, startDate, endDate, reason };
  const { id } = await startTask(ctx, kind, { ...changeInput, lastOrderId, orders: orderIds.length });
  return id;
}
