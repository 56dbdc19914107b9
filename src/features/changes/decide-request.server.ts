import { and, count, eq, inArray, sql } from "drizzle-orm";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { refundedAlone } from "./refund-quote.server.ts";
import { hasChangeKeySql, buildRefundKey } from "./grouped-refunds.server.ts";
import { mailRefundApprovers, writeRefundRequest } from "./refund-request.server.ts";
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
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { queueDecisionMail } from "./change-mails.server.ts";
import { lockChange, sendRefunds } from "./change-order.server.ts";
import { moveAgreedSeats, quoteAgreedMove, readRequestFacts } from "./agreed-change.server.ts";
import { quoteReturn } from "./quote.server.ts";
import { readPaidOrder, requireNoSeatThere, type QuoteFacts } from "./changeable-seats.server.ts";
import { isOpenChange, orderChanges, type OrderChange } from "./tables.server.ts";

/**
 * For a cancellation, `policy` refunds what the policy gives, `days` the share of the days still ahead, and `all` the
 * whole price. `keep` refunds nothing, but the value can book another date within a year. `agree` approves a request of
 * another kind. `refuse` changes nothing.
 */
export const changeDecisions = ["policy", "days", "all", "keep", "agree", "refuse"] as const;
export type ChangeDecision = (typeof changeDecisions)[number];

export interface DecisionQuote {
  decision: Exclude<ChangeDecision, "refuse">;
  /** Refund including VAT; `netHalalas` excludes it. */
  refundHalalas: number;
  netHalalas: number;
  taxHalalas: number;
  /** For `days`: how many of the run's days are still ahead. */
  days: { left: number; all: number } | null;
  /**
   * For `keep`: what was paid for the seats, which can book another date. For a move: how much more the new date costs.
   * The buyer does not pay that difference if staff agree.
   */
  valueHalalas: number;
  needsSecondPerson: boolean;
}

/** Counts the days of a run, and those that were still ahead on the day of the quote. */
async function countDaysLeft(ctx: Ctx, runId: number, quotedAt: Date): Promise<{ left: number; all: number }> {
  const rows = await ctx.db
    .select({ startsAt: runSessions.startsAt })
    .from(runSessions)
    .where(eq(runSessions.runId, runId));
  const days = [...new Set(rows.map(({ startsAt }) => riyadhDate(startsAt)))];
  const today = riyadhDate(quotedAt);
  return { left: days.filter((day) => day > today).length, all: Math.max(1, days.length) };
}

/** Quotes each possible decision from the order's present state. Throws Conflict (seats gone, not paid). */
export async function quoteDecisions(ctx: Ctx, change: OrderChange): Promise<DecisionQuote[]> {
  const facts = await readRequestFacts(ctx, change);
  const limitHalalas = await refundLimitHalalas(ctx);
  const refundedAloneHalalas = await refundedAlone(ctx, change.orderId);
  const toSums = (parts: ChangePart[], taxHalalas: number) => {
    const refundHalalas = sumParts(parts, "backHalalas");
    const needsSecondPerson = refundHalalas > 0 && refundedAloneHalalas + refundHalalas > limitHalalas;
    return { refundHalalas, taxHalalas, netHalalas: refundHalalas - taxHalalas, valueHalalas: 0, needsSecondPerson };
  };
  if (change.kind === "person") return [{ decision: "agree", ...toSums([], 0), days: null }];
  if (change.kind === "move") {
    const { quote } = await quoteAgreedMove(ctx, change);
    const sums = toSums(quote.parts, quote.refundTaxHalalas);
    return [{ decision: "agree", ...sums, valueHalalas: quote.payHalalas, days: null }];
  }
  const days = await countDaysLeft(ctx, change.runId, change.quotedAt);
  const shares = [
    { decision: "policy", part: change.percent ?? 0, whole: 100, days: null },
    ...(days.left < days.all && days.left > 0
      ? [{ decision: "days", part: days.left, whole: days.all, days } as const]
      : []),
    { decision: "all", part: 100, whole: 100, days: null },
  ] as const;
  const sums: DecisionQuote[] = [];
  let valueHalalas = 0;
  for (const { decision, part, whole, days } of shares) {
    const { parts, refundTaxHalalas } = await quoteReturn(ctx, facts, part, whole);
    sums.push({ decision, ...toSums(parts, refundTaxHalalas), days });
    valueHalalas = sumParts(parts, "fullHalalas");
  }
  if (valueHalalas > 0) sums.push({ decision: "keep", ...toSums([], 0), days: null, valueHalalas });
  return sums;
}

