import { and, eq, inArray, ne, not, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { containsPattern } from "#platform/db/list-page.server.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import { nowhere } from "./outbox.server.ts";
import { outboxMails } from "./tables.server.ts";

/** The recipient of a mail whose person has been erased. */
export const erasedRecipient = `deleted@deleted${nowhere}`;
const mark = "–";

/** Texts by which a mail shows that it is about someone. */
interface Mentions {
  name: string;
  email: string;
  contactNumber: string;
}

const { to, replyTo, props, subject, html, text, status } = outboxMails;
const holdsSql = (column: SQLWrapper, needle: string) => sql`${column} ilike ${containsPattern(needle)}`;
/** As it stands within a JSON text. */
const inJson = (needle: string) => JSON.stringify(needle).slice(1, -1);

/**
 * Erases someone from the outbox: mails to them and of them whole (those that wait are not sent), and what mails to
 * others say of them. A mail to another that was sent loses its text; one that may still be sent loses the person's
 * texts only. Keys stay, so that nothing is sent twice. Part of the open transaction.
 */
export async function eraseMails(ctx: Ctx, person: Mentions): Promise<void> {
  const gone = { replyTo: null, props: {}, subject: "", html: "", text: "" };
  const address = person.email.toLowerCase();
  // What they wrote to the company is theirs, too.
  const own = sql`(lower(${to}) = ${address} or lower(${replyTo}) = ${address})`;
  await ctx.db
    .update(outboxMails)
    .set({ ...gone, to: erasedRecipient, status: "failed", lastError: "erased" })
    .where(and(own, eq(status, "queued")));
  await ctx.db
    .update(outboxMails)
    .set({ ...gone, to: erasedRecipient })
    .where(own);
  // A first name alone is a thousand people's.
  const fullName = person.name.trim().includes(" ") ? person.name.trim() : "";
  const needles = [person.email, person.contactNumber, fullName].filter((needle) => needle !== "");
  const mentions = or(
    ...needles.flatMap((needle) => [
      holdsSql(sql`${props}::text`, inJson(needle)),
      holdsSql(subject, needle),
      holdsSql(text, needle),
      holdsSql(html, escapeHtml(needle)),
    ]),
  );
  const isOut = inArray(status, ["sent", "captured"]);
  await ctx.db.update(outboxMails).set(gone).where(and(isOut, mentions));
  const without = (column: SQLWrapper, spelled: (needle: string) => string) =>
    needles.reduce<SQL>(
      (left, needle) => sql`regexp_replace(${left}, ${literalPattern(spelled(needle))}, ${mark}, 'gi')`,
      sql`${column}`,
    );
  await ctx.db
    .update(outboxMails)
    .set({
      props: sql`${without(sql`${props}::text`, inJson)}::jsonb`,
      subject: without(subject, (needle) => needle),
      text: without(text, (needle) => needle),
      html: without(html, escapeHtml),
    })
    .where(and(not(isOut), ne(to, erasedRecipient), mentions));
}

const literalPattern = (needle: string) => needle.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");
