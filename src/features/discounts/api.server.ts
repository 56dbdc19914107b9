import { z } from "zod";
import { runKey } from "#features/catalogue/catalogue.schema.server.ts";
import { id, amountText, withRunId } from "#features/orders/fields.server.ts";
import { discountField } from "#features/orders/order.schema.server.ts";
import { maxLines, maxQty } from "#features/orders/pricing.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { codeField } from "./code-field.server.ts";
import { priceSeats } from "./price-order.server.ts";
import { whole } from "#platform/http/fields.server.ts";

const item = z.object({ course_id: id, qty: whole(1, maxQty), key: runKey });

export const priceOrder = endpoint({
  summary: "Prices seats with group prices and a discount code, as begin-checkout would",
  description:
    "`course_id` is the run's id. Holds no seats and reserves no use of the code. A code that does not apply to these seats is a 422 of `discount_code`; after ten wrong codes in 15 minutes the reply is 429.",
  session: "optional",
  limit: "pricePerAddress",
  body: z.object({
    items: z.array(item, "required").min(1, "required").max(maxLines, "invalid"),
    discount_code: codeField,
  }),
  reply: z.object({
    lines: z.array(z.object({ course_id: z.number(), amount: amountText, discount: discountField })),
    sub_total: amountText,
    tax: amountText,
    total: amountText,
    code: z
      .object({
        code: z.string(),
        percent: z.number().nullable(),
        amount: amountText.nullable(),
        most: amountText.nullable().meta({ description: "The most that the code takes off one order, before VAT" }),
        least_seats: z.number(),
      })
      .nullable(),
  }),
  errors: { 404: "No such course run." },
  handle: (ctx, { items, discount_code }) =>
    priceSeats(ctx, { items: items.map(withRunId), discountCode: discount_code }),
});
