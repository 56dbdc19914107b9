import { z } from "zod";
import { orderStatus } from "#features/orders/fields.server.ts";
import { line } from "#platform/http/fields.server.ts";
import { paymentMethods } from "#features/payments/payment-rules.ts";
import { getList, getOne, numericId } from "#platform/http/staff-resource.server.ts";
import { listOrders, readOrder } from "./staff-orders.server.ts";

const money = z.string().meta({ example: "2760.00" });

const order = z.object({
  id: z.int(),
  status: orderStatus,
  reason: z.string().nullable(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  buyer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  sub_total: money,
  tax: money,
  total: money,
  currency: z.string(),
  seats: z.int(),
});

export const list = getList({
  summary: "Orders, newest first",
  sorts: ["id", "created_at", "total"],
  filter: z.object({
    q: line(100).optional().meta({ description: "A number, or part of a buyer's name or e-mail" }),
    status: z.array(orderStatus).min(1).max(6).optional(),
    buyer_id: z.string().max(64).optional(),
    run_id: z.int().min(1).max(2_147_483_647).optional(),
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
  }),
  row: order,
  list: listOrders,
});

export const fullOrder = order.extend({
  billing: z.record(z.string(), z.string()),
  company: z.record(z.string(), z.unknown()).nullable(),
  lines: z.array(
    z.object({
      run_id: z.int(),
      name_eng: z.string(),
      name_ar: z.string().nullable(),
      qty: z.int(),
      unit_price: money,
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
      card_scheme: z.string().nullable(),
      card_masked: z.string().nullable(),
      due_on: z.string().nullable(),
      reference: z.string().nullable(),
      received_on: z.string().nullable(),
      created_at: z.string(),
      settled_at: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.int(),
      amount: money,
      reason: z.string(),
      status: z.string(),
      problem: z.string().nullable(),
      created_at: z.string(),
      done_at: z.string().nullable(),
    }),
  ),
  documents: z.array(z.object({ number: z.string(), kind: z.string(), total: money, issued_at: z.string() })),
});

export const one = getOne({
  summary: "One order with its lines, payments, refunds and documents",
  id: numericId(),
  row: fullOrder,
  read: readOrder,
});
