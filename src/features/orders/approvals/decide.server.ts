import { eq } from "drizzle-orm";
import { lockOrder } from "#features/orders/settle/locked-order.server.ts";
import { processRefunds } from "#features/orders/refunds/refunds.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
  type StaffActor,
} from "#platform/context.server.ts";
import { Conflict, Forbidden, FreshSignInRequired } from "#platform/errors.ts";
import { m } from "#messages";
import { queueDecisionMail } from "./approval-mails.server.ts";
import { writeRequested } from "./ask.server.ts";
import type { RefundRequestState } from "./refund-limit.ts";
import { refundRequests, type RefundRequest } from "./tables.server.ts";

export interface Decision {
  id: number;
  /** To the colleague who asked; kept in the audit log. */
  word?: string | undefined;
}

/** Its order is locked, so that a request is decided once. */
async function lockRequest(ctx: Ctx, id: number): Promise<{ request: RefundRequest; buyerId: string }> {
  const [found] = await ctx.db
    .select({ orderId: refundRequests.orderId })
    .from(refundRequests)
    .where(eq(refundRequests.id, id));
  const locked = found && (await lockOrder(ctx, { orderId: found.orderId }));
  const [request] = await ctx.db.select().from(refundRequests).where(eq(refundRequests.id, id));
  if (!locked || !request) throw noSuchRecord(ctx);
  return { request, buyerId: locked.order.userId };
}

async function finish(
  ctx: Ctx,
  { request, buyerId }: { request: RefundRequest; buyerId: string },
  state: Exclude<RefundRequestState, "direct" | "waiting">,
  { id: decidedBy, name: decidedByName }: StaffActor,
  word: string | undefined,
): Promise<RefundRequest> {
  const { id, orderId, amountHalalas } = request;
  const [decided] = await ctx.db
    .update(refundRequests)
    .set({ state, decidedBy, decidedByName, decidedAt: ctx.now(), word: word ?? null })
    .where(eq(refundRequests.id, id))
    .returning();
  if (!decided) throw new Error("A request for a refund is gone");
  await audit(ctx, {
    action: `refund.request-${state}`,
    entity: "order",
    entityId: orderId,
    before: { state: request.state },
    after: { state, requestId: id, amountHalalas, ...(word && { word }) },
    personal: word ? { of: buyerId, paths: ["after.word"] } : undefined,
  });
  if (state !== "withdrawn") await queueDecisionMail(ctx, decided);
  return decided;
}

/** Of two people who decide at once, the second is told that it has been. */
function requireWaiting(ctx: Ctx, { state }: RefundRequest): void {
  if (state !== "waiting") throw new Conflict(m.refunds_decided_already({}, { locale: ctx.locale }));
}

function requireSecondPerson(ctx: Ctx, { askedBy, askedAt }: RefundRequest, staff: StaffActor): void {
  if (staff.id === askedBy) throw new Forbidden(m.refunds_not_own({}, { locale: ctx.locale }));
  // A code of their own for this request, not one they gave for something before it.
  if (staff.confirmedAt < askedAt) throw new FreshSignInRequired(m.platform_fresh_sign_in({}, { locale: ctx.locale }));
}

/**
 * Agrees to a refund that waits and does it; never one's own. For `orders.approve` with a second factor proved since it
 * was asked for. Throws Unauthenticated, Forbidden (also one's own), FreshSignInRequired, NotFound, Conflict (decided
 * already, not paid), ValidationError (the order holds less, or its seats are gone, by now).
 */
export async function approveRefund(ctx: Ctx, { id, word }: Decision): Promise<RefundRequest> {
  requirePermission(ctx, "orders.approve");
  requireFreshSignIn(ctx);
  const staff = requireStaff(ctx);
  const { decided, paymentIds } = await inTransaction(ctx, async (ctx) => {
    const locked = await lockRequest(ctx, id);
    requireSecondPerson(ctx, locked.request, staff);
    requireWaiting(ctx, locked.request);
    const decided = await finish(ctx, locked, "approved", staff, word);
    return { decided, paymentIds: await writeRequested(ctx, decided) };
  });
  for (const paymentId of paymentIds) await processRefunds(ctx, paymentId);
  return decided;
}

/**
 * Declines a refund that waits; never one's own. For `orders.approve`. Throws as `approveRefund`, but for the fresh
 * sign-in.
 */
export async function declineRefund(ctx: Ctx, { id, word }: Decision): Promise<RefundRequest> {
  requirePermission(ctx, "orders.approve");
  const staff = requireStaff(ctx);
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockRequest(ctx, id);
    if (staff.id === locked.request.askedBy) throw new Forbidden(m.refunds_not_own({}, { locale: ctx.locale }));
    requireWaiting(ctx, locked.request);
    return finish(ctx, locked, "declined", staff, word);
  });
}

/**
 * Takes back one's own request while it waits. For `orders.refund`. Throws Unauthenticated, Forbidden, NotFound,
 * Conflict.
 */
export async function withdrawRefund(ctx: Ctx, { id }: { id: number }): Promise<RefundRequest> {
  requirePermission(ctx, "orders.refund");
  const staff = requireStaff(ctx);
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockRequest(ctx, id);
    if (staff.id !== locked.request.askedBy) throw new Forbidden(m.refunds_only_own({}, { locale: ctx.locale }));
    requireWaiting(ctx, locked.request);
    return finish(ctx, locked, "withdrawn", staff, undefined);
  });
}
