import { z } from "zod";
import { orderStatus } from "#features/orders/fields.server.ts";
import { discountField, orderReply } from "#features/orders/order.schema.server.ts";
import { paymentMethods } from "#features/payments/payment-rules.ts";
import { approvalStates } from "#features/changes/approval-tables.server.ts";
import { startsTask, tooManyTasks } from "#features/staff/tasks/define.server.ts";
import { line, paragraph, recordId } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { letterFields, startLetter } from "./buyer-letter.server.ts";
import { addOrderNote } from "./order-notes.server.ts";
import { readOrderStory, storyEvent } from "./order-story.server.ts";
import { resendManyFields, startResending, resendable, resendOrderMail } from "./resend-mail.server.ts";
import { orderFilter } from "./staff-order-search.server.ts";
import { readOrder } from "./staff-order.server.ts";
import { countOrderViews, listOrders } from "./staff-orders.server.ts";

export const money = z.string().meta({ example: "2760.00" });

const row = z.object({
  id: z.int(),
  status: orderStatus,
  reason: z.string().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  buyer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  companyName: z.string().nullable(),
  subTotal: money,
  tax: money,
  total: money,
  currency: z.string(),
  seats: z.int(),
  method: z.enum(paymentMethods).nullable(),
  dueOn: z.string().nullable().meta({ description: "Last day to pay an order that waits for a bank transfer" }),
  cardScheme: z.string().nullable(),
  cardMasked: z.string().nullable(),
});

const order = row.extend({
  courses: z.array(z.object({ name_eng: z.string(), name_ar: z.string().nullable() })),
  notes: z.int().meta({ description: "How many notes the order has" }),
  cases: z.array(z.string()).meta({ description: "Kinds of the open cases of its payments" }),
  refund_waiting: z.boolean(),
});

export const list = getList({
  access: listOrders.permission,
  summary: "Orders, newest first",
  sorts: ["id", "created_at", "total"],
  filter: orderFilter,
  row: order,
  list: listOrders,
});

export const counts = staffEndpoint({
  access: countOrderViews.permission,
  summary: "How many orders each saved view holds, counted up to 10,000",
  input: z.object({}),
  reply: z.object({
    views: z.array(z.object({ name: z.string(), filter: orderFilter, total: z.int(), more: z.boolean() })),
  }),
  handle: countOrderViews,
});

const colleague = z.object({ id: z.string(), name: z.string() });

export const refundRequest = z.object({
  id: z.int(),
  orderId: z.int(),
  amount: money,
  seatIds: z.array(z.int()),
  reason: z.string(),
  state: z.enum(approvalStates),
  askedBy: colleague,
  askedAt: z.string(),
  decidedBy: colleague.nullable(),
  decidedAt: z.string().nullable(),
  word: z.string().nullable(),
  along: z
    .array(z.object({ orderId: z.int(), amount: money }))
    .meta({ description: "Refunds of other orders by the same decision: one answer counts for all of them" }),
});

