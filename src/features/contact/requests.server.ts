import { publicSettings } from "#features/settings/settings.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { RateLimited } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit } from "#platform/rate-limit.server.ts";
import type { ContactMailProps, DemoMailProps } from "./emails.server.tsx";
import { isSpam } from "./form-token.server.ts";
import type { ContactForm, DemoForm } from "./forms.server.ts";
import { contactRequests, demoRequests } from "./tables.server.ts";

/** Counts an email that a form of this kind sends to a mailbox. Returns false beyond the limit: callers leave it out. */
export async function mayMail(ctx: Ctx, kind: "contact" | "demo" | "newsletter", email: string): Promise<boolean> {
  try {
    await consumeMailboxLimit(ctx, "formMailPerMailbox", email, `${kind}:`);
    return true;
  } catch (error) {
    if (error instanceof RateLimited) return false;
    throw error;
  }
}

interface Enquiry {
  kind: "contact" | "demo";
  id: number;
  email: string;
  props: ContactMailProps | DemoMailProps;
  sendsConfirmation: boolean;
}

/**
 * Message-ID of the email that confirms a request. Replies refer to it, so that the sender's mail program shows them
 * together.
 */
export const buildThreadId = ({ env }: Pick<Ctx, "env">, kind: Enquiry["kind"], id: number): string =>
  `<${kind}-request-${id}@${new URL(env.BASE_URL).hostname}>`;

/**
 * Queues an email to the company, with the sender as Reply-To, and one that confirms the request to the sender. Both
 * are in the language of the form.
 */
async function mailEnquiry(ctx: Ctx, { kind, id, email, props: fields, sendsConfirmation }: Enquiry): Promise<void> {
  const props = { ...fields, at: ctx.now().toISOString() };
  const { email: company } = await publicSettings(ctx);
  const { locale } = ctx;
  await queueMail(ctx, {
    key: `${kind}-received:${id}`,
    to: company,
    replyTo: email,
    locale,
    template: `${kind}-received`,
    props,
  });
  if (sendsConfirmation)
    await queueMail(ctx, {
      key: `${kind}-confirmed:${id}`,
      to: email,
      locale,
      template: `${kind}-confirmed`,
      props,
      manner: { messageId: buildThreadId(ctx, kind, id) },
    });
}

/** Mails go out after the commit. Throws RateLimited. */
export async function requestDemo(ctx: Ctx, form: DemoForm): Promise<void> {
  const { website: _, token: __, contact_number, ...fields } = form;
  const spam = await isSpam(ctx, form);
  const sendsConfirmation = !spam && (await mayMail(ctx, "demo", form.email));
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .insert(demoRequests)
      .values({ ...fields, contactNumber: contact_number, locale: ctx.locale, spam, createdAt: ctx.now() })
      .returning({ id: demoRequests.id });
    if (!spam && row)
      await mailEnquiry(ctx, {
        kind: "demo",
        id: row.id,
        email: form.email,
        props: { ...fields, contactNumber: contact_number },
        sendsConfirmation,
      });
  });
}

/** Mails go out after the commit. Throws RateLimited. */
export async function sendContactRequest(ctx: Ctx, form: ContactForm): Promise<void> {
  const { website: _, token: __, contact_number, ...fields } = form;
  const spam = await isSpam(ctx, form);
  const sendsConfirmation = !spam && (await mayMail(ctx, "contact", form.email));
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .insert(contactRequests)
      .values({ ...fields, contactNumber: contact_number, locale: ctx.locale, spam, createdAt: ctx.now() })
      .returning({ id: contactRequests.id });
    if (!spam && row)
      await mailEnquiry(ctx, {
        kind: "contact",
        id: row.id,
        email: form.email,
        props: { ...fields, contactNumber: contact_number },
        sendsConfirmation,
      });
  });
}
