import { toSnakeCase, type NameIn } from "../messages.ts";
import type { Tone } from "../parts/chip.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";

/** Icon and tone of each event. Its text is `staff_orders_story_<what>`. */
const eventStyles = {
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
  "transfer.approved": ["landmark", "good"],
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
  "seat.cancelled": ["calendar-x", "attention"],
  "seat.payment-kept": ["shield-check", "neutral"],
  "change.cancelled": ["calendar-x", "info"],
  "change.moved": ["calendar-clock", "info"],
  "change.asked": ["hourglass", "attention"],
  "change.questioned": ["message-square-text", "attention"],
  "change.answered": ["message-square-text", "info"],
  "change.agreed": ["shield-check", "good"],
  "change.refused": ["shield-off", "wrong"],
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
} satisfies Record<string, [IconName, Tone]>;
export type KnownEvent = keyof typeof eventStyles;

export const getEventStyle = (what: string): [IconName, Tone] =>
  isKnownEvent(what) ? eventStyles[what] : ["circle-dot", "neutral"];
export const isKnownEvent = (what: string): what is KnownEvent => Object.hasOwn(eventStyles, what);

/** Whether the type is a payment state from the provider, which has its own text. */
const isProviderEvent = (type: unknown): type is NameIn<"orders_story_provider_events"> =>
  [
    "payment_paid",
    "payment_captured",
    "payment_authorized",
    "payment_failed",
    "payment_voided",
    "payment_refunded",
  ].includes(String(type));

/** The message key of an event. `facts` hold what the provider reported. */
export function getEventLabelKey(what: KnownEvent, facts: Record<string, unknown> = {}) {
  const type = facts["type"];
  return what === "provider.event" && isProviderEvent(type)
    ? (`staff_orders_story_provider_events_${type}` as const)
    : (`staff_orders_story_${toSnakeCase(what)}` as const);
}
