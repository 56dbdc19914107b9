/** Notices to everyone who may approve refunds, so that nobody circumvents a limit alone. */
import { randomUUID } from "node:crypto";
import { getActorIdentity, type Ctx } from "#platform/context.server.ts";
import { refundLimitHalalas } from "./settings.server.ts";

/** Amounts in halalas. */
export type ApproverNotice =
  | { kind: "refund-limit"; fromHalalas: number; toHalalas: number }
  /** `halalas`: the price difference of the free seats, VAT included. */
  | { kind: "run-price"; runId: number; fromHalalas: number; toHalalas: number; halalas: number }
  /** `halalas`: the price difference if groups bought all free seats, VAT included. */
  | { kind: "group-price"; runId: number; fromHalalas: number; toHalalas: number; halalas: number }
  /** `halalas`: the highest discount of one use on an order of 10 seats, VAT included. */
  | { kind: "discount"; codeId: number; halalas: number }
  /** `halalas`: how much more the new date costs that staff agreed to, VAT included. */
  | { kind: "exception"; orderId: number; halalas: number }
  /** `halalas`: the kept value, VAT included. */
  | { kind: "kept-value"; orderId: number; halalas: number }
  /** `halalas`: value of all seats that this person gave within a day, VAT included. */
  | { kind: "free-seat"; runId: number; halalas: number }
  /** `halalas`: sum of all transfers of the order. */
  | { kind: "transfer"; orderId: number; halalas: number };

export const approverNoticeJob = "refunds.notify-approvers";

export interface ApproverNoticeJob {
  /** Idempotency key of its emails. */
  id: string;
  notice: ApproverNotice;
  by: { id: string | null; name: string | null };
}

/**
 * Notifies everyone who may approve refunds, except the person who acts. They learn of every raised limit, and of other
 * actions whose value is above the limit. The notice is sent when the open transaction commits.
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
