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
import { lockWithDifferences } from "./change-order.server.ts";
import { decideChange, lockAsked } from "./decide-change.server.ts";
import { attachFiles } from "./files.server.ts";
import { changeMessages, orderChanges, type OrderChange } from "./tables.server.ts";

async function readBuyerId(ctx: Ctx, orderId: number): Promise<string> {
  const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  return order.userId;
}

/**
 * Asks the buyer of a request something, by mail; it waits for the answer, and no one's day to decide runs meanwhile.
 * Throws Unauthenticated, Forbidden, NotFound, Conflict (decided, or a question waits already).
 */
export async function requestInfo(ctx: Ctx, { id, question }: { id: number; question: string }): Promise<void> {
  requirePermission(ctx, requestInfo.permission);
  const { id: askedBy, name: askedByName } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const change = await lockAsked(ctx, id);
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
requestInfo.permission = decideChange.permission;

/**
 * The buyer's answer to what staff asked; the request waits for the staff again. The same answer twice is one. Throws
 * Unauthenticated, NotFound, Conflict (nothing is asked any more), ValidationError (files), RateLimited.
 */
export async function answerQuestion(
  ctx: Ctx,
  { changeId, message, fileIds }: { changeId: number; message: string; fileIds: number[] },
): Promise<OrderChange> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "assignSeatsPerAccount", viewer.id);
  const { id, orderId } = orderChanges;
  const read = async (ctx: Ctx) => {
    const [found] = await ctx.db
      .select({ change: orderChanges })
      .from(orderChanges)
      .innerJoin(orders, eq(orders.id, orderId))
      .where(and(eq(id, changeId), eq(orders.userId, viewer.id)));
    if (!found) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    return found.change;
  };
  const answer = async (ctx: Ctx) => {
    await lockWithDifferences(ctx, (await read(ctx)).orderId);
    const change = await read(ctx);
    if (change.state !== "questioned") {
      const whereChange = eq(changeMessages.changeId, changeId);
      const [last] = await ctx.db
        .select()
        .from(changeMessages)
        .where(whereChange)
        .orderBy(desc(changeMessages.id))
        .limit(1);
      if (change.state === "asked" && last?.askedBy === null && last.text === message) return change;
      throw new Conflict(m.changes_nothing_asked({}, { locale: ctx.locale }));
    }
    const now = ctx.now();
    const [made] = await ctx.db
      .insert(changeMessages)
      .values({ changeId, text: message, createdAt: now })
      .returning({ id: changeMessages.id });
    await attachFiles(ctx, fileIds, { changeId, messageId: made?.id ?? null });
    const [answered] = await ctx.db
      .update(orderChanges)
      .set({ state: "asked", answeredAt: now })
      .where(eq(id, changeId))
      .returning();
    if (!answered) throw new Error("A request is gone");
    const personal = { of: viewer.id, paths: ["after.message"] };
    const after = { changeId, message };
    await audit(ctx, { action: "change.answered", entity: "order", entityId: change.orderId, after, personal });
    return answered;
  };
  return inAccountTransaction(ctx, answer, buyerLock(viewer.id));
}
