import { and, count, eq, inArray, sql } from "drizzle-orm";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { refundedAlone } from "./refund-quote.server.ts";
import { hasChangeKeySql, buildRefundKey } from "./decision-parts.server.ts";
import { mailRefundApprovers, writeAskedRefund } from "./refund-request.server.ts";
import { refundRequests, type RefundRequest } from "./approval-tables.server.ts";
import { withDifferencesSql } from "#features/orders/locks.server.ts";
import { queueSeatCancelledMails } from "#features/seats/seat-mails.server.ts";
import { cancelConfirmedSeats, keepValue } from "#features/seats/seats.server.ts";
import { notifyApprovers } from "#features/settings/approver-notices.server.ts";
import { refundLimitHalalas } from "#features/settings/settings.server.ts";
import { sumParts, type ChangePart } from "#features/settlement/refunds/change-parts.ts";
import { riyadhDate, yearAfter } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { queueDecidedMail } from "./change-mails.server.ts";
import { lockChange, sendRefunds } from "./change-order.server.ts";
import { moveDecidedSeats, quoteDecidedMove, readFacts } from "./decided-move.server.ts";
import { quoteReturn, readPaidOrder, requireNoSeatThere, type QuoteFacts } from "./read-change.server.ts";
import { isOpenChange, orderChanges, type OrderChange } from "./tables.server.ts";

/**
 * `policy`, `days` (those not taken yet) and `all` cancel; `keep` too, with nothing back but the value kept for another
 * date within a year; `agree` moves, or says yes; `refuse` changes nothing.
 */
export const changeDecisions = ["policy", "days", "all", "keep", "agree", "refuse"] as const;
export type ChangeDecision = (typeof changeDecisions)[number];

export interface DecisionSum {
  decision: Exclude<ChangeDecision, "refuse">;
  backHalalas: number;
  netHalalas: number;
  taxHalalas: number;
  /** Of `days`: how many of how many. */
  days: { left: number; all: number } | null;
  /**
   * Of `keep`: what was paid for the seats, which books another date. Of a move: what the dearer date costs more; if
   * staff agree, the buyer does not pay it.
   */
  valueHalalas: number;
  needsSecondPerson: boolean;
}

/** Days of a run that were still ahead on the day of a quote. */
async function daysLeft(ctx: Ctx, runId: number, quotedAt: Date): Promise<{ left: number; all: number }> {
  const rows = await ctx.db
    .select({ startsAt: runSessions.startsAt })
    .from(runSessions)
    .where(eq(runSessions.runId, runId));
  const days = [...new Set(rows.map(({ startsAt }) => riyadhDate(startsAt)))];
  const today = riyadhDate(quotedAt);
  return { left: days.filter((day) => day > today).length, all: Math.max(1, days.length) };
}

/** What each decision of a request returns, from the order as it is. Throws Conflict (seats gone, not paid). */
export async function readDecisions(ctx: Ctx, change: OrderChange): Promise<DecisionSum[]> {
  const facts = await readFacts(ctx, change);
  const limitHalalas = await refundLimitHalalas(ctx);
  const alone = await refundedAlone(ctx, change.orderId);
  const toSums = (parts: ChangePart[], taxHalalas: number) => {
    const backHalalas = sumParts(parts, "backHalalas");
    const needsSecondPerson = backHalalas > 0 && alone + backHalalas > limitHalalas;
    return { backHalalas, taxHalalas, netHalalas: backHalalas - taxHalalas, valueHalalas: 0, needsSecondPerson };
  };
  if (change.kind === "person") return [{ decision: "agree", ...toSums([], 0), days: null }];
  if (change.kind === "move") {
    const { quote } = await quoteDecidedMove(ctx, change);
    const sums = toSums(quote.parts, quote.backTaxHalalas);
    return [{ decision: "agree", ...sums, valueHalalas: quote.payHalalas, days: null }];
  }
  const days = await daysLeft(ctx, change.runId, change.quotedAt);
  const shares = [
    { decision: "policy", part: change.percent ?? 0, whole: 100, days: null },
    ...(days.left < days.all && days.left > 0
      ? [{ decision: "days", part: days.left, whole: days.all, days } as const]
      : []),
    { decision: "all", part: 100, whole: 100, days: null },
  ] as const;
  const sums: DecisionSum[] = [];
  let valueHalalas = 0;
  for (const { decision, part, whole, days } of shares) {
    const { parts, backTaxHalalas } = await quoteReturn(ctx, facts, part, whole);
    sums.push({ decision, ...toSums(parts, backTaxHalalas), days });
    valueHalalas = sumParts(parts, "fullHalalas");
  }
  if (valueHalalas > 0) sums.push({ decision: "keep", ...toSums([], 0), days: null, valueHalalas });
  return sums;
}

