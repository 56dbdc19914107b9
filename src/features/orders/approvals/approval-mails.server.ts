import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { permissionsOf, staffRoles } from "#features/people/permissions.ts";
import { shownNames, staffName, staffNameSql } from "#features/staff/names.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { RefundApprovalProps } from "./emails.server.ts";
import type { RefundRequest } from "./tables.server.ts";

const approvers = staffRoles.filter((role) => permissionsOf(role).has("orders.approve"));

/** Who may agree to a refund that this colleague asks for, as the reader's language writes their names. */
export async function listApprovers(ctx: Ctx, askedBy: string) {
  const { id, name, nameAr, email, locale, role, acceptedAt, removedAt } = staffUsers;
  const rows = await ctx.db
    .select({ id, name, nameAr, email, locale })
    .from(staffUsers)
    .where(and(inArray(role, approvers), isNotNull(acceptedAt), isNull(removedAt), ne(id, askedBy)))
    .orderBy(staffNameSql(ctx.locale));
  return rows.map(({ nameAr, ...row }) => ({ ...row, name: staffName({ ...row, nameAr }, ctx.locale) }));
}

async function propsOf(ctx: Ctx, request: RefundRequest, locale: Locale): Promise<RefundApprovalProps> {
  const { orderId, amountHalalas, reason, askedBy, askedByName } = request;
  const names = await shownNames(ctx, [askedBy], locale);
  return {
    orderId,
    amount: decimalFromHalalas(amountHalalas),
    reason,
    askedBy: names.get(askedBy) ?? askedByName,
    url: `${ctx.env.BASE_URL}/staff/orders/${orderId}`,
  };
}

/** One mail to each person who may agree, in the open transaction. */
export async function queueApprovalMails(ctx: Ctx, request: RefundRequest): Promise<void> {
  const template = "refund-approval";
  for (const { id, email: to, locale } of await listApprovers(ctx, request.askedBy)) {
    const props = await propsOf(ctx, request, locale);
    await queueMail(ctx, { key: `${template}:${request.id}:${id}`, to, locale, template, props });
  }
}

/** To the colleague who asked, in the open transaction. */
export async function queueDecisionMail(ctx: Ctx, request: RefundRequest): Promise<void> {
  const template = "refund-decided";
  const { email, locale } = staffUsers;
  const isAsker = and(eq(staffUsers.id, request.askedBy), isNull(staffUsers.removedAt));
  const [asker] = await ctx.db.select({ email, locale }).from(staffUsers).where(isAsker);
  if (!asker) return;
  const names = await shownNames(ctx, [request.decidedBy], asker.locale);
  const by = names.get(request.decidedBy) ?? request.decidedByName ?? "";
  const decision = { approved: request.state === "approved", by, word: request.word };
  const props = { ...(await propsOf(ctx, request, asker.locale)), ...decision };
  await queueMail(ctx, { key: `${template}:${request.id}`, to: asker.email, locale: asker.locale, template, props });
}
