import { asc, eq, inArray, or } from "drizzle-orm";
import { contactRequests, demoRequests, newsletterSubscriptions } from "#features/enquiries/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { selectEnquiries } from "./records.server.ts";
import { enquiries, enquiryMessages } from "./tables.server.ts";

const ofAddress = (email: string) => or(eq(demoRequests.email, email), eq(contactRequests.email, email));

/** What a mailbox wrote to us and got back, and its subscriptions to the newsletter, for a copy of a person's data. Its callers ask for permission. */
export async function exportEnquiriesOf(ctx: Ctx, { email }: { email: string }) {
  const found = await selectEnquiries(ctx).where(ofAddress(email)).orderBy(asc(enquiries.id));
  const ids = found.map(({ enquiry }) => enquiry.id);
  const replies =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(enquiryMessages)
          .where(inArray(enquiryMessages.enquiryId, ids))
          .orderBy(enquiryMessages.id);
  const subscriptions = await ctx.db
    .select()
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email))
    .orderBy(newsletterSubscriptions.createdAt);
  return {
    enquiries: found.map(({ enquiry, name, phone, workplace, program, title, message }) => ({
      created_at: enquiry.createdAt.toISOString(),
      name,
      phone,
      workplace,
      program,
      title,
      message,
      messages: replies
        .filter(({ enquiryId }) => enquiryId === enquiry.id)
        .map(({ kind, text, createdAt }) => ({ kind, text, created_at: createdAt.toISOString() })),
    })),
    newsletter: subscriptions.map(({ consentText, source, locale, createdAt, confirmedAt, unsubscribedAt }) => ({
      consent: consentText,
      source,
      locale,
      created_at: createdAt.toISOString(),
      confirmed_at: confirmedAt?.toISOString() ?? null,
      unsubscribed_at: unsubscribedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Erases what a mailbox wrote to us, what was answered and noted, and its subscriptions; the enquiries stay as empty rows for the counts.
 * In the open transaction of the erasure, whose caller asks for permission and writes the audit event. Mails are `deleteMailsTo`'s.
 */
export async function eraseEnquiriesOf(
  ctx: Ctx,
  { email }: { email: string },
): Promise<{ enquiries: number; subscriptions: number }> {
  return inTransaction(ctx, async (ctx) => {
    const found = await selectEnquiries(ctx).where(ofAddress(email));
    const rows = found.map(({ enquiry }) => enquiry);
    const nobody = { name: "", email: "", contactNumber: "", workplace: "" };
    const demoIds = rows.flatMap(({ demoRequestId }) => demoRequestId ?? []);
    const contactIds = rows.flatMap(({ contactRequestId }) => contactRequestId ?? []);
    const ids = rows.map(({ id }) => id);
    await ctx.db.update(demoRequests).set(nobody).where(inArray(demoRequests.id, demoIds));
    await ctx.db
      .update(contactRequests)
      .set({ ...nobody, title: "", message: "" })
      .where(inArray(contactRequests.id, contactIds));
    await ctx.db.update(enquiries).set({ searchText: "" }).where(inArray(enquiries.id, ids));
    await ctx.db.update(enquiryMessages).set({ text: "" }).where(inArray(enquiryMessages.enquiryId, ids));
    const gone = await ctx.db
      .delete(newsletterSubscriptions)
      .where(eq(newsletterSubscriptions.email, email))
      .returning({ id: newsletterSubscriptions.id });
    return { enquiries: rows.length, subscriptions: gone.length };
  });
}
