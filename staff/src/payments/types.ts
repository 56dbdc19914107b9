/** What the staff API answers of payments that need a person. */
export type CaseKind =
  | "refund-needs-person"
  | "refund-stuck"
  | "check-overdue"
  | "paid-at-provider"
  | "refunds-differ"
  | "unknown-payment";
export type CaseAction = "resync" | "refund" | "paid-back" | "resolve";

export interface PaymentCase {
  id: number;
  kind: CaseKind;
  payment_id: string;
  order_id: number | null;
  buyer: { id: string; name: string } | null;
  opened_at: string;
  closed_at: string | null;
  outcome: "agrees" | "resolved" | null;
  action: string | null;
  by: string | null;
  reason: string | null;
  actions: CaseAction[];
  ours: { order_status: string | null; refunded: string | null; refund_id: number | null };
  provider: { status: string | null; amount: string | null; refunded: string | null };
  amount: string | null;
  method: string | null;
  problem: string | null;
}

export interface CaseCounts {
  open: number;
  oldest_at: string | null;
  compared_at: string | null;
}