export const fullOrder = row.extend({
  locale: z.enum(["en", "ar"]),
  taxPercent: z.number(),
  heldUntil: z.string().nullable(),
  openedByStaff: z.boolean(),
  buyer: row.shape.buyer.extend({
    phone: z.string(),
    workplace: z.string(),
    since: z.string().nullable(),
    orders: z.int(),
  }),
  billing: z.record(z.string(), z.string()),
  company: orderReply.shape.company,
  lines: z.array(
    z.object({
      runId: z.int(),
      name_eng: z.string(),
      name_ar: z.string().nullable(),
      qty: z.int(),
      unitPrice: money,
      discount: discountField,
    }),
  ),
  enrolments: z.array(
    z.object({
      id: z.int(),
      runId: z.int(),
      seat: z.int(),
      state: z.enum(["held", "confirmed", "cancelled", "transferred"]),
      name: z.string().nullable(),
      email: z.string().nullable(),
      scfhs_number: z.string().nullable(),
      profession: z.string(),
      unitPrice: money.meta({ description: "Before VAT, after the discount of its line" }),
      paid: money.meta({ description: "What a refund of the seat returns, VAT included" }),
      name_eng: z.string(),
      name_ar: z.string().nullable(),
      startDate: z.string(),
      endDate: z.string(),
      venue_eng: z.string(),
      venue_ar: z.string().nullable(),
      endedAt: z.string().nullable(),
      keptUntil: z
        .string()
        .nullable()
        .meta({ description: "For a cancelled seat: the last day on which its value can book another date" }),
      isRefunded: z
        .boolean()
        .meta({ description: "Whether a refund of the order, completed or in progress, is for this seat" }),
      refundDueAt: z
        .string()
        .nullable()
        .meta({ description: "When the seat was cancelled without a refund, if staff still have to decide about one" }),
      isMoved: z
        .boolean()
        .meta({ description: "Whether its buyer moved the seat to another date, not to another person" }),
      holdExpired: z.boolean().meta({ description: "Whether the seat is still `held`, though its hold has expired" }),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      method: z.enum(paymentMethods),
      status: z.string(),
      amount: money,
      refunded: money,
      message: z.string().nullable(),
      cardScheme: z.string().nullable(),
      cardMasked: z.string().nullable(),
      dueOn: z.string().nullable(),
      reference: z.string().nullable(),
      receivedOn: z.string().nullable(),
      createdAt: z.string(),
      settledAt: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.int(),
      paymentId: z.string(),
      method: z.enum(paymentMethods),
      amount: money,
      reason: z.string(),
      status: z.string(),
      problem: z.string().nullable(),
      seatIds: z.array(z.int()),
      runIds: z.array(z.int()),
      reference: z.string().nullable().meta({ description: "Recorded reference of a refund by bank transfer" }),
      paidOn: z.string().nullable(),
      createdAt: z.string(),
      doneAt: z.string().nullable(),
    }),
  ),
  documents: z.array(
    z.object({ id: z.int(), number: z.string(), kind: z.string(), total: money, issuedAt: z.string() }),
  ),
  refundRequests: z.array(refundRequest),
  notes: z.array(z.object({ id: z.int(), text: z.string().nullable(), by: z.string(), at: z.string() })),
});

export const one = getOne({
  access: readOrder.permission,
  summary: "One order with its seats, payments, refunds, documents and notes",
  id: numericId(),
  row: fullOrder,
  read: readOrder,
});

export const story = staffEndpoint({
  access: readOrderStory.permission,
  summary: "All that happened to an order, oldest first, with the source of each event",
  input: z.object({ id: numericId() }),
  reply: z.object({ events: z.array(storyEvent) }),
  errors: notFound,
  handle: readOrderStory,
});

export const addNote = staffEndpoint({
  access: addOrderNote.permission,
  summary: "Adds a note that only staff see; no one can change it",
  errors: notFound,
  input: z.object({ id: numericId(), text: paragraph(2000) }),
  reply: fullOrder,
  handle: async (ctx, { id, text }) => {
    await addOrderNote(ctx, { orderId: id, text });
    return readOrder(ctx, { id });
  },
});

export const resend = staffEndpoint({
  access: resendOrderMail.permission,
  summary: "Sends an email of the order to its buyer again, with its documents",
  description: "At most five an hour for each order. A repeated `key` sends no second email.",
  errors: { ...notFound, 409: "The order has no such email in its present state" },
  input: z.object({
    id: numericId(),
    mail: z.enum(resendable),
    refundId: recordId().optional(),
    key: line(60),
  }),
  reply: z.object({ ok: z.literal(true) }),
  handle: async (ctx, { id, mail, refundId, key }) => {
    await resendOrderMail(ctx, { orderId: id, mail, refundId, key });
    return { ok: true } as const;
  },
});

export const letter = staffEndpoint({
  access: startLetter.permission,
  summary: "Starts a task that emails the buyers of chosen orders: one email to each, in the language of their order",
  ...startsTask,
  fresh: true,
  errors: { ...notFound, ...tooManyTasks },
  input: z.object(letterFields),
  handle: startLetter,
});

export const resendMany = staffEndpoint({
  access: startResending.permission,
  summary: "Starts a task that sends confirmation and documents of chosen orders again",
  description:
    "Does the same as `orders/:id/resend` for each order. The finished task names the orders that have no such email.",
  ...startsTask,
  errors: tooManyTasks,
  input: z.object(resendManyFields),
  handle: startResending,
});
