import { asc, count, sql, eq, inArray, lt } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "#platform/context.server.ts";
import { contactRequests, demoRequests, newsletterSubscriptions } from "./tables.server.ts";
import { enquiries, enquiryMessages } from "./inbox/tables.server.ts";

/** Months after which requests are deleted, as the privacy policy promises. */
const requestMonths = 24;

/** Job: deletes contact and demo requests after 24 months, with their replies and notes. */
export async function deleteOldRequests(ctx: Ctx): Promise<void> {
  const limit = new Date(ctx.now());
  limit.setUTCMonth(limit.getUTCMonth() - requestMonths);
  for (const table of [demoRequests, contactRequests]) await ctx.db.delete(table).where(lt(table.createdAt, limit));
}

/**
 * Reads the replies and notes that belong to the requests of an email address, for a copy of a person's data. Callers
 * check the permission. Deleting the requests also deletes the replies and notes.
 */
export async function messagesAbout(ctx: Ctx, email: string) {
  const whereSender = sql`lower(coalesce(${demoRequests.email}, ${contactRequests.email})) = ${email.toLowerCase()}`;
  const sentEnquiries = await ctx.db
    .select({ id: enquiries.id })
    .from(enquiries)
    .leftJoin(demoRequests, eq(demoRequests.id, enquiries.demoRequestId))
    .leftJoin(contactRequests, eq(contactRequests.id, enquiries.contactRequestId))
    .where(whereSender);
  const rows = await ctx.db
    .select()
    .from(enquiryMessages)
    .where(
      inArray(
        enquiryMessages.enquiryId,
        sentEnquiries.map(({ id }) => id),
      ),
    )
    .orderBy(asc(enquiryMessages.id));
  return rows.map(({ kind, text, createdAt }) => ({ kind, text, created_at: createdAt.toISOString() }));
}

const isFromSql = (column: PgColumn, email: string) => sql`lower(${column}) = ${email.toLowerCase()}`;

/** Reads what someone with this address has sent, for a copy of their data. */
export async function enquiriesFrom(ctx: Ctx, email: string) {
  const [demos, contacts] = [
    await ctx.db.select().from(demoRequests).where(isFromSql(demoRequests.email, email)).orderBy(asc(demoRequests.id)),
    await ctx.db
      .select()
      .from(contactRequests)
      .where(isFromSql(contactRequests.email, email))
      .orderBy(asc(contactRequests.id)),
  ];
  return [
    ...demos.map((row) => ({ kind: "demo" as const, ...row })),
    ...contacts.map((row) => ({ kind: "contact" as const, ...row })),
  ];
}

/** Counts the enquiries and newsletter entries of an address. */
export async function countEnquiriesFrom(ctx: Ctx, email: string): Promise<{ enquiries: number; newsletter: number }> {
  const countRows = async (table: typeof demoRequests | typeof contactRequests | typeof newsletterSubscriptions) =>
    (await ctx.db.select({ rows: count() }).from(table).where(isFromSql(table.email, email)))[0]?.rows ?? 0;
  return {
    enquiries: (await countRows(demoRequests)) + (await countRows(contactRequests)),
    newsletter: await countRows(newsletterSubscriptions),
  };
}

/** Lists the names that someone with this address has used. */
export async function readSenderNames(ctx: Ctx, email: string): Promise<string[]> {
  const selectNames = (table: typeof demoRequests | typeof contactRequests) =>
    ctx.db.select({ name: table.name }).from(table).where(isFromSql(table.email, email));
  return [...(await selectNames(demoRequests)), ...(await selectNames(contactRequests))].map(({ name }) => name);
}

/** Deletes what someone with this address has sent, and their newsletter entries, in the open transaction. */
export async function eraseEnquiriesFrom(ctx: Ctx, email: string): Promise<void> {
  for (const table of [demoRequests, contactRequests, newsletterSubscriptions])
    await ctx.db.delete(table).where(isFromSql(table.email, email));
}
