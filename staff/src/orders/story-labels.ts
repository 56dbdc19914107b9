import type { Tone } from "../ui/chip.tsx";
import type { IconName } from "../ui/icon-names.ts";

/** How each event looks; its words are `orders.story.<what>`, dots written as underscores. */
const looks: Record<string, [IconName, Tone]> = {
  "order.placed": ["hourglass", "neutral"],
  "order.opened": ["landmark", "neutral"],
  "order.pending": ["refresh-cw", "neutral"],
  "order.paid": ["circle-check", "good"],
  "order.failed": ["circle-x", "wrong"],
  "order.expired": ["clock", "neutral"],
  "order.refunded": ["undo-2", "info"],
  "order.partially_refunded": ["undo-2", "info"],
  "order.noted": ["message-square-text", "accent"],
  "order.mail-resent": ["send", "neutral"],
  "order.resynced": ["refresh-cw", "neutral"],
  "payment.opened": ["shopping-cart", "neutral"],
  "payment.settled": ["circle-check", "good"],
  "payment.failed": ["circle-x", "wrong"],
  "payment.cancelled": ["clock", "neutral"],
  "payment.refunded": ["undo-2", "info"],
  "provider.event": ["zap", "neutral"],
  "transfer.recorded": ["landmark", "good"],
  "refund.requested": ["undo-2", "info"],
  "refund.decided": ["undo-2", "info"],
  "refund.done": ["undo-2", "good"],
  "refund.recorded-from-provider": ["undo-2", "info"],
  "refund.left-to-person": ["shield-alert", "attention"],
  "refund.approval-requested": ["shield-check", "attention"],
  "refund.request-approved": ["shield-check", "good"],
  "refund.request-declined": ["shield-off", "wrong"],
  "refund.request-withdrawn": ["shield-off", "neutral"],
  "foreign-payment.return-decided": ["undo-2", "attention"],
  "foreign-payment.return-requested": ["undo-2", "attention"],
  "foreign-payment.returned": ["undo-2", "info"],
  "foreign-payment.left-to-person": ["shield-alert", "attention"],
  "payment-case.acted-on": ["shield-check", "neutral"],
  "payment-case.resolved": ["shield-check", "good"],
  "document.invoice": ["file-text", "neutral"],
  "document.credit-note": ["file-minus", "info"],
  "mail.queued": ["mail", "neutral"],
  "mail.sent": ["mail-check", "good"],
  "mail.captured": ["mail-check", "good"],
  "mail.failed": ["mail-x", "wrong"],
};

export const lookOf = (what: string): [IconName, Tone] => looks[what] ?? ["circle-dot", "neutral"];
export const isKnownEvent = (what: string): boolean => Object.hasOwn(looks, what);

/** What the provider says has words of its own for what it says of a payment. */
const providerEvents = new Set([
  "payment_paid",
  "payment_captured",
  "payment_authorized",
  "payment_failed",
  "payment_voided",
  "payment_refunded",
]);

/** The key of an event's words; `facts` name what the provider reported. */
export function keyOf(what: string, facts: Record<string, unknown> = {}): string {
  const type = facts["type"];
  return what === "provider.event" && typeof type === "string" && providerEvents.has(type)
    ? `orders.story.provider_events.${type}`
    : `orders.story.${what.replaceAll(/[.-]/g, "_")}`;
}
