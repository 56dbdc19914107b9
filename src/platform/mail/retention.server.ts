import { and, inArray, lt, ne } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { outboxMails } from "./tables.server.ts";

/**
 * How long a mail that is done with is kept: long enough to answer "I never got it" and to mend what failed after four days, and no longer, because it
 * holds an address and what was said to a person. Orders, invoices and accounts keep their own facts.
 */
export const mailDays = 30;
/** So many at a time: no one waits behind a long statement on the embedded database. */
const batch = 500;

/**
 * Job: deletes mails that were sent, kept without a mail server, or failed, `mailDays` after they were written. With a
 * mail goes its key; code that writes mails later than that about the same thing has to know by itself that it has done
 * so, and does (states of orders, ids of refunds and changes).
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
