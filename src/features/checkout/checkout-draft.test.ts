import { describe, expect, it } from "vitest";
import { formSeats } from "#features/seats/attendee-form.ts";
import { emptyBilling } from "#features/orders/billing.schema.ts";
import { isServed, parseDraft, seatKey, mergeTypedPeople, type CheckoutDraft } from "./checkout-draft.ts";

const huda = { name: "Huda Salem", name_other: "", email: "huda@example.com", scfhs_number: "07-rm-0012345" };
const draft: CheckoutDraft = {
  billing: { ...emptyBilling, first_name: "Sara", city: "Riyadh" },
  company: {
    name: "Example Co.",
    vat_number: "300000000000003",
    address: "Riyadh",
    building_number: "2322",
    district: "العليا",
    purchase_order: "PO-7",
  },
  people: { [seatKey(7, 1)]: huda },
  self: { 7: false },
  later: { 7: true },
  orderId: 1042,
};

describe("F-22 a stored checkout draft", () => {
  it("is rejected when it is no draft, and emptied where it is damaged", () => {
    for (const stored of [null, undefined, 7, "x", [], {}, { billing: null }]) expect(parseDraft(stored)).toBeNull();
    expect(
      parseDraft({
        billing: { first_name: 7 },
        company: "x",
        people: { a: null },
        self: { 7: "yes" },
        later: [],
        orderId: "1",
      }),
    ).toEqual({ billing: emptyBilling, company: null, people: {}, self: {}, later: {}, orderId: null });
  });

  it("is restored as it was, never with a card", () => {
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    const forged = {
      ...draft,
      number: "4111111111111111",
      cvc: "123",
      billing: { ...draft.billing, number: "4111111111111111" },
    };
    expect(JSON.stringify(parseDraft(forged))).not.toMatch(/4111|cvc/);
  });

  it("takes shown fields, and keeps the person of a seat without fields", () => {
    const data = new Map(
      Object.entries({
        "attendees.0.name": "Omar",
        "attendees.0.name_other": "عمر",
        "attendees.0.email": "omar@example.com",
        "attendees.0.scfhs_number": "",
        number: "4111 1111 1111 1111",
      }),
    );
    const typed = mergeTypedPeople({}, formSeats([{ runId: 7, qty: 1 }], new Set()), data);
    expect(typed).toEqual({ "7 1": { name: "Omar", name_other: "عمر", email: "omar@example.com", scfhs_number: "" } });
    expect(mergeTypedPeople(typed, formSeats([{ runId: 7, qty: 1 }], new Set([7])), data)).toEqual(typed);
    expect(mergeTypedPeople(typed, formSeats([{ runId: 8, qty: 1 }], new Set([8])), data)).toEqual(typed);
  });

  it("returns the same objects where nothing was typed", () => {
    const seats = formSeats([{ runId: 7, qty: 2 }], new Set());
    const data = new Map([
      ["attendees.0.name", "Omar"],
      ["attendees.1.name", "Huda"],
    ]);
    const typed = mergeTypedPeople({}, seats, data);
    expect(mergeTypedPeople(typed, seats, data)).toBe(typed);
    const next = mergeTypedPeople(typed, seats, data.set("attendees.1.name", "Huda S"));
    expect(next["7 2"]).toMatchObject({ name: "Huda S" });
    expect(next["7 1"]).toBe(typed["7 1"]);
  });

  it("is used up only once its own order is paid", () => {
    const order = (status: string, id = 1042, method = "card") => [{ id, payment: { status, method } }];
    for (const status of ["pending", "failed", "expired"]) expect(isServed(draft, order(status))).toBe(false);
    expect(isServed(draft, order("paid", 7))).toBe(false);
    expect(isServed({ ...draft, orderId: null }, order("paid"))).toBe(false);
    for (const status of ["paid", "refunded", "partially_refunded"]) expect(isServed(draft, order(status))).toBe(true);
  });

  it("U-22 is used up once its own order is booked by transfer", () => {
    for (const [id, served] of [
      [1042, true],
      [7, false],
    ] as const)
      expect(isServed(draft, [{ id, payment: { status: "pending", method: "transfer" } }])).toBe(served);
  });
});
