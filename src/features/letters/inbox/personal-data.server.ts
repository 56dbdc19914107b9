import { asc, eq, inArray, sql } from "drizzle-orm";
import { contactRequests, demoRequests } from "#features/letters/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { enquiries, enquiryMessages } from "./tables.server.ts";

/**
 * What staff wrote to a mailbox and noted about its requests, for a copy of a person's data. Its callers ask for
 * permission. Erasing the requests takes it along.
 */
export async function messagesAbout(ctx: Ctx, email: string) {
  const ofMailbox = sql`lower(coalesce(${demoRequests.email}, ${contactRequests.email})) = ${email.toLowerCase()}`;
  const found = await ctx.db
    .select({ id: enquiries.id })
    .from(enquiries)
    .leftJoin(demoRequests, eq(demoRequests.id, enquiries.demoRequestId))
    .leftJoin(contactRequests, eq(contactRequests.id, enquiries.contactRequestId))
    .where(ofMailbox);
  const rows = await ctx.db
    .select()
    .from(enquiryMessages)
    .where(
      inArray(
        enquiryMessages.enquiryId,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(enquiryMessages.id));
  return rows.map(({ kind, text, createdAt }) => ({ kind, text, created_at: createdAt.toISOString() }));
}
