import { z } from "zod";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { discountField } from "#features/orders/fields.server.ts";
import { orderDocument as document, orderDocuments as documents } from "./own-documents.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

const id = recordId();
const orderBody = z.object({ order_id: id });
const money = z.string().meta({ description: "SAR, two decimals", example: "1150.00" });
const text = z.string();
const date = text
  .nullable()
  .meta({ description: "YYYY-MM-DD; null in documents that do not say", example: "2027-01-12" });
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

export const orderDocuments = endpoint({
  summary: "Tax invoice and credit notes of an order of the caller, oldest first",
  session: "required",
  body: orderBody,
  reply: z.object({
    documents: z.array(
      z.object({
        id: z.number(),
        kind: z.enum(["invoice", "credit-note"]),
        number: text,
        name_code: text,
        issued_at: text,
        original_number: text.nullable(),
        remains: money.nullable(),
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
          company: z
            .object({ name: text, vat_number: text, address: text, purchase_order: text.optional() })
            .nullable(),
        }),
        payment: z.object({
          method: z.enum(["card", "transfer"]),
          card_scheme: text.nullable(),
          card_masked: text.nullable(),
        }),
        qr: z
          .object({ path: text, size: z.number() })
          .meta({ description: "The QR code as an SVG path of squares one unit wide" }),
      }),
    ),
  }),
  errors: { 404: "No such order of the caller." },
  handle: async (ctx, input) => ({ documents: await documents(ctx, input) }),
});

export const orderDocument = endpoint({
  summary: "A tax invoice or credit note as PDF, in both languages",
  description: "Without `document_id` the order's invoice.",
  session: "required",
  limit: "documentPerAddress",
  body: orderBody.extend({ document_id: id.optional() }),
  file: "application/pdf",
  reply: fileReply,
  errors: { 404: "No such order or document of the caller." },
  handle: document,
});
