import { and, asc, eq, inArray, ne, not, sql, type SQL, lt } from "drizzle-orm";
import { requireTransaction, type Ctx } from "#platform/context.server.ts";
import { reservedDomain } from "./outbox.server.ts";
import { outboxMails } from "./tables.server.ts";
import { dayMs } from "#i18n/dates.ts";

/**
 * Days that a mail is stored: long enough to answer "I never got it" and to repair what failed after four days, and no
 * longer, because a mail holds an address and personal data. Orders, invoices and accounts keep their own facts.
 */
export const mailDays = 30;
/** Small, so that no lock is held for long. */
const batch = 500;

/**
 * Job: deletes mails that were sent, captured or failed, `mailDays` after they were written. The idempotency key goes
 * too; code that writes mails later than that relies on its own state (of orders, refunds and run changes).
 */
export async function deleteOldMails(ctx: Ctx): Promise<void> {
  const { id, status, createdAt } = outboxMails;
  const before = new Date(ctx.now().getTime() - mailDays * dayMs);
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

/** The recipient of a mail whose person has been erased. */
export const erasedRecipient = `deleted@deleted${reservedDomain}`;

/** What is left of a mail's words. */
export const erasedContent = { replyTo: null, props: {}, subject: "", html: "", text: "" };

/** The same key without the recipient's address, which those of mails about a run have: one of each mail, as before. */
const keyWithoutAddress = sql`replace(${outboxMails.key}, ${outboxMails.to}, 'erased-' || ${outboxMails.id})`;

/** Which mails are about someone. */
interface MailsOf {
  /** To them or from them. */
  own: SQL;
  /** To others about something of theirs, such as an order; undefined when there is none. */
  about: SQL | undefined;
  /** Whether a text names them. */
  names(text: string): boolean;
}

/** Every text in a mail's props. */
function collectTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}

/**
 * Erases someone from the outbox. Mails of their own go whole, and those that wait are not sent. A mail to another
 * about something of theirs that names them loses its words once it is sent: until then it is someone else's, and not
 * changed. Keys stay but for an address in them, so that nothing is sent twice. Part of the open transaction.
 */
export async function eraseMails(ctx: Ctx, { own, about, names }: MailsOf): Promise<void> {
  const { db } = requireTransaction(ctx);
  const { id, to, status, manner, subject, text, props } = outboxMails;
  await db
    .update(outboxMails)
    .set({ ...erasedContent, to: erasedRecipient, key: keyWithoutAddress, status: "failed", lastError: "erased" })
    .where(and(own, eq(status, "queued")));
  await db
    .update(outboxMails)
    .set({ ...erasedContent, to: erasedRecipient, key: keyWithoutAddress })
    .where(own);
  if (!about) return;
  const others = await db
    .select({ id, subject, text, props })
    .from(outboxMails)
    .where(and(about, ne(to, erasedRecipient)))
    .orderBy(asc(id))
    .for("update");
  const named = others.filter((mail) =>
    [mail.subject, mail.text, ...collectTexts(mail.props)].some((one) => names(one ?? "")),
  );
  const isNamed = inArray(
    id,
    named.map((mail) => mail.id),
  );
  const isOut = inArray(status, ["sent", "captured"]);
  await db.update(outboxMails).set(erasedContent).where(and(isNamed, isOut));
  await db
    .update(outboxMails)
    .set({ manner: sql`coalesce(${manner}, '{}') || '{"forget": true}'` })
    .where(and(isNamed, not(isOut)));
}
