import { describe, expect, it } from "vitest";
import type { Attendee } from "#features/seats/attendee.ts";
import type { CheckoutDraft } from "./checkout-draft.ts";
import {
  applySeatChoice,
  chosenSeats,
  initialSeatChoices,
  isWholeList,
  placeList,
  findRunsNamedLater,
  type SeatFacts,
} from "./seat-choices.ts";

const buyerEmail = "sara@example.com";
const blank = { name: "", name_other: "", email: "", scfhs_number: "" };
const person = (name: string) => ({ name, name_other: "", email: `${name}@example.com`, scfhs_number: "" });
const lines = [
  { id: 7, qty: 3, start_date: "2027-01-12" },
  { id: 8, qty: 1, start_date: "2027-01-05" },
];
const facts: SeatFacts = {
  lines,
  orders: [],
  registered: new Set(),
  buyerEmail,
  runsNamedLater: findRunsNamedLater(lines, "2027-01-05"),
  getPerson: (_, seat) => person(`seat-${seat}`),
};
const withoutPeople = { getPerson: () => blank };
const none = initialSeatChoices(null);
const summary = (choices = none, more: Partial<SeatFacts> = {}) =>
  chosenSeats(choices, { ...facts, ...more }).map(
    ({ runId, seat, isSelf, isLater }) => `${runId}/${seat}${isSelf ? " self" : ""}${isLater ? " later" : ""}`,
  );
const unpaid = (attendees: ReturnType<typeof person>[]) => [
  { payment: { status: "pending" }, lines: [{ course_id: 7, qty: 3, attendees }] },
];

describe("the seats of a checkout", () => {
  it("give the buyer the first seat of each run, unless already registered", () => {
    expect(summary()).toEqual(["7/1 self", "7/2", "7/3", "8/1 self"]);
    expect(summary(none, { registered: new Set([8]) })).toEqual(["7/1 self", "7/2", "7/3", "8/1"]);
    const chosen = applySeatChoice(none, { kind: "self", runId: 7, isSelf: false });
    expect(summary(chosen)).toEqual(["7/1", "7/2", "7/3", "8/1 self"]);
  });

  it("keep the first person of an unpaid order until the buyer chooses otherwise", () => {
    const orders = unpaid([person("huda")]);
    expect(summary(none, { orders })).toEqual(["7/1", "7/2", "7/3", "8/1 self"]);
    const withBuyer = applySeatChoice(none, { kind: "self", runId: 7, isSelf: true });
    expect(summary(withBuyer, { orders })).toEqual(["7/1 self", "7/2", "7/3", "8/1 self"]);
  });

  it("are named later when blank, except the first seat; none is on the first day of the run", () => {
    const getPerson = (_: number, seat: number) => (seat === 2 ? { ...blank, email: " " } : person("omar"));
    expect(summary(none, { getPerson })).toEqual(["7/1 self", "7/2 later", "7/3", "8/1 self"]);
    const onFirstDay = { runsNamedLater: findRunsNamedLater(lines, "2027-01-12"), ...withoutPeople };
    expect(summary(none, onFirstDay)).toEqual(["7/1 self", "7/2", "7/3", "8/1 self"]);
    const withoutBuyer = applySeatChoice(none, { kind: "self", runId: 7, isSelf: false });
    expect(summary(withoutBuyer, withoutPeople)).toEqual(["7/1", "7/2 later", "7/3 later", "8/1 self"]);
  });

  it("are all named later except the first when the buyer chooses so, even if typed", () => {
    const later = applySeatChoice(none, { kind: "later", runId: 7, isLater: true });
    expect(summary(later)).toEqual(["7/1 self", "7/2 later", "7/3 later", "8/1 self"]);
    expect(summary(applySeatChoice(later, { kind: "later", runId: 7, isLater: false }))).toEqual(summary());
  });
});

describe("a list", () => {
  const [huda, omar, layla] = [person("huda"), person("omar"), person("layla")];
  /** Applies a list to the seats of run 7; `named` has their people before. */
  function takeList(people: Attendee[], named: CheckoutDraft["people"], before = none) {
    const getBefore = (id: number, seat: number) => named[`${id} ${seat}`] ?? blank;
    const runSeats = chosenSeats(before, { ...facts, getPerson: getBefore }).filter(({ runId }) => runId === 7);
    const isWhole = isWholeList(runSeats, people.length);
    const choices = applySeatChoice(before, { kind: "list", runId: 7, isWhole });
    const placed = { ...named, ...placeList(runSeats, people, getBefore) };
    const seats = summary(choices, { getPerson: (id, seat) => placed[`${id} ${seat}`] ?? blank });
    return { placed, seats: seats.filter((seat) => seat.startsWith("7/")), choices };
  }

  it("shorter than the seats fills free seats only", () => {
    const first = takeList([huda], {});
    expect([first.seats, first.placed]).toEqual([["7/1 self", "7/2", "7/3 later"], { "7 2": huda }]);
    const second = takeList([omar], first.placed);
    expect([second.seats, second.placed]).toEqual([["7/1 self", "7/2", "7/3"], { "7 2": huda, "7 3": omar }]);
    expect(takeList([layla], second.placed).placed).toEqual(second.placed);
    const withoutBuyer = applySeatChoice(none, { kind: "self", runId: 7, isSelf: false });
    expect(takeList([omar, layla], { "7 2": huda }, withoutBuyer).placed).toEqual({
      "7 1": omar,
      "7 2": huda,
      "7 3": layla,
    });
  });

  it("with a person for each seat replaces everyone, the buyer too", () => {
    const { placed, seats } = takeList([layla, omar, huda], { "7 2": huda });
    expect([seats, placed]).toEqual([["7/1", "7/2", "7/3"], { "7 1": layla, "7 2": omar, "7 3": huda }]);
  });

  it("resets the fields of its run, and ends the choice to name all others later", () => {
    const later = applySeatChoice(none, { kind: "later", runId: 7, isLater: true });
    const { seats, choices } = takeList([huda], {}, later);
    expect([seats, choices.rounds]).toEqual([["7/1 self", "7/2", "7/3 later"], { 7: 1 }]);
    expect(takeList([omar], {}, choices).choices.rounds).toEqual({ 7: 2 });
  });
});

it("restores the choices of an earlier visit", () => {
  expect(summary(initialSeatChoices({ self: { 8: false }, later: { 7: true } }))).toEqual([
    "7/1 self",
    "7/2 later",
    "7/3 later",
    "8/1",
  ]);
});
