import { listEnquiries } from "#features/contact/inbox/list.server.ts";
import { countCases, listCases } from "#features/settlement/cases/cases.server.ts";
import { countWaitingRequests } from "#features/changes/decide-request.server.ts";
import { countWaitingRefunds } from "#features/changes/refund-request.server.ts";
import { countRefundsDue } from "#features/settlement/refunds/keep-payment.server.ts";
import { countTransfersDue } from "#features/settlement/transfers/transfers.server.ts";
import { countWaitingCancellations } from "#features/runs/run-changes/cancel.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { listMails } from "#features/contact/mails/mails.server.ts";

const maxItems = { payments: 3, enquiries: 4, mails: 3 };

/** Payments that need a person, the oldest first. For `orders.read`. Throws Unauthenticated, Forbidden. */
export async function readPaymentCases(ctx: Ctx) {
  const { open, oldestAt } = await countCases(ctx);
  const query = {
    page: 1,
    perPage: maxItems.payments,
    sort: "opened_at",
    order: "asc",
    filter: { open: true },
  } as const;
  const { data } = await listCases(ctx, query);
  return {
    count: open,
    oldest_at: oldestAt?.toISOString() ?? null,
    items: data.map(({ case: { id, kind, orderId, facts, openedAt }, buyer }) => ({
      id,
      kind,
      order_id: orderId,
      buyer: buyer?.id ? buyer.name : null,
      amount: facts.amountHalalas === undefined ? null : decimalFromHalalas(facts.amountHalalas),
      opened_at: openedAt.toISOString(),
    })),
  };
}

/**
 * Cancellations of runs that a second person has to agree to. For `orders.approve`. Throws Unauthenticated, Forbidden.
 */
export async function readCancellations(ctx: Ctx) {
  const { waiting, oldestAt } = await countWaitingCancellations(ctx);
  return { count: waiting, oldest_at: oldestAt?.toISOString() ?? null };
}

/** Refunds that wait for the caller as a second person. For `orders.approve`. Throws Unauthenticated, Forbidden. */
export async function readWaitingRefunds(ctx: Ctx) {
  const { waiting, oldestAt } = await countWaitingRefunds(ctx);
  return { count: waiting, oldest_at: oldestAt?.toISOString() ?? null };
}

/** Seats cancelled without a refund, to be decided about. For `orders.refund`. Throws Unauthenticated, Forbidden. */
export async function readRefundsDue(ctx: Ctx) {
  const { seats, oldestAt } = await countRefundsDue(ctx);
  return { count: seats, oldest_at: oldestAt?.toISOString() ?? null };
}

/** Orders that wait for a bank transfer. For `orders.transfer`. Throws Unauthenticated, Forbidden. */
export async function readTransfersDue(ctx: Ctx) {
  const { orders, firstDueOn } = await countTransfersDue(ctx);
  return { count: orders, first_due_on: firstDueOn };
}

/** Requests to change that wait for a decision. For `changes.decide`. Throws Unauthenticated, Forbidden. */
export async function readAskedChanges(ctx: Ctx) {
  const { waiting, oldestAt } = await countWaitingRequests(ctx);
  return { count: waiting, oldest_at: oldestAt?.toISOString() ?? null };
}

/** Enquiries no one has answered, the oldest first. For `enquiries.read`. Throws Unauthenticated, Forbidden. */
export async function readOpenEnquiries(ctx: Ctx) {
  const filter = { state: ["new" as const, "open" as const] };
  const query = { page: 1, perPage: maxItems.enquiries, sort: "created_at", order: "asc", filter } as const;
  const { data, total } = await listEnquiries(ctx, query);
  return {
    count: total,
    oldest_at: data[0]?.created_at ?? null,
    items: data.map(({ id, kind, name, program, excerpt, created_at }) => ({
      id,
      kind,
      name,
      program,
      excerpt,
      created_at,
    })),
  };
}

/** Mails that reached no one, the newest first. For `mails.read`. Throws Unauthenticated, Forbidden. */
export async function readFailedMails(ctx: Ctx) {
  const filter = { state: ["failed" as const] };
  const { data, total } = await listMails(ctx, { page: 1, perPage: maxItems.mails, sort: "id", order: "desc", filter });
  return {
    count: total,
    newest_at: data[0]?.created_at ?? null,
    items: data.map(({ id, subject, to, problem, attempts, created_at }) => ({
      id,
      subject,
      to,
      problem,
      attempts,
      created_at,
    })),
  };
}
