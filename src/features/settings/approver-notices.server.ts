/** What is told at once to everyone who may agree to refunds, so that no limit is got round by one person alone. */
import { randomUUID } from "node:crypto";
import { getActorIdentity, type Ctx } from "#platform/context.server.ts";
import { refundLimitHalalas } from "./settings.server.ts";

/** Amounts in halalas. */
export type ApproverNotice =
  | { kind: "refund-limit"; fromHalalas: number; toHalalas: number }
  /** `halalas`: the difference for the seats that are still free, VAT included. */
  | { kind: "run-price"; runId: number; fromHalalas: number; toHalalas: number; halalas: number }
  /** `halalas`: the same, if groups took all of them. */
  | { kind: "group-price"; runId: number; fromHalalas: number; toHalalas: number; halalas: number }
  /** `halalas`: the most that one use takes off an order of 10 seats, VAT included. */
  | { kind: "discount"; codeId: number; halalas: number }
  /** `halalas`: what a dearer date, to which staff agreed, would have cost more, VAT included. */
  | { kind: "exception"; orderId: number; halalas: number }
  /** `halalas`: what is kept for another date, VAT included. */
  | { kind: "kept-value"; orderId: number; halalas: number }
  /** `halalas`: of all seats that this person gave within a day, VAT included. */
  | { kind: "free-seat"; runId: number; halalas: number }
  /** `halalas`: of all transfers of the order. */
  | { kind: "transfer"; orderId: number; halalas: number };

export const approverNoticeJob = "refunds.notify-approvers";

export interface ApproverNoticeJob {
  /** Idempotency key of its mails. */
  id: string;
  notice: ApproverNotice;
  by: { id: string | null; name: string | null };
}

/**
 * Tells everyone who may agree to refunds, but the one who acts: of a raised limit always, of the others when what they
 * are worth is above it. Sent with the open transaction.
 */
export async function notifyApprovers(ctx: Ctx, notice: ApproverNotice): Promise<void> {
  const isReported =
    notice.kind === "refund-limit"
      ? notice.toHalalas > notice.fromHalalas
      : notice.halalas > (await refundLimitHalalas(ctx));
  if (!isReported) return;
  const job: ApproverNoticeJob = { id: randomUUID(), notice, by: getActorIdentity(ctx.actor) };
  await ctx.jobs.send(ctx.db, approverNoticeJob, job);
}