/** A request that is not decided, locked with its orders and runs. Throws NotFound, Conflict (decided already). */
export async function lockAsked(ctx: Ctx, id: number): Promise<OrderChange> {
  const byId = () => ctx.db.select().from(orderChanges).where(eq(orderChanges.id, id));
  const [found] = await byId();
  if (!found) throw noSuchRecord(ctx);
  await lockChange(ctx, found);
  const [change] = await byId();
  if (!change || !isOpenChange(change)) throw new Conflict(m.changes_decided_already({}, { locale: ctx.locale }));
  return change;
}

interface Outcome {
  parts: OrderChange["parts"];
  /** A second person has to agree first. */
  waits: boolean;
  paymentIds: string[];
  keptUntil?: string;
}

/** Asks for the refunds of a decision, one per order. Approvers get one mail for all that wait. */
async function askRefunds(ctx: Ctx, { id, orderId }: OrderChange, facts: QuoteFacts, parts: OrderChange["parts"]) {
  const due = parts.filter(({ backHalalas }) => backHalalas > 0);
  const seatIds = facts.to === null ? facts.chosen.map((seat) => seat.id) : [];
  const paymentIds: string[] = [];
  // Refunds of several orders are one sum: all of them wait for a second person, or none.
  const sumHalalas = sumParts(due, "backHalalas");
  const waits = sumHalalas > 0 && (await refundedAlone(ctx, orderId)) + sumHalalas > (await refundLimitHalalas(ctx));
  const whereChange = and(inArray(refundRequests.orderId, withDifferencesSql(ctx, orderId)), hasChangeKeySql(id));
  const before = await ctx.db.selectDistinct({ key: refundRequests.key }).from(refundRequests).where(whereChange);
  const key = buildRefundKey(id, before.length);
  let first: RefundRequest | undefined;
  for (const part of due) {
    const refund = {
      orderId: part.orderId,
      seatIds: part.orderId === orderId ? seatIds : [],
      amountHalalas: part.backHalalas,
      reason: "requested",
      key,
    };
    const written = await writeAskedRefund(ctx, refund, waits);
    first ??= written.request;
    paymentIds.push(...written.paymentIds);
  }
  if (waits && first) await mailRefundApprovers(ctx, first);
  return { waits, paymentIds };
}

/** Seats that are cancelled are free at once, whatever the provider says and when. */
async function freeSeats(ctx: Ctx, { orderId, seatIds }: OrderChange): Promise<void> {
  await queueSeatCancelledMails(ctx, orderId, { runIds: [], seatIds });
  await cancelConfirmedSeats(ctx, orderId, { runIds: [], seatIds });
}

/** Nothing goes back: what was paid books another date of the course, once. */
async function keepDecided(ctx: Ctx, change: OrderChange): Promise<Outcome> {
  const { parts } = await quoteReturn(ctx, await readFacts(ctx, change), 100);
  const halalas = sumParts(parts, "fullHalalas");
  await notifyApprovers(ctx, { kind: "kept-value", orderId: change.orderId, halalas });
  const keptUntil = yearAfter(riyadhDate(ctx.now()));
  await freeSeats(ctx, change);
  await keepValue(ctx, change.seatIds, keptUntil);
  return { parts: [], waits: false, paymentIds: [], keptUntil };
}

async function cancelDecided(ctx: Ctx, change: OrderChange, decision: "policy" | "days" | "all"): Promise<Outcome> {
  const facts = await readFacts(ctx, change);
  const days = await daysLeft(ctx, change.runId, change.quotedAt);
  const [part, whole] =
    decision === "days" ? [days.left, days.all] : [decision === "all" ? 100 : (change.percent ?? 0), 100];
  const { parts } = await quoteReturn(ctx, facts, part, whole);
  const { waits, paymentIds } = await askRefunds(ctx, change, facts, parts);
  if (!waits) await freeSeats(ctx, change);
  return { parts, waits, paymentIds };
}

