/** Types of orders in the staff API. Amounts are SAR as text with two decimals, timestamps are ISO 8601. */
import type { z } from "zod";
import type { list, one, story } from "../../../src/features/order-views/staff/staff.server.ts";
import type { quote } from "../../../src/features/order-views/staff/staff-refunds.server.ts";

export type OrderRow = z.output<typeof list.reply>["data"][number];
export type Order = z.output<typeof one.reply>;
export type OrderSeat = Order["enrolments"][number];

export type OrderRefund = Order["refunds"][number];
export type RefundRequest = Order["refundRequests"][number];

/** The amount in SAR that one approval refunds: for this order and for the other orders in the request. */
export const sumRefundRequest = ({ amount, along }: RefundRequest): string =>
  along.reduce((sum, otherRefund) => sum + Number(otherRefund.amount), Number(amount)).toFixed(2);
export type StoryEvent = z.output<typeof story.reply>["events"][number];
export type RefundQuote = z.output<typeof quote.reply>;
