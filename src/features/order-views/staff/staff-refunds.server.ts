import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { maxLines, maxQty } from "#features/orders/pricing.ts";
import { joinReasons } from "#features/orders/own-words.ts";
import { listApprovers } from "#features/changes/approval.server.ts";
import { quoteRefund, refundReasons } from "#features/changes/refund-quote.server.ts";
import {
  approveRefund,
  requestRefund,
  declineRefund,
  withdrawRefund,
} from "#features/changes/refund-request.server.ts";
import {
  approvalStates,
  refundRequests,
  type ApprovalState,
  type RefundRequest,
} from "#features/changes/approval-tables.server.ts";
import { keepPayment } from "#features/settlement/refunds/keep-payment.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import { line, optionalLine, recordId, proseLine, optionalProseLine } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, notFound, numericId, type ListQuery } from "#platform/http/staff-resource.server.ts";
import { amountField } from "#features/orders/fields.server.ts";
import { addOrderNote } from "./order-notes.server.ts";
import { readOrder, toRequestRows } from "./staff-order.server.ts";
import { fullOrder, money, refundRequest } from "./staff.server.ts";

const refundFields = {
  id: numericId(),
  whole: z.boolean().default(false).meta({ description: "Refund all that is left" }),
  seatIds: z
    .array(recordId())
    .max(maxLines * maxQty, "invalid")
    .default([])
    .meta({ description: "Seats to release; without an amount, their price is refunded" }),
  amount: amountField().optional(),
};
type RefundFields = z.output<z.ZodObject<typeof refundFields>>;
const toRefundInput = ({ id, whole, seatIds, amount }: RefundFields) => ({
  orderId: id,
  whole,
  seatIds,
  amountHalalas: amount,
});

const quoted = z.object({
  amount: money,
  net: money,
  tax: money,
  taxPercent: z.number(),
  left: money.meta({ description: "Amount that can still be refunded before this refund" }),
  remains: money.meta({ description: "Amount that can still be refunded after this refund" }),
  seatIds: z.array(z.int()).meta({ description: "Seats that are free again afterwards" }),
  whole: z.boolean(),
  parts: z.array(z.object({ paymentId: z.string(), amount: money, byHand: z.boolean() })),
  creditNote: z.boolean(),
  limit: money.meta({ description: "Maximum that may be refunded of a purchase without a second person" }),
  needsSecondPerson: z.boolean(),
  approvers: z.array(z.string()).meta({ description: "Names of the staff who may approve the refund" }),
});

export const quote = staffEndpoint({
  access: quoteRefund.permission,
  summary: "Quotes a refund; nothing is changed",
  errors: { ...notFound, 409: "The order is not paid" },
  input: z.object(refundFields),
  reply: quoted,
  handle: async (ctx, input) => {
    const refundQuote = await quoteRefund(ctx, toRefundInput(input));
    const approvers = refundQuote.needsSecondPerson ? await listApprovers(ctx, requireStaff(ctx).id) : [];
    return {
      amount: decimalFromHalalas(refundQuote.amountHalalas),
      net: decimalFromHalalas(refundQuote.netHalalas),
      tax: decimalFromHalalas(refundQuote.taxHalalas),
      taxPercent: refundQuote.taxPercent,
      left: decimalFromHalalas(refundQuote.leftHalalas),
      remains: decimalFromHalalas(refundQuote.remainsHalalas),
      seatIds: refundQuote.seatIds,
      whole: refundQuote.isWhole,
      parts: refundQuote.parts.map(({ paymentId, amountHalalas, byHand }) => {
        return { paymentId, amount: decimalFromHalalas(amountHalalas), byHand };
      }),
      creditNote: refundQuote.hasCreditNote,
      limit: decimalFromHalalas(refundQuote.limitHalalas),
      needsSecondPerson: refundQuote.needsSecondPerson,
      approvers: approvers.map(({ name }) => name),
    };
  },
});

