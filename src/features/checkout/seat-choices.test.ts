import { describe, expect, it } from "vitest";
import {
  applySeatChoice,
  chosenSeats,
  initialSeatChoices,
  listedPeople,
  runsNamedLater,
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
  namedLater: runsNamedLater(lines, "2027-01-05"),
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
  it("give the buyer the first seat of each run, unless they have one already", () => {
    expect(summary()).toEqual(["7/1 self", "7/2", "7/3", "8/1 self"]);
    expect(summary(none, { registered: new Set([8]) })).toEqual(["7/1 self", "7/2", "7/3", "8/1"]);
    const chosen = applySeatChoice(none, { kind: "self", runId: 7, isSelf: false });
    expect(summary(chosen)).toEqual(["7/1", "7/2", "7/3", "8/1 self"]);
  });

  it("follow the first person of an unpaid order until the buyer chooses otherwise", () => {
    const orders = unpaid([person("huda")]);
    expect(summary(none, { orders })).toEqual(["7/1", "7/2", "7/3", "8/1 self"]);
    const own = applySeatChoice(none, { kind: "self", runId: 7, isSelf: true });
    expect(summary(own, { orders })).toEqual(["7/1 self", "7/2", "7/3", "8/1 self"]);
  });

  it("are named later where their fields are empty, only before the day the course begins, and never the first one", () => {
    const getPerson = (_: number, seat: number) => (seat === 2 ? { ...blank, email: " " } : person("omar"));
    expect(summary(none, { getPerson })).toEqual(["7/1 self", "7/2 later", "7/3", "8/1 self"]);
    const others = { namedLater: runsNamedLater(lines, "2027-01-12"), ...withoutPeople };
    expect(summary(none, others)).toEqual(["7/1 self", "7/2", "7/3", "8/1 self"]);
    const other = applySeatChoice(none, { kind: "self", runId: 7, isSelf: false });
    expect(summary(other, withoutPeople)).toEqual(["7/1", "7/2 later", "7/3 later", "8/1 self"]);
  });

  it("are named later all but the first, whatever their fields hold, once the buyer chooses so", () => {
    const later = applySeatChoice(none, { kind: "later", runId: 7, isLater: true });
    expect(summary(later)).toEqual(["7/1 self", "7/2 later", "7/3 later", "8/1 self"]);
    expect(summary(applySeatChoice(later, { kind: "later", runId: 7, isLater: false }))).toEqual(summary());
  });
});

describe("a list", () => {
  it("fills the first seats, empties the others and resets the fields of its run", () => {
    const people = [person("huda"), person("omar")];
    const later = applySeatChoice(none, { kind: "later", runId: 7, isLater: true });
    const listed = applySeatChoice(later, { kind: "list", runId: 7 });
    const named = listedPeople(7, 3, people);
    expect(named).toEqual({ "7 1": people[0], "7 2": people[1], "7 3": blank });
    const getPerson = (id: number, seat: number) => named[`${id} ${seat}`] ?? blank;
    expect(summary(listed, { getPerson })).toEqual(["7/1", "7/2", "7/3 later", "8/1 self"]);
    expect(listed.rounds).toEqual({ 7: 1 });
    expect(applySeatChoice(listed, { kind: "list", runId: 7 }).rounds).toEqual({ 7: 2 });
  });
});

it("an earlier visit's choices are kept", () => {
  expect(summary(initialSeatChoices({ self: { 8: false }, later: { 7: true } }))).toEqual([
    "7/1 self",
    "7/2 later",
    "7/3 later",
    "8/1",
  ]);
});
