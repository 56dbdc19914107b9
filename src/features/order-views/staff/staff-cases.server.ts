import { z } from "zod";
import {
  getActions,
  caseActions,
  countCases,
  listCases,
  recordAction,
  readCase,
  resolveCase,
  type ListedCase,
} from "#features/settlement/cases/cases.server.ts";
import { comparePayments, recheckCase, type PaymentCase } from "#features/settlement/cases/compare.server.ts";
import { returnForeignPayment } from "#features/settlement/foreign-payments.server.ts";
import { recordRefundByHand } from "#features/settlement/refunds/refund-ledger.server.ts";
import { readDisplayNames, type StaffNames } from "#features/staff/names.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { getProblemMessage, optionalLine, recordId } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import { resyncOrder } from "./resync-order.server.ts";
import { money } from "./staff.server.ts";

const row = z.object({
  id: z.int(),
  kind: z.enum([
    "refund-needs-person",
    "refund-stuck",
    "check-overdue",
    "paid-at-provider",
    "refunds-differ",
    "unknown-payment",
    "difference-without-seat",
    "einvoice-rejected",
    "einvoice-overdue",
  ]),
  documentNumber: z.string().nullable().meta({ description: "For a case about an e-invoice: number of the document" }),
  paymentId: z.string(),
  orderId: z.int().nullable(),
  buyer: z.object({ id: z.string(), name: z.string() }).nullable(),
  openedAt: z.string(),
  seenAt: z.string(),
  closedAt: z.string().nullable(),
  outcome: z.enum(["agrees", "resolved"]).nullable(),
  action: z.string().nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  actions: z
    .array(z.enum(caseActions))
    .meta({ description: "What staff can do about the case, the usual action first; empty when it is closed" }),
  ours: z.object({ orderStatus: z.string().nullable(), refunded: money.nullable(), refundId: z.int().nullable() }),
  provider: z.object({ status: z.string().nullable(), amount: money.nullable(), refunded: money.nullable() }),
  amount: money.nullable(),
  method: z.string().nullable(),
  problem: z.string().nullable(),
});

const toDecimal = (halalas: number | undefined) => (halalas === undefined ? null : decimalFromHalalas(halalas));

function toRow({ case: paymentCase, buyer }: ListedCase, names: StaffNames): z.input<typeof row> {
  const { facts } = paymentCase;
  const isOurs = facts.refundId !== undefined || paymentCase.kind === "difference-without-seat";
  return {
    id: paymentCase.id,
    kind: paymentCase.kind,
    documentNumber: facts.documentNumber ?? null,
    paymentId: paymentCase.paymentId,
    orderId: paymentCase.orderId,
    buyer: buyer?.id ? buyer : null,
    openedAt: paymentCase.openedAt.toISOString(),
    seenAt: paymentCase.seenAt.toISOString(),
    closedAt: paymentCase.closedAt?.toISOString() ?? null,
    outcome: paymentCase.outcome,
    action: paymentCase.action,
    by: names.get(paymentCase.actedBy) ?? paymentCase.actedByName,
    reason: paymentCase.reason,
    actions: paymentCase.closedAt ? [] : getActions(paymentCase),
    ours: {
      orderStatus: facts.orderStatus ?? null,
      refunded: toDecimal(facts.bookedHalalas),
      refundId: facts.refundId ?? null,
    },
    provider: {
      status: facts.status ?? null,
      amount: isOurs ? null : toDecimal(facts.amountHalalas),
      refunded: toDecimal(facts.refundedHalalas),
    },
    amount: toDecimal(facts.amountHalalas),
    method: facts.method ?? null,
    problem: facts.problem ?? null,
  };
}

export const list = getList({
  access: listCases.permission,
  summary: "Payments that need a person, with what to do about each",
  sorts: ["opened_at", "closed_at", "id"],
  filter: z.object({ open: z.boolean().optional(), order_id: recordId().optional() }),
  row,
  list: async (ctx, query) => {
    const { data, ...counted } = await listCases(ctx, query);
    const names = await readDisplayNames(
      ctx,
      data.map((listed) => listed.case.actedBy),
    );
    return { data: data.map((listed) => toRow(listed, names)), ...counted };
  },
});

const countReply = z.object({ open: z.int(), oldestAt: z.string().nullable(), comparedAt: z.string().nullable() });

async function readCounts(ctx: Ctx): Promise<z.input<typeof countReply>> {
  const { open, oldestAt, comparedAt } = await countCases(ctx);
  return { open, oldestAt: oldestAt?.toISOString() ?? null, comparedAt: comparedAt?.toISOString() ?? null };
}

export const counts = staffEndpoint({
  access: countCases.permission,
  summary: "How many payments need a person, and when they were last compared",
  input: z.object({}),
  reply: countReply,
  handle: readCounts,
});

async function compareNow(ctx: Ctx): Promise<z.input<typeof countReply>> {
  requirePermission(ctx, compareNow.permission);
  await comparePayments(ctx);
  return readCounts(ctx);
}
compareNow.permission = "orders.resolve" as const;

export const compare = staffEndpoint({
  access: compareNow.permission,
  summary: "Compares our books with the provider's now",
  input: z.object({}),
  reply: countReply,
  handle: compareNow,
});

/** Carries out an action. The function that it calls checks its own permission and fresh sign-in. */
async function carryOut(ctx: Ctx, paymentCase: PaymentCase, action: "resync" | "refund" | "paid-back"): Promise<void> {
  if (action === "refund") await returnForeignPayment(ctx, { id: paymentCase.paymentId });
  else if (action === "paid-back") await recordRefundByHand(ctx, { refundId: paymentCase.facts.refundId ?? 0 });
  else await resyncOrder(ctx, paymentCase.orderId ?? 0);
}

/**
 * Carries out an action on a payment that needs a person, and closes the case when nothing differs any more. Actions
 * that move money need a fresh sign-in. Throws FreshSignInRequired, NotFound, Conflict (closed, or not an action of
 * this kind), ValidationError, ProviderUnavailable.
 */
export async function actOnCase(
  ctx: Ctx,
  { id, action, reason }: { id: number; action: (typeof caseActions)[number]; reason: string },
): Promise<PaymentCase> {
  requirePermission(ctx, actOnCase.permission);
  const paymentCase = await readCase(ctx, { id });
  if (paymentCase.closedAt !== null || !getActions(paymentCase).includes(action))
    throw new Conflict(m.payments_case_action_wrong({}, { locale: ctx.locale }));
  if (action === "resolve") {
    if (reason === "") throw new ValidationError({ reason: [getProblemMessage("required", ctx.locale)] });
    await resolveCase(ctx, { id, reason });
  } else {
    await carryOut(ctx, paymentCase, action);
    await recordAction(ctx, paymentCase, action);
    await recheckCase(ctx, paymentCase);
  }
  return readCase(ctx, { id });
}
actOnCase.permission = "orders.resolve" as const;

export const action = staffEndpoint({
  access: actOnCase.permission,
  summary: "Does something about a payment that needs a person; it closes when nothing differs any more",
  description: "`refund` and `paid-back` need a fresh sign-in; `resolve` needs a reason.",
  errors: { ...notFound, 409: "The case is closed already, or its kind does not have this action" },
  input: z.object({ id: numericId(), action: z.enum(caseActions), reason: optionalLine(500) }),
  reply: row,
  handle: async (ctx, input) => {
    const paymentCase = await actOnCase(ctx, input);
    return toRow({ case: paymentCase, buyer: null }, await readDisplayNames(ctx, [paymentCase.actedBy]));
  },
});