export const refund = staffEndpoint({
  access: requestRefund.permission,
  summary: "Refunds a paid order: all that is left, some seats, or an amount",
  description:
    "A refund above the limit waits until a second person approves it; until then, nothing else happens. The provider refunds card payments; staff refund transfers from the bank account and record it. A repeated `key` makes no second refund.",
  fresh: true,
  errors: {
    ...notFound,
    409: "The order is not paid, another refund waits, the amount has changed, or the key was used for another refund",
  },
  input: z.object({
    ...refundFields,
    reason: proseLine(200).meta({ description: `One of ${refundReasons.join(", ")}, or staff’s own words in English` }),
    reason_ar: optionalProseLine(200).meta({ description: "Staff’s own words in Arabic" }),
    note: optionalLine(500).meta({ description: "For the team only" }),
    expected: amountField()
      .optional()
      .meta({ description: "Amount of the quote; the refund is refused if the amount has changed since" }),
    key: line(100),
  }),
  reply: fullOrder,
  handle: async (ctx, { reason, reason_ar, note, expected: expectedHalalas, key, ...input }) => {
    const reasonText = joinReasons(reason, reason_ar);
    const { isNew } = await requestRefund(ctx, { ...toRefundInput(input), reason: reasonText, expectedHalalas, key });
    if (note !== "" && isNew) await addOrderNote(ctx, { orderId: input.id, text: note });
    return readOrder(ctx, { id: input.id });
  },
});

export const keep = staffEndpoint({
  access: keepPayment.permission,
  summary: "Decides to keep what was paid for a seat that was cancelled without a refund",
  errors: { ...notFound, 409: "The seat was not cancelled without a refund, or this is decided already" },
  input: z.object({ id: numericId(), seatId: recordId(), reason: line(200) }),
  reply: fullOrder,
  handle: async (ctx, { id: orderId, seatId, reason }) => {
    await keepPayment(ctx, { orderId, seatId, reason });
    return readOrder(ctx, { id: orderId });
  },
});

const requestSorts = { id: refundRequests.id, asked_at: refundRequests.askedAt };

async function listRequests(
  ctx: Ctx,
  query: ListQuery<keyof typeof requestSorts, { state?: ApprovalState[] | undefined; order_id?: number | undefined }>,
) {
  requirePermission(ctx, listRequests.permission);
  const { state, order_id: orderId } = query.filter;
  const where = and(
    state === undefined ? undefined : inArray(refundRequests.state, state),
    orderId === undefined ? undefined : eq(refundRequests.orderId, orderId),
  );
  const select = ctx.db.select().from(refundRequests).$dynamic();
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: select,
    where,
    sorts: requestSorts,
    tie: refundRequests.id,
  });
  return { data: await toRequestRows(ctx, rows), ...counted };
}
listRequests.permission = "orders.read" as const;

export const requests = getList({
  access: listRequests.permission,
  summary: "Refunds that staff requested, newest first",
  sorts: ["id", "asked_at"],
  filter: z.object({
    state: z.array(z.enum(approvalStates)).min(1).max(5).optional(),
    order_id: recordId().optional(),
  }),
  row: refundRequest,
  list: listRequests,
});

async function readRequestRow(ctx: Ctx, request: RefundRequest) {
  const [row] = await toRequestRows(ctx, [request]);
  if (!row) throw new Error("A request for a refund is gone");
  return row;
}

const word = optionalLine(500).meta({
  description: "Comment to the colleague who made the request; kept in the audit log",
});

export const approve = staffEndpoint({
  access: approveRefund.permission,
  summary: "Approves a waiting refund and carries it out; never the caller's own",
  description: "Needs a second factor that was proved after the request was made.",
  fresh: true,
  errors: { ...notFound, 409: "The request is decided already, or the order is no longer paid" },
  input: z.object({ id: numericId(), word }),
  reply: refundRequest,
  handle: async (ctx, input) => readRequestRow(ctx, await approveRefund(ctx, input)),
});

export const decline = staffEndpoint({
  access: declineRefund.permission,
  summary: "Declines a waiting refund; never the caller's own",
  errors: { ...notFound, 409: "The request is decided already" },
  input: z.object({ id: numericId(), word }),
  reply: refundRequest,
  handle: async (ctx, input) => readRequestRow(ctx, await declineRefund(ctx, input)),
});

export const withdraw = staffEndpoint({
  access: withdrawRefund.permission,
  summary: "Withdraws the caller's own request for a refund while it waits",
  errors: { ...notFound, 409: "The request is decided already" },
  input: z.object({ id: numericId() }),
  reply: refundRequest,
  handle: async (ctx, input) => readRequestRow(ctx, await withdrawRefund(ctx, input)),
});
