import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { permissionsOf, staffRoles } from "#features/people/permissions.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { RefundApprovalProps } from "./emails.server.ts";
import type { RefundRequest } from "./tables.server.ts";

const approvers = staffRoles.filter((role) => permissionsOf(role).has("orders.approve"));

/** Who may agree to a refund that this colleague asks for. */
export async function listApprovers(ctx: Ctx, askedBy: string) {
  const { id, name, email, locale, role, acceptedAt, removedAt } = staffUsers;
  return ctx.db
    .select({ id, name, email, locale })
    .from(staffUsers)
    .where(and(inArray(role, approvers), isNotNull(acceptedAt), isNull(removedAt), ne(id, askedBy)))
    .orderBy(name);
}

const propsOf = (ctx: Ctx, { orderId, amountHalalas, reason, askedByName }: RefundRequest): RefundApprovalProps => ({
  orderId,
  amount: decimalFromHalalas(amountHalalas),
  reason,
  askedBy: askedByName,
  url: `${ctx.env.BASE_URL}/staff/orders/${orderId}`,
});

/** One mail to each person who may agree, in the open transaction. */
export async function queueApprovalMails(ctx: Ctx, request: RefundRequest): Promise<void> {
  const template = "refund-approval";
  const props = propsOf(ctx, request);
  for (const { id, email: to, locale } of await listApprovers(ctx, request.askedBy))
    await queueMail(ctx, { key: `${template}:${request.id}:${id}`, to, locale, template, props });
}

/** To the colleague who asked, in the open transaction. */
export async function queueDecisionMail(ctx: Ctx, request: RefundRequest): Promise<void> {
  const template = "refund-decided";
  const { email, locale } = staffUsers;
  const isAsker = and(eq(staffUsers.id, request.askedBy), isNull(staffUsers.removedAt));
  const [asker] = await ctx.db.select({ email, locale }).from(staffUsers).where(isAsker);
  if (!asker) return;
  const decision = { approved: request.state === "approved", by: request.decidedByName ?? "", word: request.word };
  const props = { ...propsOf(ctx, request), ...decision };
  await queueMail(ctx, { key: `${template}:${request.id}`, to: asker.email, locale: asker.locale, template, props });
}
