import type { BillingAddress, Company } from "#features/orders/billing.schema.ts";
import type { OrderDiscount } from "#features/orders/order.schema.ts";
import type { DocumentKind } from "./document.ts";

/** Amounts are decimal SAR strings, `issued_at` is ISO 8601 UTC. */
export interface OrderDocument {
  id: number;
  kind: DocumentKind;
  number: string;
  /** `01…` tax invoice, `02…` simplified. */
  name_code: string;
  issued_at: string;
  /** Of a credit note: its invoice, what remains of that, and why. */
  original_number: string | null;
  remains: string | null;
  reason: string | null;
  sub_total: string;
  tax: string;
  tax_percent: number;
  total: string;
  /** First and last day of supply, `YYYY-MM-DD`; null in documents that do not state it. */
  supply_from: string | null;
  supply_to: string | null;
  /** Prices and amounts exclude VAT; the lines' VAT adds up to `tax`. */
  lines: {
    name_eng: string;
    name_ar: string | null;
    qty: number;
    unit_price: string;
    discount: OrderDiscount | null;
    amount: string;
    tax: string;
    total: string;
    supply_from: string | null;
    supply_to: string | null;
  }[];
  seller: {
    name_eng: string;
    name_ar: string;
    address_eng: string;
    address_ar: string;
    vat_number: string;
    registration_number: string;
  };
  buyer: { name: string; email: string; billing: BillingAddress; company: Company | null };
  payment: { method: "card" | "transfer"; card_scheme: string | null; card_masked: string | null };
  qr: { path: string; size: number };
}
