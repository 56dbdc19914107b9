/** Creates visitors' requests and newsletter subscriptions without submitting forms. */
import { confirmSubscription, newsletterLinks, subscribe } from "#features/contact/subscriptions.server.ts";
import { newsletterSubscriptions } from "#features/contact/tables.server.ts";
import type { ContactForm } from "#features/contact/forms.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { eq } from "drizzle-orm";
import type { TestCtx } from "./context.ts";

/** Returns what the form of the contact page sends, changed by `change`. */
export const buildContactForm = (change: Partial<ContactForm>): ContactForm => ({
  name: "Ghada K.",
  email: "ghada@example.com",
  title: "Nurse",
  contact_number: "+966500000061",
  workplace: "Example Hospital",
  message: "Group of twelve, which dates?\nIs there one invoice?",
  ...change,
});

/** Creates a newsletter subscription. By default its owner has confirmed it with the link in the mail. */
export async function subscriber(
  ctx: TestCtx,
  email: string,
  locale: Locale = "en",
  isConfirmed = true,
): Promise<{ id: string }> {
  await subscribe({ ...ctx, locale }, { email, source: "/news" });
  const [row] = await ctx.db.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.email, email));
  if (!row) throw new Error("no one subscribed");
  const token = newsletterLinks(ctx, row).confirmUrl.split("/").at(-1) ?? "";
  if (isConfirmed) await confirmSubscription({ ...ctx, locale }, { token });
  return { id: row.id };
}

/** Creates `count` confirmed subscribers, `person-1@example.com` and so on, without sending mails. */
export async function manySubscribers(ctx: TestCtx, count: number): Promise<void> {
  const now = ctx.now();
  const rows = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    email: `person-${index + 1}@example.com`,
    consentText: "Yes",
    consentVersion: "2",
    source: "/",
    locale: index % 2 === 0 ? ("ar" as const) : ("en" as const),
    createdAt: now,
    confirmedAt: now,
    tokenHash: crypto.randomUUID(),
  }));
  await ctx.db.insert(newsletterSubscriptions).values(rows);
}

/** Texts of a newsletter issue that is ready to be sent. */
export const letter = {
  subject_eng: "Three courses in December",
  subject_ar: "ثلاث دورات في ديسمبر",
  preheader_eng: "With seats left in Riyadh and online.",
  preheader_ar: "ومقاعد ما زالت متاحة في الرياض وعن بُعد.",
  body_eng: '<p>Seats are <strong>left</strong>. <a href="https://example.com/a">More</a></p>',
  body_ar: '<p>المقاعد <strong>متاحة</strong>. <a href="https://example.com/a">المزيد</a></p>',
};
