import { z } from "zod";
import { checkedAttendeeSchema } from "#features/seats/attendees.server.ts";
import { billingSchema, companySchema } from "#features/orders/billing.server.ts";
import { id as runId, userId, withRunId, amountField } from "#features/orders/fields.server.ts";
import { maxLines, maxQty } from "#features/orders/pricing.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import {
  approveTransferBooking,
  recordTransfer,
  recordTransferRefund,
  refuseTransferBooking,
  releaseTransferOrder,
  requireTransferStaff,
} from "#features/settlement/transfers/transfers.server.ts";
import { line, whole } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { create, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { resyncOrder } from "./resync-order.server.ts";
import { readOrder } from "./staff-order.server.ts";
import { fullOrder } from "./staff.server.ts";

const item = z
  .object({
    course_id: runId.meta({ description: "The run's id" }),
    qty: whole(1, maxQty),
    named_later: whole(0, 2_147_483_647).optional(),
  })
  .refine(({ qty, named_later = 0 }) => named_later < qty, { error: "invalid", path: ["named_later"] });

export const open = create({
  access: requireTransferStaff.permission,
  summary: "Opens an order to be paid by bank transfer, and emails the bank's details to the buyer",
  description:
    "Seats are held until the end of the last day to pay (14 days from now unless `due_on` says another, and at most until the course ends). A repeated `key` opens no second order.",
  errors: {
    404: "No such account or run",
    409: "No bank account is set, a run is sold out or closed, or the key opened another order",
  },
  input: z.object({
    buyer_id: userId,
    items: z.array(item, "required").min(1, "required").max(maxLines, "invalid"),
    billing: billingSchema,
    company: companySchema.nullish(),
    attendees: z
      .array(checkedAttendeeSchema, "required")
      .max(maxLines * maxQty, "invalid")
      .nullish(),
    due_on: z.iso.date("invalid").optional(),
    key: line(100),
  }),
  row: fullOrder,
  handle: async (ctx, { buyer_id: buyerId, items, attendees, due_on: dueOn, ...rest }) => {
    const seats = { items: items.map(withRunId), attendees: attendees?.map(withRunId) };
    const { orderId } = await openTransferOrder(ctx, { ...rest, ...seats, buyerId, dueOn });
    return readOrder(ctx, { id: orderId });
  },
});

export const transfer = staffEndpoint({
  access: requireTransferStaff.permission,
  summary: "Records money that the bank received for an order to be paid by transfer",
  fresh: true,
  errors: { ...notFound, 409: "The order is not by transfer, is paid already, or is late and can buy nothing" },
  input: z.object({
    id: numericId(),
    amount: amountField(),
    reference: line(100).meta({
      description: "Reference of the bank; a repeated reference of an order is the same transfer",
    }),
    receivedOn: z.iso.date("invalid"),
  }),
  reply: fullOrder,
  handle: async (ctx, { id, amount: amountHalalas, reference, receivedOn }) => {
    await recordTransfer(ctx, { orderId: id, amountHalalas, reference, receivedOn });
    return readOrder(ctx, { id });
  },
});

export const release = staffEndpoint({
  access: requireTransferStaff.permission,
  summary: "Ends an order to be paid by transfer before its date and releases its seats",
  errors: { ...notFound, 409: "The order is not by transfer, or is paid" },
  input: z.object({ id: numericId() }),
  reply: fullOrder,
  handle: async (ctx, { id }) => {
    await releaseTransferOrder(ctx, { orderId: id });
    return readOrder(ctx, { id });
  },
});

export const approveBooking = staffEndpoint({
  access: requireTransferStaff.permission,
  summary: "Approves a buyer's first booking by transfer: its seats are held until the last day to pay",
  errors: { ...notFound, 409: "The order has ended or is not by transfer, or no bank account is set" },
  input: z.object({ id: numericId() }),
  reply: fullOrder,
  handle: async (ctx, { id }) => {
    await approveTransferBooking(ctx, { orderId: id });
    return readOrder(ctx, { id });
  },
});

export const refuseBooking = staffEndpoint({
  access: requireTransferStaff.permission,
  summary: "Refuses a buyer's booking by transfer, or all that the account has open; the seats are free again",
  errors: { ...notFound, 409: "A booking is paid, in full or in part" },
  input: z.object({ id: numericId(), ofAccount: z.boolean("invalid").default(false) }),
  reply: z.object({ ended: z.int().meta({ description: "How many bookings have ended" }) }),
  handle: (ctx, { id, ofAccount }) => refuseTransferBooking(ctx, { orderId: id, ofAccount }),
});

export const paidBack = staffEndpoint({
  access: requireTransferStaff.permission,
  summary: "Records that staff refunded a transfer, or a part of it, from the bank account",
  errors: notFound,
  input: z.object({
    id: numericId(),
    reference: line(100).meta({ description: "Reference of the bank, as on the statement" }),
    paidOn: z.iso.date("invalid").meta({ description: "The day the money left the account" }),
  }),
  reply: z.object({ ok: z.literal(true) }),
  handle: async (ctx, { id: refundId, reference, paidOn }) => {
    await recordTransferRefund(ctx, { refundId, reference, paidOn });
    return { ok: true } as const;
  },
});

export const resync = staffEndpoint({
  access: resyncOrder.permission,
  summary: "Updates an order from the card provider, and retries refunds that were left to a person",
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: fullOrder,
  handle: async (ctx, { id }) => {
    await resyncOrder(ctx, id);
    return readOrder(ctx, { id });
  },
});
