import { sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";

/**
 * How long a mail that is done with is kept: long enough to answer "I never got it" and to mend what was given up after four days, and no longer, because it
 * holds an address and what was said to a person. Orders, invoices and accounts keep their own facts.
 */
export const mailDays = 30;
/** So many at a time: nobody waits behind a long statement on the embedded database. */
const batch = 500;

/**
 * Job: deletes mails that were sent, kept without a mail server, or given up, `mailDays` after they were written. With a mail goes its key; whoever
 * writes mails later than that about the same thing has to know by itself that it has done so, and does (states of orders, ids of refunds and changes).
 */
export async function forgetOldMails(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - mailDays * 24 * 60 * 60 * 1000).toISOString();
  for (;;) {
    const { rows } = await ctx.db.execute(sql`
      with old as (select id from mail where next_try_at is null and created_at < ${before} order by id limit ${batch} for update skip locked)
      delete from mail where id in (select id from old) returning id`);
    if (rows.length < batch) return;
  }
}
