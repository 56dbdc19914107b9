import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, desc, eq } from "drizzle-orm";
import { buyerLock } from "#features/orders/locks.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, requireStaff, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { queueQuestionMail } from "./change-mails.server.ts";
import { lockWithDifferences, findChange, acknowledgeRequest } from "./change-order.server.ts";
import { decideRequest, lockOpenRequest } from "./decide-request.server.ts";
import { attachFiles } from "./files.server.ts";
import { changeMessages, orderChanges, type OrderChange, isOpenChangeSql, type ChangeKind } from "./tables.server.ts";
import { refundPercentOn, readPaidOrder, requireMoveDate, requireSeats } from "./changeable-seats.server.ts";
import { riyadhDate } from "#i18n/dates.ts";

async function readBuyerId(ctx: Ctx, orderId: number): Promise<string> {
  const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  return order.userId;
}

/**
 * Emails the buyer of a request a question. The request waits for the answer, and so does the staff's deadline. Throws
 * Unauthenticated, Forbidden, NotFound, Conflict (decided already, or another question is open).
 */
export async function requestInfo(ctx: Ctx, { id, question }: { id: number; question: string }): Promise<void> {
  requirePermission(ctx, requestInfo.permission);
  const { id: askedBy, name: askedByName } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const change = await lockOpenRequest(ctx, id);
    if (change.state === "questioned") throw new Conflict(m.changes_question_waits({}, { locale: ctx.locale }));
    const newMessage = { changeId: id, askedBy, askedByName, text: question, createdAt: ctx.now() };
    const [message] = await ctx.db.insert(changeMessages).values(newMessage).returning({ id: changeMessages.id });
    await ctx.db
      .update(orderChanges)
      .set({ state: "questioned", questionedBy: askedBy })
      .where(eq(orderChanges.id, id));
    await audit(ctx, {
      action: "change.questioned",
      entity: "order",
      entityId: change.orderId,
      after: { changeId: id, question },
      personal: { of: await readBuyerId(ctx, change.orderId), paths: ["after.question"] },
    });
    await queueQuestionMail(ctx, change, { messageId: message?.id ?? 0, question });
  });
}
requestInfo.permission = decideRequest.permission;

/**
 * Saves the buyer's answer to a question of the staff; then the request waits for their decision again. Sending the same
 * answer twice saves it once. Throws Unauthenticated, NotFound, Conflict (no open question), ValidationError (files),
 * RateLimited.
 */
export async function answerQuestion(
  ctx: Ctx,
  { changeId, message, fileIds }: { changeId: number; message: string; fileIds: number[] },
): Promise<OrderChange> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "assignSeatsPerAccount", viewer.id);
  const { id, orderId } = orderChanges;
  const readChange = async (ctx: Ctx) => {
    const [row] = await ctx.db
      .select({ change: orderChanges })
      .from(orderChanges)
      .innerJoin(orders, eq(orders.id, orderId))
      .where(and(eq(id, changeId), eq(orders.userId, viewer.id)));
    if (!row) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    return row.change;
  };
  const saveAnswer = async (ctx: Ctx) => {
    await lockWithDifferences(ctx, (await readChange(ctx)).orderId);
    const change = await readChange(ctx);
    if (change.state !== "questioned") {
      const whereChange = eq(changeMessages.changeId, changeId);
      const [lastMessage] = await ctx.db
        .select()
        .from(changeMessages)
        .where(whereChange)
        .orderBy(desc(changeMessages.id))
        .limit(1);
      if (change.state === "asked" && lastMessage?.askedBy === null && lastMessage.text === message) return change;
      throw new Conflict(m.changes_nothing_asked({}, { locale: ctx.locale }));
    }
    const now = ctx.now();
    const [newMessage] = await ctx.db
      .insert(changeMessages)
      .values({ changeId, text: message, createdAt: now })
      .returning({ id: changeMessages.id });
    await attachFiles(ctx, fileIds, { changeId, messageId: newMessage?.id ?? null });
    const [answered] = await ctx.db
      .update(orderChanges)
      .set({ state: "asked", answeredAt: now })
      .where(eq(id, changeId))
      .returning();
    if (!answered) throw new Error("The request to answer no longer exists");
    const personal = { of: viewer.id, paths: ["after.message"] };
    const after = { changeId, message };
    await audit(ctx, { action: "change.answered", entity: "order", entityId: change.orderId, after, personal });
    return answered;
  };
  return inAccountTransaction(ctx, saveAnswer, buyerLock(viewer.id));
}

export interface ExceptionInput {
  orderId: number;
  runId: number;
  kind: ChangeKind;
  seatIds: number[];
  toRunId: number | null;
  message: string;
  /** Files that the buyer uploaded for the request. */
  fileIds: number[];
  /** Idempotency key within the order. */
  key: string;
}

/**
 * Requests something that the policy does not allow. The policy of today applies, not that of the day of the decision.
 * A repeated key returns the existing request, and an order has one open request at most. Throws Unauthenticated,
 * NotFound, Conflict (not paid, seats gone, another request is open), ValidationError, RateLimited.
 */
export async function requestException(ctx: Ctx, input: ExceptionInput): Promise<OrderChange> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "assignSeatsPerAccount", viewer.id);
  const { orderId, runId, kind, seatIds, toRunId, message, key } = input;
  const createRequest = async (ctx: Ctx) => {
    await lockWithDifferences(ctx, orderId);
    const existing = await findChange(ctx, { orderId, key }, input);
    if (existing) return existing;
    await readPaidOrder(ctx, orderId, viewer.id);
    const { line, run, chosen, keptUntil } = await requireSeats(ctx, input);
    if (kind === "move") await requireMoveDate(ctx, run, toRunId, chosen.length);
    const isOpen = and(eq(orderChanges.orderId, orderId), isOpenChangeSql);
    if ((await ctx.db.$count(orderChanges, isOpen)) > 0)
      throw new Conflict(m.changes_one_waits({}, { locale: ctx.locale }));
    const now = ctx.now();
    const percent = kind === "cancel" ? refundPercentOn({ line, run, keptUntil }, riyadhDate(now)) : null;
    const [change] = await ctx.db
      .insert(orderChanges)
      .values({
        orderId,
        runId,
        kind,
        seatIds,
        key,
        message,
        percent,
        state: "asked",
        toRunId: kind === "move" ? toRunId : null,
        quotedAt: now,
        createdAt: now,
      })
      .returning();
    if (!change) throw new Error("A request was not written");
    await attachFiles(ctx, input.fileIds, { changeId: change.id, messageId: null });
    await acknowledgeRequest(ctx, change);
    return change;
  };
  return inAccountTransaction(ctx, createRequest, buyerLock(viewer.id));
}
