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
  /** The last order of the change; later orders were placed knowing about it. */
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
  rest: number[];
  told: number;
  refunds: number;
}
const start: Cursor = { part: "tell", after: 0, rest: [], told: 0, refunds: 0 };
const ordersAtOnce = 20;

const formatOrderNumber = (orderId: number) => `#${orderId}`;
const toResult = ({ told, refunds }: Cursor) => ({ told, refunds });

/** Lists the ids of orders that a change concerns: with people to notify, or with money to refund. */
async function ordersConcerned(ctx: Ctx, { kind, before: { id: runId } }: RunChange): Promise<number[]> {
  const people = await peopleConcerned(ctx, runId, kind);
  const due = kind === "cancelled" ? await readRunRefunds(ctx, runId) : [];
  const ids = new Set([...people, ...due].map(({ orderId }) => orderId));
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
 * Notifies the people of the next orders and writes their refunds. An order with a refund is finished when its refund
 * is.
 */
async function notifyOrders(ctx: Ctx, input: ChangeInput, cursor: Cursor): Promise<StepResult<Cursor>> {
  const { runId, changeId, reason, lastOrderId } = input;
  const change = await readRunChange(ctx, changeId);
  const isCancelled = change.kind === "cancelled";
  const left = (await ordersConcerned(ctx, change)).filter((id) => id > cursor.after && id <= lastOrderId);
  const next = left.slice(0, ordersAtOnce);
  await lockOrders(ctx, ctx.db.select({ id: orders.id }).from(orders).where(inArray(orders.id, next)).$dynamic());
  // Read again after the lock, to see what its last holder committed.
  const people = (await peopleConcerned(ctx, runId, change.kind)).filter(({ orderId }) => next.includes(orderId));
  const { told, failures } = await notifyPeople(ctx, change, people, reason);
  const refunds = isCancelled ? await refundRunOrders(ctx, runId, next) : 0;
  const written = isCancelled ? await readWrittenRunRefunds(ctx, runId, next) : [];
  const open = new Set([
    ...written.map(({ orderId }) => formatOrderNumber(orderId)),
    ...failures.map(({ what }) => what),
  ]);
  const sums = { told: cursor.told + told, refunds: cursor.refunds + refunds };
  const here: Cursor = { ...cursor, ...sums, after: next.at(-1) ?? 0 };
  const isLast = left.length === next.length;
  return {
    cursor: !isLast ? here : isCancelled ? { ...start, ...sums, part: "money" } : null,
    done: next.filter((id) => !open.has(formatOrderNumber(id))).length,
    failures,
    result: toResult(here),
  };
}

type Written = Awaited<ReturnType<typeof readWrittenRunRefunds>>[number];

/** Finds the next order to refund: the one after the last, then those left over. */
async function nextRefunds(ctx: Ctx, runId: number, { part, after, rest }: Cursor): Promise<Written[]> {
  if (part === "rest") return readWrittenRunRefunds(ctx, runId, rest.slice(0, 1));
  const all = await readWrittenRunRefunds(ctx, runId);
  const next = all.find(({ orderId }) => orderId > after);
  return all.filter(({ orderId }) => orderId === next?.orderId);
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
 * Sends the refunds of an order. Safe to interrupt: the provider is asked first, and a refund is claimed by one worker.
 */
async function send(ctx: Ctx, { runId }: ChangeInput, cursor: Cursor): Promise<void> {
  if (cursor.part === "tell") return;
  for (const { paymentId, status } of await nextRefunds(ctx, runId, cursor))
    if (status === "requested") await processRefunds(ctx, paymentId);
}

/** Reports the result of an order's refunds. */
async function countMoney(ctx: Ctx, { runId }: ChangeInput, cursor: Cursor): Promise<StepResult<Cursor>> {
  const refunds = await nextRefunds(ctx, runId, cursor);
  const [first] = refunds;
  const result = toResult(cursor);
  const rest = cursor.part === "rest" ? cursor.rest.slice(1) : cursor.rest;
  if (!first) {
    const isOver = cursor.part === "rest" || rest.length === 0;
    return { cursor: isOver ? null : { ...cursor, part: "rest" }, done: 0, result };
  }
  const here: Cursor = { ...cursor, after: first.orderId, rest };
  const isWaiting = refunds.some(({ status }) => status === "requested");
  if (isWaiting && cursor.part === "money")
    return { cursor: { ...here, rest: [...rest, first.orderId] }, done: 0, result };
  const failures = refunds.filter(({ status }) => status !== "done").map(toFailure);
  return { cursor: here, done: failures.length === 0 ? 1 : 0, failures, result };
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
  step: (ctx, input, { cursor }) => notifyOrders(ctx, input, cursor ?? start),
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
    prepare: (ctx, input, cursor) => send(ctx, input, cursor ?? start),
    step: (ctx, input, { cursor }) => {
      const at = cursor ?? start;
      return at.part === "tell" ? notifyOrders(ctx, input, at) : countMoney(ctx, input, at);
    },
  });

export const finishCancellation = defineCancellationTask("run.cancelled", "schedule.cancel");
/** After an approval it runs as the second person. */
export const finishApprovedCancellation = defineCancellationTask("run.cancelled-approved", "orders.approve");

/** Starts the task that follows a change, in its transaction; null when it concerns no one. */
export async function startFollowing<Cursor, Prepared>(
  ctx: Ctx,
  kind: TaskKind<ChangeInput, Cursor, Prepared>,
  change: RunChange,
  reason: ChangeReason | null,
): Promise<number | null> {
  const concerned = await ordersConcerned(ctx, change);
  const lastOrderId = concerned.at(-1);
  if (lastOrderId === undefined) return null;
  const { id: runId, courseId, startDate, endDate } = change.before;
  const { name_eng: nameEng, name_ar: nameAr } = courses;
  const [course] = await ctx.db.select({ nameEng, nameAr }).from(courses).where(eq(courses.id, courseId));
  if (!course) throw new Error("The course of a run is gone");
  const about = { runId, changeId: change.id, ...course, startDate, endDate, reason };
  const { id } = await startTask(ctx, kind, { ...about, lastOrderId, orders: concerned.length });
  return id;
}
