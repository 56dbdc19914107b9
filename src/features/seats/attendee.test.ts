import { describe, expect, it } from "vitest";
import {
  getFormAttendees,
  errorsBySeat,
  formSeats,
  lastNamed,
  getFormAssignments,
  sentSeats,
} from "./attendee-form.ts";
import { assignSeats, type AttendeeInput } from "./attendee.ts";

const buyer = { name: "Sara N.", email: "Sara@example.com" };
const person = (runId: number, email: string): AttendeeInput => ({
  runId,
  name: "Huda Salem",
  email,
  scfhs_number: "",
});

describe("assignment of people to seats", () => {
  it("reports a person named twice, missing attendees and an attendee of a run that is not in the order", () => {
    const { problems } = assignSeats(
      [
        { runId: 1, qty: 2 },
        { runId: 2, qty: 2 },
      ],
      [person(1, "a@example.com"), person(1, "a@example.com"), person(2, "a@example.com"), person(9, "b@example.com")],
      buyer,
    );
    expect(problems).toEqual([
      { field: "attendees.1.email", problem: "twice" },
      { field: "attendees", problem: "count" },
      { field: "attendees.3.course_id", problem: "unknown" },
    ]);
  });

  it("without attendees, assigns the first seat of each line to the buyer and leaves the others unnamed", () => {
    expect(
      assignSeats(
        [
          { runId: 1, qty: 3 },
          { runId: 2, qty: 1 },
        ],
        [],
        buyer,
      ),
    ).toEqual({
      seats: [1, 2].map((runId) => ({
        runId,
        seat: 1,
        name: "Sara N.",
        email: "sara@example.com",
        scfhsNumber: null,
        field: null,
      })),
      problems: [],
    });
  });

  it("a line that names seats later requires attendees for exactly the other seats", () => {
    const line = { runId: 1, qty: 3, named_later: 2 };
    const { seats, problems } = assignSeats([line], [person(1, "a@example.com")], buyer);
    expect([problems, seats.map(({ seat, email }) => [seat, email])]).toEqual([[], [[1, "a@example.com"]]]);
    for (const people of [
      ["a@example.com", "b@example.com"],
      ["a@example.com", "b@example.com", "c@example.com"],
    ])
      expect(
        assignSeats(
          [line],
          people.map((email) => person(1, email)),
          buyer,
        ).problems,
      ).toEqual([{ field: "attendees", problem: "count" }]);
  });

  it("gives the buyer a seat only in lines without attendees", () => {
    const { seats, problems } = assignSeats(
      [
        { runId: 1, qty: 1 },
        { runId: 2, qty: 1 },
      ],
      [person(2, "huda@example.com")],
      buyer,
    );
    expect(problems).toEqual([]);
    expect(seats.map(({ runId, email, field }) => [runId, email, field])).toEqual([
      [1, "sara@example.com", null],
      [2, "huda@example.com", "attendees.0"],
    ]);
  });
});

describe("seats in the checkout form", () => {
  const me = { name: "Sara N.", email: "sara@example.com", scfhs_number: "12JM0012345" };
  it("does not send the buyer's single seat; gives each other seat its index in the request", () => {
    const seats = formSeats(
      [
        { runId: 1, qty: 1 },
        { runId: 2, qty: 2 },
        { runId: 3, qty: 1 },
      ],
      new Set([1, 2]),
    );
    expect(seats.map(({ isSelf, index }) => [isSelf, index])).toEqual([
      [true, null],
      [true, 0],
      [false, 1],
      [false, 2],
    ]);
    const typed = new Map([
      ["attendees.1.name", "Huda"],
      ["attendees.1.name_other", "هدى"],
      ["attendees.1.email", "huda@example.com"],
      ["attendees.2.email", "ali@example.com"],
    ]);
    expect(getFormAttendees(seats, typed, me)).toEqual([
      { course_id: 2, ...me },
      { course_id: 2, name: "Huda", name_other: "هدى", email: "huda@example.com", scfhs_number: "" },
      { course_id: 3, name: "", name_other: "", email: "ali@example.com", scfhs_number: "" },
    ]);
  });

  it("does not send a seat to be named later; it keeps its index, so that other fields keep their names", () => {
    const seats = formSeats(
      [
        { runId: 1, qty: 3 },
        { runId: 2, qty: 2 },
      ],
      new Set([1]),
      (runId, seat) => (runId === 1 ? seat === 2 : seat === 1),
    );
    // The first seat of a line cannot be named later.
    expect(seats.map(({ isLater, index }) => [isLater, index])).toEqual([
      [false, 0],
      [true, 1],
      [false, 2],
      [false, 3],
      [false, 4],
    ]);
    const typed = new Map(seats.map(({ index }) => [`attendees.${index}.email`, `p${index}@example.com`]));
    expect(getFormAttendees(seats, typed, me).map(({ course_id, email }) => [course_id, email])).toEqual([
      [1, me.email],
      [1, "p2@example.com"],
      [2, "p3@example.com"],
      [2, "p4@example.com"],
    ]);
    expect(errorsBySeat({ "attendees.1.email": ["a"], city: ["b"] }, sentSeats(seats))).toEqual({
      "attendees.2.email": ["a"],
      city: ["b"],
    });
  });

  it("prefills attendees, also those left for later, from an unpaid order, never from a paid one", () => {
    const order = (status: string) => ({ payment: { status }, lines: [{ course_id: 2, qty: 2, attendees: [me] }] });
    expect(lastNamed([order("failed"), order("paid")], 2)).toEqual([me, null]);
    expect(lastNamed([order("paid"), order("failed")], 2)).toEqual([]);
    expect(lastNamed([order("failed")], 1)).toEqual([]);
  });

  it("sends only the filled seats of a bought line, or one of an empty form; maps errors back to their seats", () => {
    const line = { course_id: 7, seats_to_name: [2, 3, 5] };
    expect(getFormAssignments(line, new Map())).toEqual([
      { course_id: 7, seat: 2, name: "", name_other: "", email: "", scfhs_number: "" },
    ]);
    const sent = getFormAssignments(
      line,
      new Map([
        ["attendees.3.name", "Huda"],
        ["attendees.5.email", "ali@example.com"],
        ["attendees.2.name", " "],
      ]),
    );
    expect(sent.map(({ seat, name, email }) => [seat, name, email])).toEqual([
      [3, "Huda", ""],
      [5, "", "ali@example.com"],
    ]);
    expect(
      errorsBySeat(
        { "attendees.0.email": ["a"], "attendees.1.name": ["b"], "attendees.9.name": ["c"], attendees: ["d"] },
        sent,
      ),
    ).toEqual({ "attendees.3.email": ["a"], "attendees.5.name": ["b"], "attendees.9.name": ["c"], attendees: ["d"] });
  });
});
