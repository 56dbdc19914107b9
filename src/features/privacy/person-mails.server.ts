import { and, eq, inArray, isNull, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { storedSettings } from "#features/settings/settings.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { eraseMails } from "#platform/mail/erase-mails.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { mailboxAddress } from "#platform/mail/transport.server.ts";
import { buildNameTest, type Named } from "./names-in-text.ts";

/**
 * Whether an address belongs to the company or a colleague: emails to it are not a learner's, whoever registered with
 * it.
 */
export async function isCompanyAddress(ctx: Ctx, email: string): Promise<boolean> {
  const { email: contact, newsletter, legal, accountant } = await storedSettings(ctx);
  const sender = mailboxAddress(ctx.env.MAIL_FROM);
  const address = email.toLowerCase();
  const company = [contact, sender, newsletter.replyTo, legal.dataProtectionEmail, accountant.email];
  if (company.some((one) => one.trim().toLowerCase() === address)) return true;
  const isColleague = and(sql`lower(${staffUsers.email}) = ${address}`, isNull(staffUsers.removedAt));
  return (await ctx.db.select({ id: staffUsers.id }).from(staffUsers).where(isColleague)).length > 0;
}

/** The keys of these emails contain the account id: `welcome:{id}`. */
const accountMails = ["welcome", "password-reset", "password-changed", "email-change", "email-change-notice"];
/** Only the buyer of an order gets these emails. */
const buyerMails = [
  "order-confirmed",
  "payment-failed",
  "payment-refunded",
  "document-cleared",
  "transfer-requested",
  "buyer-letter",
];

const { key, to, replyTo, template, props } = outboxMails;
const isAt = (email: string) =>
  sql`(lower(${to}) = ${email.toLowerCase()} or lower(${replyTo}) = ${email.toLowerCase()})`;

/** An account, and its address when it is known to belong to the person. */
interface AccountPerson extends Named {
  id: string;
  email: string;
}

/** Erases emails to and from an address, and the contents of other emails about its seats that name the person. */
export async function eraseAddressMails(ctx: Ctx, person: Named & { address: string }): Promise<void> {
  const { address } = person;
  const seatOrderIds = ctx.db
    .select({ id: sql<string>`${enrolments.orderId}::text` })
    .from(enrolments)
    .where(eq(enrolments.attendeeEmail, address.toLowerCase()));
  const about = sql`${props} ->> 'orderId' in ${seatOrderIds}`;
  await eraseMails(ctx, { own: isAt(address), about, names: buildNameTest(person) });
}

/**
 * Erases an account's emails: those that belong to it by id or orders and, if `address` is theirs, all emails to or
 * from it. Emails to other people lose their contents when they are about its orders or seats and name the person. Call
 * it in the open transaction, before orders and seats are cleared.
 */
export async function erasePersonMails(ctx: Ctx, person: AccountPerson): Promise<void> {
  const { id, address } = person;
  const ownOrders = ctx.db
    .select({ id: sql<string>`${orders.id}::text` })
    .from(orders)
    .where(eq(orders.userId, id));
  const seatOrderIds = ctx.db
    .select({ id: sql<string>`${enrolments.orderId}::text` })
    .from(enrolments)
    .where(or(eq(enrolments.userId, id), eq(enrolments.attendeeEmail, address?.toLowerCase() ?? "")));
  const isAbout = (which: SQLWrapper) => sql`${props} ->> 'orderId' in ${which}`;
  const isBuyers = inArray(template, buyerMails);
  const isOwnSeatOrRun = (await isCompanyAddress(ctx, person.email)) ? undefined : isAt(person.email);
  const ownMails = or(
    and(inArray(template, accountMails), sql`split_part(${key}, ':', 2) = ${id}`),
    and(eq(template, "buyer-letter"), sql`split_part(${key}, ':', 3) = ${id}`),
    and(isAbout(ownOrders), or(isBuyers, isOwnSeatOrRun)),
    address ? isAt(address) : undefined,
  );
  const about = address ? or(isAbout(ownOrders), isAbout(seatOrderIds)) : isAbout(ownOrders);
  await eraseMails(ctx, { own: ownMails as SQL, about, names: buildNameTest(person) });
}
