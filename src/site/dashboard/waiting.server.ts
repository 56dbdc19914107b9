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

/** Open payment cases, oldest first. Requires `orders.read`. Throws Unauthenticated, Forbidden. */
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
    oldestAt: oldestAt?.toISOString() ?? null,
    items: data.map(({ case: { id, kind, orderId, facts, openedAt }, buyer }) => ({
      id,
      kind,
      orderId,
      buyer: buyer?.id ? buyer.name : null,
      amount: facts.amountHalalas === undefined ? null : decimalFromHalalas(facts.amountHalalas),
      openedAt: openedAt.toISOString(),
    })),
  };
}

/** Run cancellations that wait for approval. Requires `orders.approve`. Throws Unauthenticated, Forbidden. */
export async function readCancellations(ctx: Ctx) {
  const { waiting, oldestAt } = await countWaitingCancellations(ctx);
  return { count: waiting, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Refunds that wait for the caller's approval. Requires `orders.approve`. Throws Unauthenticated, Forbidden. */
export async function readWaitingRefunds(ctx: Ctx) {
  const { waiting, oldestAt } = await countWaitingRefunds(ctx);
  return { count: waiting, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Seats cancelled without a refund, on which staff must decide. Requires `orders.refund`. Throws Unauthenticated, Forbidden. */
export async function readRefundsDue(ctx: Ctx) {
  const { seats, oldestAt } = await countRefundsDue(ctx);
  return { count: seats, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Orders that wait for a bank transfer. Requires `orders.transfer`. Throws Unauthenticated, Forbidden. */
export async function readTransfersDue(ctx: Ctx) {
  const { orders, firstDueOn } = await countTransfersDue(ctx);
  return { count: orders, firstDueOn };
}

/** Exception requests that wait for a decision. Requires `changes.decide`. Throws Unauthenticated, Forbidden. */
export async function readAskedChanges(ctx: Ctx) {
  const { waiting, oldestAt } = await countWaitingRequests(ctx);
  return { count: waiting, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Unanswered enquiries, oldest first. Requires `enquiries.read`. Throws Unauthenticated, Forbidden. */
export async function readOpenEnquiries(ctx: Ctx) {
  const filter = { state: ["new" as const, "open" as const] };
  const query = { page: 1, perPage: maxItems.enquiries, sort: "created_at", order: "asc", filter } as const;
  const { data, total } = await listEnquiries(ctx, query);
  return {
    count: total,
    oldestAt: data[0]?.createdAt ?? null,
    items: data.map(({ id, kind, name, program, excerpt, createdAt }) => ({
      id,
      kind,
      name,
      program,
      excerpt,
      createdAt,
    })),
  };
}

/** Emails that could not be delivered, newest first. Requires `mails.read`. Throws Unauthenticated, Forbidden. */
export async function readFailedMails(ctx: Ctx) {
  const filter = { state: ["failed" as const] };
  const { data, total } = await listMails(ctx, { page: 1, perPage: maxItems.mails, sort: "id", order: "desc", filter });
  return {
    count: total,
    newestAt: data[0]?.createdAt ?? null,
    items: data.map(({ id, subject, to, problem, attempts, createdAt }) => ({
      id,
      subject,
      to,
      problem,
      attempts,
      createdAt,
    })),
  };
}
