/** What the staff API answers of orders; amounts are SAR texts with two decimals, instants ISO. */
export type OrderStatus = "pending" | "paid" | "failed" | "expired" | "refunded" | "partially_refunded";

export interface OrderRow {
  id: number;
  status: OrderStatus;
  reason: string | null;
  created_at: string;
  buyer: { id: string; name: string; email: string };
  company_name: string | null;
  total: string;
  seats: number;
  method: string | null;
  card_scheme: string | null;
  card_masked: string | null;
  courses: { name_eng: string; name_ar: string | null }[];
  notes: number;
  cases: string[];
  refund_waiting: boolean;
}

export interface OrderSeat {
  id: number;
  run_id: number;
  state: "held" | "confirmed" | "cancelled" | "transferred";
  name: string | null;
  email: string | null;
  scfhs_number: string | null;
  profession: string;
  unit_price: string;
  name_eng: string;
  name_ar: string | null;
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
  ended_at: string | null;
  /** Still `held`, though its time is over. */
  hold_expired: boolean;
}

export interface OrderPayment {
  id: string;
  method: "card" | "transfer" | "invoice" | "none";
  status: string;
  amount: string;
  card_scheme: string | null;
  card_masked: string | null;
  due_on: string | null;
  settled_at: string | null;
}

export interface OrderRefund {
  id: number;
  method: string;
  amount: string;
  reason: string;
  status: "requested" | "done" | "needs-person";
  problem: string | null;
  seat_ids: number[];
  created_at: string;
  done_at: string | null;
}

export interface RefundRequest {
  id: number;
  order_id: number;
  amount: string;
  seat_ids: number[];
  reason: string;
  state: "direct" | "waiting" | "approved" | "declined" | "withdrawn";
  asked_by: { id: string; name: string };
  asked_at: string;
}

export interface Order extends Omit<OrderRow, "notes" | "courses" | "cases" | "refund_waiting"> {
  locale: "en" | "ar";
  sub_total: string;
  tax: string;
  tax_percent: number;
  paid_at: string | null;
  held_until: string | null;
  opened_by_staff: boolean;
  buyer: OrderRow["buyer"] & { phone: string; workplace: string; since: string | null; orders: number };
  billing: Record<string, string>;
  company: { name?: string; vat_number?: string; address?: string; purchase_order?: string } | null;
  enrolments: OrderSeat[];
  payments: OrderPayment[];
  refunds: OrderRefund[];
  documents: { id: number; number: string; kind: string; total: string; issued_at: string }[];
  refund_requests: RefundRequest[];
  notes: { id: number; text: string | null; by: string; at: string }[];
}

export interface StoryEvent {
  id: string;
  at: string;
  what: string;
  group: "order" | "money" | "mail" | "staff";
  source: "order" | "payment" | "provider" | "mail" | "document" | "refund" | "audit";
  actor: { kind: string; name: string | null } | null;
  facts: Record<string, unknown>;
}

export interface RefundQuote {
  amount: string;
  net: string;
  tax: string;
  tax_percent: number;
  left: string;
  remains: string;
  seat_ids: number[];
  whole: boolean;
  parts: { payment_id: string; amount: string; by_hand: boolean }[];
  credit_note: boolean;
  limit: string;
  needs_second_person: boolean;
  approvers: string[];
}