/** Reads an open request and locks its orders and runs. Throws NotFound, Conflict (decided already). */
export async function lockOpenRequest(ctx: Ctx, id: number): Promise<OrderChange> {
  const readChange = () => ctx.db.select().from(orderChanges).where(eq(orderChanges.id, id));
  const [unlocked] = await readChange();
  if (!unlocked) throw noSuchRecord(ctx);
  await lockChange(ctx, unlocked);
  const [change] = await readChange();
  if (!change || !isOpenChange(change)) throw new Conflict(m.changes_decided_already({}, { locale: ctx.locale }));
  return change;
}

interface Outcome {
  parts: OrderChange["parts"];
  /** A second person has to agree first. */
  needsApproval: boolean;
  paymentIds: string[];
  keptUntil?: string;
}

/** Requests the refunds of a decision, one per order. Approvers get one email for all of them. */
async function requestRefunds(ctx: Ctx, { id, orderId }: OrderChange, facts: QuoteFacts, parts: OrderChange["parts"]) {
  const partsToRefund = parts.filter(({ backHalalas }) => backHalalas > 0);
  const seatIds = facts.newRun === null ? facts.chosen.map((seat) => seat.id) : [];
  const paymentIds: string[] = [];
  // Refunds of several orders count as one sum: either all of them wait for a second person, or none does.
  const sumHalalas = sumParts(partsToRefund, "backHalalas");
  const needsApproval =
    sumHalalas > 0 && (await refundedAlone(ctx, orderId)) + sumHalalas > (await refundLimitHalalas(ctx));
  const whereChange = and(inArray(refundRequests.orderId, withDifferencesSql(ctx, orderId)), hasChangeKeySql(id));
  const earlierKeys = await ctx.db.selectDistinct({ key: refundRequests.key }).from(refundRequests).where(whereChange);
  const key = buildRefundKey(id, earlierKeys.length);
  let firstRequest: RefundRequest | undefined;
  for (const part of partsToRefund) {
    const refund = {
      orderId: part.orderId,
      seatIds: part.orderId === orderId ? seatIds : [],
      amountHalalas: part.backHalalas,
      reason: "requested",
      key,
    };
    const written = await writeRefundRequest(ctx, refund, needsApproval);
    firstRequest ??= written.request;
    paymentIds.push(...written.paymentIds);
  }
  if (needsApproval && firstRequest) await mailRefundApprovers(ctx, firstRequest);
  return { needsApproval, paymentIds };
}

/** Cancels the seats. They are free at once, whether or not the refund has reached the provider. */
async function freeSeats(ctx: Ctx, { orderId, seatIds }: OrderChange): Promise<void> {
  await queueSeatCancelledMails(ctx, orderId, { runIds: [], seatIds });
  await cancelConfirmedSeats(ctx, orderId, { runIds: [], seatIds });
}

/** Refunds nothing. What was paid can book another date of the course, once. */
async function applyKeep(ctx: Ctx, change: OrderChange): Promise<Outcome> {
  const { parts } = await quoteReturn(ctx, await readRequestFacts(ctx, change), 100);
  const halalas = sumParts(parts, "fullHalalas");
  await notifyApprovers(ctx, { kind: "kept-value", orderId: change.orderId, halalas });
  const keptUntil = yearAfter(riyadhDate(ctx.now()));
  await freeSeats(ctx, change);
  await keepValue(ctx, change.seatIds, keptUntil);
  return { parts: [], needsApproval: false, paymentIds: [], keptUntil };
}

