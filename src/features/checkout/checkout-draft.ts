/** Checkout input, saved in the tab until the order is paid or booked by transfer. It never contains card data. */
import type { Attendee } from "#features/seats/attendee.ts";
import { readAttendee, type FormSeat } from "#features/seats/attendee-form.ts";
import {
  billingFields,
  companyAddressFields,
  type BillingAddress,
  type Company,
} from "#features/orders/billing.schema.ts";
import { clearDraft, saveDraft, loadDraft } from "#platform/drafts.ts";

export interface CheckoutDraft {
  billing: BillingAddress;
  company: Company | null;
  /** Attendees by `seatKey`. */
  people: Record<string, Attendee>;
  /** Whether the buyer takes the first seat, by run. */
  self: Record<string, boolean>;
  /** Whether all seats but the first are named after the purchase, by run. */
  later: Record<string, boolean>;
  orderId: number | null;
}

const attendeeKeys = ["name", "name_other", "email", "scfhs_number"] as const satisfies readonly (keyof Attendee)[];

export const seatKey = (runId: number, seat: number) => `${runId} ${seat}`;

/**
 * Updates the attendees from the form; seats without fields keep theirs. Unchanged attendees stay the same objects, so
 * that only the edited seat is rendered again.
 */
export function mergeTypedPeople(
  people: CheckoutDraft["people"],
  seats: readonly FormSeat[],
  data: { get(name: string): unknown },
): CheckoutDraft["people"] {
  const changed: CheckoutDraft["people"] = {};
  for (const { runId, seat, isSelf, index } of seats) {
    if (isSelf || index === null) continue;
    const key = seatKey(runId, seat);
    const typed = readAttendee(data, index);
    const previous = people[key];
    if (!previous || attendeeKeys.some((field) => (previous[field] ?? "") !== typed[field])) changed[key] = typed;
  }
  return Object.keys(changed).length > 0 ? { ...people, ...changed } : people;
}

type DraftOrder = { id: number; payment: { status: string; method: string } };

/** Whether a draft is no longer needed, because its order is paid or booked by transfer. */
export function isServed(draft: CheckoutDraft, orders: readonly DraftOrder[]): boolean {
  return orders.some(
    ({ id, payment }) =>
      id === draft.orderId && (payment.method === "transfer" || !/^(pending|failed|expired)$/.test(payment.status)),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const toText = (value: unknown) => (typeof value === "string" ? value : "");
const toTexts = <Key extends string>(value: Record<string, unknown>, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, toText(value[key])])) as Record<Key, string>;
const toFlags = (value: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === "boolean",
    ),
  );

function parsePeople(value: unknown): CheckoutDraft["people"] {
  const people: CheckoutDraft["people"] = {};
  for (const [key, person] of Object.entries(isObject(value) ? value : {}))
    if (isObject(person)) people[key] = toTexts(person, attendeeKeys);
  return people;
}

/** Parses a stored draft: damaged fields become empty, unknown ones are dropped. */
export function parseDraft(stored: unknown): CheckoutDraft | null {
  if (!isObject(stored) || !isObject(stored["billing"])) return null;
  const { billing, company, people, self, later, orderId } = stored;
  return {
    billing: toTexts(billing as Record<string, unknown>, billingFields),
    company: isObject(company)
      ? toTexts(company, ["name", "vat_number", "address", ...companyAddressFields, "purchase_order"])
      : null,
    people: parsePeople(people),
    self: toFlags(self),
    later: toFlags(later),
    orderId: Number.isInteger(orderId) ? Number(orderId) : null,
  };
}

const draftName = "checkout";

/** Returns the unpaid checkout input of this account in this tab; null when there is none. */
export const loadCheckoutDraft = (userId: string): CheckoutDraft | null => parseDraft(loadDraft(draftName, userId));

export const saveCheckoutDraft = (userId: string, draft: CheckoutDraft): void => saveDraft(draftName, userId, draft);

export function clearServedDraft(userId: string, orders: readonly DraftOrder[]): void {
  const draft = loadCheckoutDraft(userId);
  if (draft && isServed(draft, orders)) clearDraft(draftName);
}
