import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { m } from "#messages";
import { issueFormToken } from "./form-token.server.ts";
import * as forms from "./forms.server.ts";
import { confirmSubscription, subscribe, unsubscribe } from "./subscriptions.server.ts";
import { requestDemo, sendContactRequest } from "./requests.server.ts";

const message = z.object({ message: z.string() });

export const formToken = endpoint({
  summary: "Issues a signed token with the time, for the `token` field of a form",
  description:
    "The token is optional. With a token that is at least 2 seconds old, an IP address may send more forms per hour.",
  session: "optional",
  body: z.object({}),
  reply: z.object({ token: z.string() }),
  handle: (ctx) => ({ token: issueFormToken(ctx) }),
});

export const bookDemo = endpoint({
  summary: "Requests a demo of one of ten programs",
  session: "optional",
  body: forms.demoForm,
  reply: message,
  handle: async (ctx, input) => {
    await requestDemo(ctx, input);
    return { message: m.enquiries_demo_done({}, { locale: ctx.locale }) };
  },
});

export const contact = endpoint({
  summary: "Sends a contact request to the company",
  session: "optional",
  body: forms.contactForm,
  reply: message,
  handle: async (ctx, input) => {
    await sendContactRequest(ctx, input);
    return { message: m.enquiries_demo_done({}, { locale: ctx.locale }) };
  },
});

export const emailSubscribe = endpoint({
  summary: "Subscribes to the newsletter; a confirmation email is sent",
  description: "The reply is the same whether or not the address has subscribed before.",
  session: "optional",
  body: forms.subscribeForm,
  reply: message,
  handle: async (ctx, input) => {
    await subscribe(ctx, input);
    return { message: m.enquiries_newsletter_done({}, { locale: ctx.locale }) };
  },
});

const link = z.object({ token: z.string("required").min(1, "required").max(100, "invalid") });

export const newsletterConfirm = endpoint({
  summary: "Confirms a subscription with the token of its link",
  session: "optional",
  body: link,
  reply: message,
  errors: { 404: "No subscription has this token, or the subscription was withdrawn or has expired unconfirmed." },
  handle: async (ctx, { token }) => {
    await confirmSubscription(ctx, { token });
    return { message: m.enquiries_newsletter_confirmed({}, { locale: ctx.locale }) };
  },
});

export const newsletterUnsubscribe = endpoint({
  summary: "Ends a subscription with the token of its link",
  session: "optional",
  body: link,
  reply: message,
  errors: { 404: "No subscription has this token." },
  handle: async (ctx, { token }) => {
    await unsubscribe(ctx, { token });
    return { message: m.enquiries_newsletter_unsubscribed({}, { locale: ctx.locale }) };
  },
});