/**
 * Moves the seats; the buyer pays no difference for a dearer date, and a cheaper one returns it. While that refund waits
 * for a second person, the seats stay (`settle-agreed.server.ts`).
 */
async function moveDecided(ctx: Ctx, change: OrderChange): Promise<Outcome> {
  const { facts, quote } = await quoteDecidedMove(ctx, change);
  await requireNoSeatThere(ctx, facts);
  await notifyApprovers(ctx, { kind: "exception", orderId: change.orderId, halalas: quote.payHalalas });
  const { waits, paymentIds } = await askRefunds(ctx, change, facts, quote.parts);
  if (!waits) await moveDecidedSeats(ctx, change, { facts, quote });
  return { parts: quote.parts, waits, paymentIds };
}

const applyDecision = (ctx: Ctx, change: OrderChange, decision: ChangeDecision): Promise<Outcome> | Outcome => {
  if (decision === "refuse" || change.kind === "person") return { parts: [], waits: false, paymentIds: [] };
  if (change.kind === "move") return moveDecided(ctx, change);
  if (decision === "keep") return keepDecided(ctx, change);
  return cancelDecided(ctx, change, decision === "agree" ? "policy" : decision);
};

/**
 * Decides what a buyer asked for and answers it by mail; money goes back as `askRefund` does it, above the limit of one
 * person only when a second one agrees. With a fresh sign-in. Throws FreshSignInRequired, NotFound, Conflict (decided
 * already, seats gone, a refund of the order waits), ValidationError (decision, answer).
 */
export async function decideChange(
  ctx: Ctx,
  { id, decision, answer }: { id: number; decision: ChangeDecision; answer: string },
): Promise<OrderChange> {
  requirePermission(ctx, decideChange.permission);
  requireFreshSignIn(ctx);
  const { id: decidedBy, name: decidedByName } = requireStaff(ctx);
  const { change, paymentIds } = await inTransaction(ctx, async (ctx) => {
    const request = await lockAsked(ctx, id);
    const fits = request.kind === "cancel" ? decision !== "agree" : decision === "agree" || decision === "refuse";
    if (!fits) throw new ValidationError({ decision: [fieldText("choice", ctx.locale)] });
    const { parts, waits, paymentIds, keptUntil = null } = await applyDecision(ctx, request, decision);
    const state = decision === "refuse" ? "refused" : waits ? "agreed" : "done";
    const now = ctx.now();
    const decided = { state, parts, keptUntil, answer, decidedBy, decidedByName, decidedAt: now } as const;
    const [change] = await ctx.db
      .update(orderChanges)
      .set({ ...decided, doneAt: waits ? null : now })
      .where(eq(orderChanges.id, id))
      .returning();
    if (!change) throw new Error("A request is gone");
    const backHalalas = sumParts(parts, "backHalalas");
    await audit(ctx, {
      action: decision === "refuse" ? "change.refused" : "change.agreed",
      entity: "order",
      entityId: request.orderId,
      after: {
        changeId: id,
        kind: request.kind,
        decision,
        backHalalas,
        ...(keptUntil !== null && { keptUntil }),
        answer,
      },
      personal: { of: (await readPaidOrder(ctx, request.orderId, null)).userId, paths: ["after.answer"] },
    });
    if (!waits) await queueDecidedMail(ctx, change, backHalalas);
    return { change, paymentIds };
  });
  await sendRefunds(ctx, paymentIds);
  return change;
}
decideChange.permission = "changes.decide" as const;

/** How many requests wait for a decision, and since when the first. Throws Unauthenticated, Forbidden. */
export async function countAskedChanges(ctx: Ctx): Promise<{ waiting: number; oldestAt: Date | null }> {
  requirePermission(ctx, decideChange.permission);
  const { state, createdAt, answeredAt } = orderChanges;
  const [found] = await ctx.db
    .select({
      waiting: count(),
      oldestAt: sql<Date | null>`min(coalesce(${answeredAt}, ${createdAt}))`.mapWith(createdAt),
    })
    .from(orderChanges)
    .where(eq(state, "asked"));
  return found ?? { waiting: 0, oldestAt: null };
}
