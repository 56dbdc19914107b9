import { call } from "#platform/api-client.ts";
import type * as enquiries from "./api.server.ts";

export const callBookDemo = call<typeof enquiries.bookDemo>("/api/book-demo");
export const callContact = call<typeof enquiries.contact>("/api/contact");
export const callEmailSubscribe = call<typeof enquiries.emailSubscribe>("/api/email_subscribe");
/** Requested when a form was refused without one: anti-spam.ts. */
export const callFormToken = call<typeof enquiries.formToken>("/api/form-token");
export const callNewsletterConfirm = call<typeof enquiries.newsletterConfirm>("/api/newsletter-confirm");
export const callNewsletterUnsubscribe = call<typeof enquiries.newsletterUnsubscribe>("/api/newsletter-unsubscribe");
