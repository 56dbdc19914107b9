import { and, inArray, lt, ne } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { outboxMails } from "./tables.server.ts";

/**
 * Long enough to answer "I never got it" and to repair what failed after four days, and no longer, because a mail holds
 * an address and personal data. Orders, invoices and accounts keep their own facts.
 */
export const mailDays = 30;
/** Small, so that nothing waits behind a long statement on the embedded database. */
const batch = 500;

/**
 * Job: deletes mails that were sent, captured or failed, `mailDays` after they were written. The idempotency key goes
 * too; code that writes mails later than that relies on its own state (of orders, refunds and run changes).
 */
export async function deleteOldMails(ctx: Ctx): Promise<void> {
  const { id, status, createdAt } = outboxMails;
  const before = new Date(ctx.now().getTime() - mailDays * 24 * 60 * 60 * 1000);
  for (;;) {
    const old = ctx.db.$with("old").as(
      ctx.db
        .select({ id })
        .from(outboxMails)
        .where(and(ne(status, "queued"), lt(createdAt, before)))
        .orderBy(id)
        .limit(batch)
        .for("update", { skipLocked: true }),
    );
    const deleted = await ctx.db
      .with(old)
      .delete(outboxMails)
      .where(inArray(id, ctx.db.select({ id: old.id }).from(old)))
      .returning({ id });
    if (deleted.length < batch) return;
  }
}
