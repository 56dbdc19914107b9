import { accountantSettings } from "#features/settings/settings.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { monthSums, toMonth } from "./months.server.ts";

/** Last day of a month on which the previous month's figures are sent, in case the site was down on the first. */
const lastDay = 3;

/**
 * Job: on the first day of a month in Riyadh, emails the accountant the figures of the previous month, once. The
 * email's key contains the month and is stored for longer than `lastDay`, so neither a second process nor a new address
 * causes a second email.
 */
export async function notifyAccountant(ctx: Ctx): Promise<void> {
  const today = riyadhDate(ctx.now());
  if (Number(today.slice(8)) > lastDay) return;
  const accountant = await accountantSettings(ctx);
  if (!accountant) return;
  const month = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const sums = (await monthSums(ctx)).find((row) => row.month === month);
  const noSums = { month, invoices: 0, creditNotes: 0, sales: 0, salesTax: 0, refunds: 0, refundTax: 0 };
  const { invoices, creditNotes, sales, salesTax, refunds, refundTax, tax, vatDueOn } = toMonth(sums ?? noSums);
  await queueMail(ctx, {
    key: `month-figures:${month}`,
    to: accountant.email,
    locale: accountant.locale,
    template: "month-figures",
    props: {
      month,
      invoices,
      creditNotes,
      sales,
      salesTax,
      refunds,
      refundTax,
      tax,
      vatDueOn,
      url: `${ctx.env.BASE_URL}/staff/finance?month=${month}`,
    },
  });
}
