import { sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { contactRequests, demoRequests, newsletterSubscriptions } from "#features/contact/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { holdAccount } from "#features/people/hold-account.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { hasPendingPayments } from "./buyer-data.server.ts";
import { eraseEverything } from "./erase-everything.server.ts";
import { addressHash, compareErasures, recordRepeatedErasure, type ErasureLine } from "./erasures.server.ts";

/** Finds the email address with this hash; null when it is not in the database. */
async function findAddress(ctx: Ctx, hash: string): Promise<string | null> {
  const columns = [
    users.email,
    demoRequests.email,
    contactRequests.email,
    newsletterSubscriptions.email,
    enrolments.attendeeEmail,
    outboxMails.to,
    outboxMails.replyTo,
  ];
  for (const column of columns) {
    const rows = await ctx.db.selectDistinct({ address: sql<string | null>`lower(${column})` }).from(column.table);
    const match = rows.find(({ address }) => address !== null && addressHash(ctx, address) === hash);
    if (match) return match.address;
  }
  return null;
}

async function repeatErasure(ctx: Ctx, line: ErasureLine): Promise<void> {
  const account = line.personId === null ? null : await holdAccount(ctx, line.personId);
  // Like the first erasure, this waits for pending payments and refunds.
  if (account && (await hasPendingPayments(ctx, account.id))) return;
  const address = line.addressHash === null ? null : await findAddress(ctx, line.addressHash);
  await recordRepeatedErasure(ctx, line);
  if (!account && !address) return;
  await eraseEverything(ctx, { account, address }, { tell: false, note: false });
  await audit(ctx, {
    action: "person.erased",
    entity: "person",
    entityId: line.personId ?? line.id,
    after: { again: line.at },
  });
}

/**
 * Repeats erasures that this database lacks because it was restored from an older backup. Runs at start-up and as a
 * job.
 */
export async function repeatErasures(ctx: Ctx): Promise<void> {
  for (const line of await compareErasures(ctx)) await inTransaction(ctx, (ctx) => repeatErasure(ctx, line));
}
