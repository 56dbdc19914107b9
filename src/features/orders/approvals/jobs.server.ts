import type { ApproverNotice, ApproverNoticeJob } from "#features/settings/approver-notices.server.ts";
import { shownNames } from "#features/staff/names.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { listApprovers } from "./approval-mails.server.ts";

function placeOf(notice: ApproverNotice): { number: string; path: string } {
  switch (notice.kind) {
    case "refund-limit":
      return { number: "", path: "settings" };
    case "transfer":
      return { number: String(notice.orderId), path: `orders/${notice.orderId}` };
    default:
      return { number: String(notice.runId), path: `runs/${notice.runId}` };
  }
}

/** Job: one mail to each person who may agree to refunds, but the one who acted. */
export async function mailApproverNotice(ctx: Ctx, data: object): Promise<void> {
  const { id: key, notice, by } = data as ApproverNoticeJob;
  const template = "approver-notice";
  const { number, path } = placeOf(notice);
  const [fromHalalas, toHalalas] = "toHalalas" in notice ? [notice.fromHalalas, notice.toHalalas] : [0, 0];
  const halalas = "halalas" in notice ? notice.halalas : 0;
  const props = {
    kind: notice.kind,
    number,
    from: decimalFromHalalas(fromHalalas),
    to: decimalFromHalalas(toHalalas),
    amount: decimalFromHalalas(halalas),
    url: `${ctx.env.BASE_URL}/staff/${path}`,
  };
  await inTransaction(ctx, async (ctx) => {
    for (const { id, email: to, locale } of await listApprovers(ctx, by.id ?? "")) {
      const names = await shownNames(ctx, [by.id], locale);
      const named = { ...props, by: names.get(by.id) ?? by.name ?? "" };
      await queueMail(ctx, { key: `${template}:${key}:${id}`, to, locale, template, props: named });
    }
  });
}
