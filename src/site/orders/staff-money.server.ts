import { z } from "zod";
import { maxLines } from "#features/orders/pricing.ts";
import { refundOrder } from "#features/payments/refund-order.server.ts";
import { recordTransfer, recordTransferRefund } from "#features/transfers/transfers.server.ts";
import { halalasFromDecimal } from "#i18n/money.ts";
import { line } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { readOrder } from "./staff-orders.server.ts";
import { fullOrder } from "./staff.server.ts";
import { resyncOrder } from "./resync-order.server.ts";

/** SAR with two decimals in the API, whole halalas in our code. */
const amount = () =>
  z
    .string("invalid")
    .transform((text, issues) => {
      const halalas = halalasFromDecimal(text);
      if (halalas === null) issues.addIssue({ code: "custom", message: "invalid" });
      return halalas ?? z.NEVER;
    })
    .meta({ description: "SAR, two decimals", example: "1150.00" });

export const refund = staffEndpoint({
  summary: "Refunds a paid order, in whole or in part",
  description:
    "What was paid by card goes back at the provider; a transfer is paid back by a person, who records it. The same `key` is the same refund.",
  fresh: true,
  errors: { ...notFound, 409: "Not paid, or the key was used for another refund" },
  input: z.object({
    id: numericId(),
    amount: amount(),
    reason: line(200),
    run_ids: z
      .array(z.int("invalid").positive("invalid").max(2_147_483_647, "invalid"))
      .max(maxLines, "invalid")
      .default([])
      .meta({ description: "Runs whose seats are released although part of the order stays paid" }),
    key: line(100),
  }),
  reply: fullOrder,
  handle: async (ctx, { id, amount: amountHalalas, reason, run_ids: lines, key }) => {
    await refundOrder(ctx, { orderId: id, amountHalalas, reason, lines, key });
    return readOrder(ctx, { id });
  },
});

export const transfer = staffEndpoint({
  summary: "Records money that the bank received for an order to be paid by transfer",
  errors: { ...notFound, 409: "Not by transfer, paid already, or a late one that can buy nothing" },
  input: z.object({
    id: numericId(),
    amount: amount(),
    reference: line(100).meta({ description: "The bank's: the same one of an order is the same transfer" }),
    received_on: z.iso.date("invalid"),
  }),
  reply: fullOrder,
  handle: async (ctx, { id, amount: amountHalalas, reference, received_on: receivedOn }) => {
    await recordTransfer(ctx, { orderId: id, amountHalalas, reference, receivedOn });
    return readOrder(ctx, { id });
  },
});

export const paidBack = staffEndpoint({
  summary: "Records that a transfer, or a part of it, was paid back by hand",
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: z.object({ ok: z.literal(true) }),
  handle: async (ctx, { id: refundId }) => {
    await recordTransferRefund(ctx, { refundId });
    return { ok: true } as const;
  },
});

export const resync = staffEndpoint({
  summary: "Brings an order in line with the card provider, and tries again what was left to a person",
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: fullOrder,
  handle: async (ctx, { id }) => {
    await resyncOrder(ctx, id);
    return readOrder(ctx, { id });
  },
});
