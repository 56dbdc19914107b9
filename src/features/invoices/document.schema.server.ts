import { z } from "zod";
import { discountField } from "#features/orders/order.schema.server.ts";

const money = z.string().meta({ description: "SAR, two decimals", example: "1150.00" });
const text = z.string();
const date = text
  .nullable()
  .meta({ description: "YYYY-MM-DD; null in documents that do not say", example: "2027-01-12" });
/** Prices and amounts exclude VAT; the VAT of the lines adds up to that of the document. */
const line = z.object({
  name_eng: text,
  name_ar: text.nullable(),
  qty: z.number(),
  unit_price: money,
  discount: discountField,
  amount: money,
  tax: money,
  total: money,
  supply_from: date,
  supply_to: date,
});

export const documentKind = z.enum(["invoice", "credit-note"]);

/** Amounts are decimal SAR strings, `issued_at` is ISO 8601 UTC. */
export const documentReply = z.object({
  id: z.number(),
  kind: documentKind,
  number: text,
  name_code: text.meta({ description: "`01…` tax invoice, `02…` simplified" }),
  issued_at: text,
  // For a credit note: the number of its invoice.
  original_number: text.nullable(),
  // For a credit note: what remains of its invoice.
  remains: money.nullable(),
  // For a credit note: why it was issued.
  reason: text.nullable(),
  sub_total: money,
  tax: money,
  tax_percent: z.number(),
  total: money,
  supply_from: date,
  supply_to: date,
  lines: z.array(line),
  seller: z.object({
    name_eng: text,
    name_ar: text,
    address_eng: text,
    address_ar: text,
    vat_number: text,
    registration_number: text,
  }),
  buyer: z.object({
    name: text,
    email: text,
    billing: z.object({
      first_name: text,
      last_name: text,
      phone: text,
      address_1: text,
      address_2: text,
      state: text,
      city: text,
      zipcode: text,
    }),
    company: z.object({ name: text, vat_number: text, address: text, purchase_order: text.optional() }).nullable(),
  }),
  payment: z.object({
    method: z.enum(["card", "transfer"]),
    card_scheme: text.nullable(),
    card_masked: text.nullable(),
  }),
  qr: z
    .object({ path: text, size: z.number() })
    .meta({ description: "The QR code as an SVG path of squares one unit wide" }),
});
export type OrderDocument = z.output<typeof documentReply>;
