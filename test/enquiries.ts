/** Requests and subscriptions of visitors, without their forms. */
import { confirmSubscription, newsletterLinks, subscribe } from "#features/enquiries/newsletter.server.ts";
import { newsletterSubscriptions } from "#features/enquiries/tables.server.ts";
import type { ContactForm } from "#features/enquiries/forms.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { eq } from "drizzle-orm";
import type { TestCtx } from "./context.ts";

/** What the form of the contact page sends. */
export const contactOf = (change: Partial<ContactForm>): ContactForm => ({
  name: "Ghada K.",
  email: "ghada@example.com",
  title: "Nurse",
  contact_number: "+966500000061",
  workplace: "Example Hospital",
  message: "Group of twelve, which dates?\nIs there one invoice?",
  ...change,
});

/** Someone who asked for the newsletter, and pressed the button in the mail. */
export async function subscriber(
  ctx: TestCtx,
  email: string,
  locale: Locale = "en",
  confirmed = true,
): Promise<{ id: string }> {
  await subscribe({ ...ctx, locale }, { email, source: "/news" });
  const [row] = await ctx.db.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.email, email));
  if (!row) throw new Error("nobody subscribed");
  const token = newsletterLinks(ctx, row).confirmUrl.split("/").at(-1) ?? "";
  if (confirmed) await confirmSubscription({ ...ctx, locale }, { token });
  return { id: row.id };
}
