import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { MailAttachment } from "#platform/mail/templates.server.ts";
import {
  cancelledSeatsCalendarFile,
  goneSeatCalendarFile,
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

/** Builds the file that removes a run from the calendar of someone who lost their seat. */
export async function goneSeatAttachment(
  ctx: Ctx,
  { orderId, runId }: { orderId: number; runId: number },
  locale: Locale,
): Promise<MailAttachment[]> {
  return [toAttachment(runCalendarName(runId), await goneSeatCalendarFile(ctx, orderId, runId, locale))];
}

/** Builds the file that removes refunded seats from the buyer's calendar. Returns no attachment when there are none. */
export async function cancelledSeatsAttachment(ctx: Ctx, orderId: number, locale: Locale): Promise<MailAttachment[]> {
  const text = await cancelledSeatsCalendarFile(ctx, orderId, locale);
  return text ? [toAttachment(`order-${orderId}.ics`, text)] : [];
}
