import { describe, expect, it } from "vitest";
import { applySeatChoice, chosenSeats, initialSeatChoices, runsNamedLater, type SeatFacts } from "./seat-choices.ts";

const buyerEmail = "sara@example.com";
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
};
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

  it("follow the people of an unpaid order until the buyer chooses otherwise", () => {
    const orders = unpaid([person("huda")]);
    expect(summary(none, { orders })).toEqual(["7/1", "7/2 later", "7/3 later", "8/1 self"]);
    const own = applySeatChoice(none, { kind: "self", runId: 7, isSelf: true });
    const choices = applySeatChoice(own, { kind: "later", runId: 7, seat: 2, isLater: false });
    expect(summary(choices, { orders })).toEqual(["7/1 self", "7/2", "7/3 later", "8/1 self"]);
  });

  it("are named later only before the day the course begins, and never the first one", () => {
    const later = applySeatChoice(none, { kind: "later", runId: 7, seat: 2, isLater: true });
    expect(summary(later)[1]).toBe("7/2 later");
    expect(summary(later, { namedLater: runsNamedLater(lines, "2027-01-12") })[1]).toBe("7/2");
    expect(summary(applySeatChoice(none, { kind: "later", runId: 7, seat: 1, isLater: true }))[0]).toBe("7/1 self");
  });
});

describe("a list", () => {
  it("fills the first seats, leaves the others for later and resets the fields of its run", () => {
    const people = [person("huda"), person("omar")];
    const listed = applySeatChoice(none, { kind: "list", runId: 7, qty: 3, people });
    expect(summary(listed)).toEqual(["7/1", "7/2", "7/3 later", "8/1 self"]);
    expect(listed).toMatchObject({ listed: { "7 1": people[0], "7 2": people[1] }, rounds: { 7: 1 } });
    expect(applySeatChoice(listed, { kind: "list", runId: 7, qty: 3, people }).rounds).toEqual({ 7: 2 });
  });

  it("without people names all but the buyer's seat later", () => {
    const empty = applySeatChoice(none, { kind: "list", runId: 7, qty: 3, people: [] });
    expect(summary(empty)).toEqual(["7/1 self", "7/2 later", "7/3 later", "8/1 self"]);
  });
});

it("an earlier visit's choices are kept", () => {
  expect(summary(initialSeatChoices({ self: { 8: false }, later: { "7 3": true } }))).toEqual([
    "7/1 self",
    "7/2",
    "7/3 later",
    "8/1",
  ]);
});
