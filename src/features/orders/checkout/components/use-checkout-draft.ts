import { useState } from "react";
import type { FormSeat } from "#features/orders/seats/attendee-form.ts";
import { typedPeople, type CheckoutDraft } from "../checkout-draft.ts";
import { saveCheckoutDraft, loadCheckoutDraft } from "../checkout-draft-store.ts";
import { billingOf } from "./billing-fields.tsx";
import { companyOf } from "./company-fields.tsx";

/** Unlike FormData, includes disabled fields. */
const fieldsOf = (form: HTMLFormElement) => {
  const field = (name: string) => form.elements.namedItem(name);
  return {
    get: (name: string) => {
      const found = field(name);
      return found instanceof HTMLInputElement ? found.value : null;
    },
    has: (name: string) => {
      const found = field(name);
      return found instanceof HTMLInputElement && found.checked;
    },
  };
};

/** Restores earlier input (language switch, other page, ended session) and keeps the current one; never the card. */
export function useCheckoutDraft(userId: string) {
  const [first] = useState(() => loadCheckoutDraft(userId));
  const keep = (
    form: HTMLFormElement,
    seats: readonly FormSeat[],
    { self, later }: Pick<CheckoutDraft, "self" | "later">,
  ) => {
    const before = loadCheckoutDraft(userId);
    const data = fieldsOf(form);
    const people = typedPeople(before?.people ?? {}, seats, data);
    // Choices for the runs of another checkout stay.
    saveCheckoutDraft(userId, {
      billing: billingOf(data),
      company: companyOf(data),
      people,
      self: { ...before?.self, ...self },
      later: { ...before?.later, ...later },
      orderId: before?.orderId ?? null,
    });
  };
  return { first, keep };
}
