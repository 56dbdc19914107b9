import { and, asc, count, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { paymentCases, paymentComparisons } from "./tables.server.ts";
import type { PaymentCase } from "./compare.server.ts";

/** Actions that a person can take on a case. */
export const caseActions = ["resync", "refund", "paid-back", "resolve"] as const;
export type CaseAction = (typeof caseActions)[number];

/** Returns the actions that a person can take on a case; the first one usually helps. */
export function getActions({ kind, orderId, facts }: Pick<PaymentCase, "kind" | "orderId" | "facts">): CaseAction[] {
  if (kind === "unknown-payment") return ["refund", "resolve"];
  if (kind === "refund-needs-person")
    return facts.problem === "pay-back-by-hand" ? ["paid-back", "resolve"] : ["resync", "paid-back", "resolve"];
  // The person solves these cases elsewhere, on the order's page or on the tax document.
  if (["difference-without-seat", "einvoice-rejected", "einvoice-overdue"].includes(kind)) return ["resolve"];
  return orderId === null ? ["resolve"] : ["resync", "resolve"];
}

export const caseSorts = { opened_at: paymentCases.openedAt, closed_at: paymentCases.closedAt, id: paymentCases.id };

export interface ListedCase {
  case: PaymentCase;
  buyer: { id: string; name: string } | null;
}

export async function listCases(
  ctx: Ctx,
  query: ListQuery<keyof typeof caseSorts, { open?: boolean | undefined; order_id?: number | undefined }>,
): Promise<ListPage<ListedCase>> {
  requirePermission(ctx, listCases.permission);
  const { open, order_id: orderId } = query.filter;
  const where = and(
    open === undefined ? undefined : open ? isNull(paymentCases.closedAt) : isNotNull(paymentCases.closedAt),
    orderId === undefined ? undefined : eq(paymentCases.orderId, orderId),
  );
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db
      .select({ case: paymentCases, buyer: { id: users.id, name: users.name } })
      .from(paymentCases)
      .leftJoin(orders, eq(orders.id, paymentCases.orderId))
      .leftJoin(users, eq(users.id, orders.userId))
      .$dynamic(),
    where,
    sorts: caseSorts,
    tie: paymentCases.id,
  });
  return { data: rows, ...counted };
}
listCases.permission = "orders.read" as const;

/** Reads a case. Requires `orders.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function readCase(ctx: Ctx, { id }: { id: number }): Promise<PaymentCase> {
  requirePermission(ctx, "orders.read");
  const [row] = await ctx.db.select().from(paymentCases).where(eq(paymentCases.id, id));
  if (!row) throw noSuchRecord(ctx);
  return row;
}

export interface CaseCounts {
  open: number;
  /** When the oldest open case was opened; null without any. */
  oldestAt: Date | null;
  /** When payments were last compared with the provider; null before the first comparison. */
  comparedAt: Date | null;
}

/** Counts the open cases for the dashboard and the menu. */
export async function countCases(ctx: Ctx): Promise<CaseCounts> {
  requirePermission(ctx, countCases.permission);
  const isOpen = isNull(paymentCases.closedAt);
  const [row] = await ctx.db.select({ open: count() }).from(paymentCases).where(isOpen);
  const { openedAt } = paymentCases;
  const [oldest] = await ctx.db.select({ openedAt }).from(paymentCases).where(isOpen).orderBy(asc(openedAt)).limit(1);
  const [compared] = await ctx.db.select().from(paymentComparisons);
  return { open: row?.open ?? 0, oldestAt: oldest?.openedAt ?? null, comparedAt: compared?.comparedAt ?? null };
}
countCases.permission = "orders.read" as const;

/**
 * Records the action that a person took. The caller compares the case again afterwards, which closes it if nothing
 * differs any more.
 */
export async function recordAction(
  ctx: Ctx,
  { id, kind, orderId, paymentId }: PaymentCase,
  action: CaseAction,
): Promise<void> {
  requirePermission(ctx, "orders.resolve");
  const { id: actedBy, name: actedByName } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(paymentCases).set({ actedBy, actedByName, action }).where(eq(paymentCases.id, id));
    const after = { action, kind, paymentId, orderId };
    await audit(ctx, { action: "payment-case.acted-on", entity: "payment-case", entityId: id, after });
  });
}

/**
 * Closes a case because a person decided so. The same facts do not open it again. Idempotent. Requires
 * `orders.resolve`. Throws Unauthenticated, Forbidden, NotFound.
 */
export async function resolveCase(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  requirePermission(ctx, "orders.resolve");
  const { id: actedBy, name: actedByName } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(paymentCases).where(eq(paymentCases.id, id)).for("update");
    if (!row) throw noSuchRecord(ctx);
    if (row.closedAt !== null) return;
    await ctx.db
      .update(paymentCases)
      .set({ closedAt: ctx.now(), outcome: "resolved", actedBy, actedByName, action: "resolve", reason })
      .where(eq(paymentCases.id, id));
    const [order] = await ctx.db
      .select({ of: orders.userId })
      .from(orders)
      .where(eq(orders.id, row.orderId ?? 0))
      .orderBy(desc(orders.id));
    await audit(ctx, {
      action: "payment-case.resolved",
      entity: "payment-case",
      entityId: id,
      after: { kind: row.kind, paymentId: row.paymentId, orderId: row.orderId, reason },
      personal: order && { of: order.of, paths: ["after.reason"] },
    });
  });
}