async function applyCancel(ctx: Ctx, change: OrderChange, decision: "policy" | "days" | "all"): Promise<Outcome> {
  const facts = await readRequestFacts(ctx, change);
  const days = await countDaysLeft(ctx, change.runId, change.quotedAt);
  const [part, whole] =
    decision === "days" ? [days.left, days.all] : [decision === "all" ? 100 : (change.percent ?? 0), 100];
  const { parts } = await quoteReturn(ctx, facts, part, whole);
  const { needsApproval, paymentIds } = await requestRefunds(ctx, change, facts, parts);
  if (!needsApproval) await freeSeats(ctx, change);
  return { parts, needsApproval, paymentIds };
}

/**
 * Moves the seats. The buyer pays nothing for a dearer date, and gets the difference back for a cheaper one. While that
 * refund waits for a second person, the seats stay where they are (`completeAgreedChange`).
 */
async function applyMove(ctx: Ctx, change: OrderChange): Promise<Outcome> {
  const { facts, quote } = await quoteAgreedMove(ctx, change);
  await requireNoSeatThere(ctx, facts);
  await notifyApprovers(ctx, { kind: "exception", orderId: change.orderId, halalas: quote.payHalalas });
  const { needsApproval, paymentIds } = await requestRefunds(ctx, change, facts, quote.parts);
  if (!needsApproval) await moveAgreedSeats(ctx, change, { facts, quote });
  return { parts: quote.parts, needsApproval, paymentIds };
}

const applyDecision = (ctx: Ctx, change: OrderChange, decision: ChangeDecision): Promise<Outcome> | Outcome => {
  if (decision === "refuse" || change.kind === "person") return { parts: [], needsApproval: false, paymentIds: [] };
  if (change.kind === "move") return applyMove(ctx, change);
  if (decision === "keep") return applyKeep(ctx, change);
  return applyCancel(ctx, change, decision === "agree" ? "policy" : decision);
};

/**
 * Decides a buyer's request and emails the answer. Refunds follow the rules of `requestRefund`: above the limit they
 * wait until a second person approves them. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, Conflict
 * (decided already, seats gone, another refund of the order waits), ValidationError (decision, answer).
 */
export async function decideRequest(
  ctx: Ctx,
  { id, decision, answer }: { id: number; decision: ChangeDecision; answer: string },
): Promise<OrderChange> {
  requirePermission(ctx, decideRequest.permission);
  requireFreshSignIn(ctx);
  const { id: decidedBy, name: decidedByName } = requireStaff(ctx);
  const { change, paymentIds } = await inTransaction(ctx, async (ctx) => {
    const request = await lockOpenRequest(ctx, id);
    const isPossible = request.kind === "cancel" ? decision !== "agree" : decision === "agree" || decision === "refuse";
    if (!isPossible) throw new ValidationError({ decision: [getProblemMessage("choice", ctx.locale)] });
    const { parts, needsApproval, paymentIds, keptUntil = null } = await applyDecision(ctx, request, decision);
    const state = decision === "refuse" ? "refused" : needsApproval ? "agreed" : "done";
    const now = ctx.now();
    const decided = { state, parts, keptUntil, answer, decidedBy, decidedByName, decidedAt: now } as const;
    const [change] = await ctx.db
      .update(orderChanges)
      .set({ ...decided, doneAt: needsApproval ? null : now })
      .where(eq(orderChanges.id, id))
      .returning();
    if (!change) throw new Error("The request to decide no longer exists");
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
    if (!needsApproval) await queueDecisionMail(ctx, change, backHalalas);
    return { change, paymentIds };
  });
  await sendRefunds(ctx, paymentIds);
  return change;
}
decideRequest.permission = "changes.decide" as const;

/** Counts the requests that wait for a decision, and since when the oldest does. Throws Unauthenticated, Forbidden. */
export async function countWaitingRequests(ctx: Ctx): Promise<{ waiting: number; oldestAt: Date | null }> {
  requirePermission(ctx, decideRequest.permission);
  const { state, createdAt, answeredAt } = orderChanges;
  const [row] = await ctx.db
    .select({
      waiting: count(),
      oldestAt: sql<Date | null>`min(coalesce(${answeredAt}, ${createdAt}))`.mapWith(createdAt),
    })
    .from(orderChanges)
    .where(eq(state, "asked"));
  return row ?? { waiting: 0, oldestAt: null };
}
