import { and, eq, isNull } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { listApprovers } from "#features/orders/approvals/approval-mails.server.ts";
import { shownNames } from "#features/staff/names.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { CancellationProps } from "./emails.server.ts";
import type { RunCancellation } from "./tables.server.ts";

interface Dates {
  courseId: number;
  startDate: string;
  endDate: string;
}

async function propsOf(
  ctx: Ctx,
  cancellation: RunCancellation,
  run: Dates,
  locale: Locale,
): Promise<CancellationProps> {
  const { runId, amountHalalas, reason, askedBy, askedByName } = cancellation;
  const { nameEng: name_eng, nameAr: name_ar } = courses;
  const [course] = await ctx.db.select({ name_eng, name_ar }).from(courses).where(eq(courses.id, run.courseId));
  if (!course) throw new Error("The course of a run is gone");
  const names = await shownNames(ctx, [askedBy], locale);
  return {
    course,
    start_date: run.startDate,
    end_date: run.endDate,
    amount: decimalFromHalalas(amountHalalas),
    reason,
    askedBy: names.get(askedBy) ?? askedByName,
    url: `${ctx.env.BASE_URL}/staff/runs/${runId}`,
  };
}

/** One mail to each person who may agree, in the open transaction. */
export async function queueApprovalMails(ctx: Ctx, cancellation: RunCancellation, run: Dates): Promise<void> {
  const template = "run-cancel-approval";
  for (const { id, email: to, locale } of await listApprovers(ctx, cancellation.askedBy)) {
    const props = await propsOf(ctx, cancellation, run, locale);
    await queueMail(ctx, { key: `${template}:${cancellation.id}:${id}`, to, locale, template, props });
  }
}

/** To the colleague who asked, in the open transaction. */
export async function queueDecisionMail(ctx: Ctx, cancellation: RunCancellation, run: Dates): Promise<void> {
  const template = "run-cancel-decided";
  const { email, locale } = staffUsers;
  const isAsker = and(eq(staffUsers.id, cancellation.askedBy), isNull(staffUsers.removedAt));
  const [asker] = await ctx.db.select({ email, locale }).from(staffUsers).where(isAsker);
  if (!asker) return;
  const { state, decidedBy, decidedByName, word } = cancellation;
  const names = await shownNames(ctx, [decidedBy], asker.locale);
  const by = names.get(decidedBy) ?? decidedByName ?? "";
  const decision = { approved: state === "approved", by, word };
  const props = { ...(await propsOf(ctx, cancellation, run, asker.locale)), ...decision };
  await queueMail(ctx, {
    key: `${template}:${cancellation.id}`,
    to: asker.email,
    locale: asker.locale,
    template,
    props,
  });
}
