import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { MailAttachment } from "#platform/mail/templates.server.ts";
import {
  refundedSeatsCalendarFile,
  lostSeatCalendarFile,
  orderCalendarFile,
  runCalendarFile,
} from "./calendar-runs.server.ts";

const toAttachment = (filename: string, text: string): MailAttachment => ({
  filename,
  contentType: "text/calendar; charset=utf-8",
  content: async () => Buffer.from(text, "utf8"),
});

/** File name of the calendar entry of one run. */
export const runCalendarName = (runId: number): string => `course-${runId}.ics`;

/** Builds the calendar file of an order, or of one of its runs. Returns no attachment when it has no entries. */
export async function calendarAttachment(
  ctx: Ctx,
  orderId: number,
  locale: Locale,
  runId?: number,
): Promise<MailAttachment[]> {
  const text =
    runId === undefined
      ? await orderCalendarFile(ctx, orderId, locale)
      : await runCalendarFile(ctx, orderId, runId, locale);
  if (!text.includes("BEGIN:VEVENT")) return [];
  return [toAttachment(runId === undefined ? `order-${orderId}.ics` : runCalendarName(runId), text)];
}

/**
 * Builds the file that removes a run from the calendar of someone who lost their seat, even if the order has others.
 */
export async function lostSeatAttachment(
  ctx: Ctx,
  { orderId, runId }: { orderId: number; runId: number },
  locale: Locale,
): Promise<MailAttachment[]> {
  return [toAttachment(runCalendarName(runId), await lostSeatCalendarFile(ctx, orderId, runId, locale))];
}

/**
 * Builds the file that removes the runs of refunded seats from the buyer's calendar. Leaves out cancelled runs, which
 * have an email of their own. Returns no attachment when no run is left.
 */
export async function refundedSeatsAttachment(ctx: Ctx, orderId: number, locale: Locale): Promise<MailAttachment[]> {
  const text = await refundedSeatsCalendarFile(ctx, orderId, locale);
  return text ? [toAttachment(`order-${orderId}.ics`, text)] : [];
}
