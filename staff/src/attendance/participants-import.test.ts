import { expect, it } from "vitest";
import {
  countMinutesInSession,
  countPeople,
  preselectCertainMatches,
  toWriteInput,
  type FilePerson,
} from "./participants-import.ts";

const makePerson = (values: Partial<FilePerson>): FilePerson => ({
  name: "Sara Nasser",
  email: "sara@example.com",
  match: "email",
  enrolmentId: 7,
  visits: [{ from: "2026-06-15T06:00:00.000Z", to: "2026-06-15T07:30:00.000Z" }],
  untimedMinutes: 0,
  minutes: 90,
  ...values,
});
const people = [
  makePerson({}),
  makePerson({ match: "name", enrolmentId: 8 }),
  makePerson({ match: null, enrolmentId: null }),
];

it("preselects only people matched by address; staff confirm a match by name", () => {
  const choices = preselectCertainMatches(people);
  expect(choices).toEqual({ 0: 7, 1: 0, 2: 0 });
  expect(countPeople(people, choices)).toEqual({ count: 1, guesses: 1, leftOut: 1 });
  expect(countPeople(people, { ...choices, 1: 8 })).toEqual({ count: 2, guesses: 0, leftOut: 1 });
  expect(countPeople([], {})).toEqual({ count: 0, guesses: 0, leftOut: 0 });
});

it("leaves out people without a seat, and shifts the visits of the others", () => {
  expect(toWriteInput(people, {}, 0)).toEqual([]);
  expect(toWriteInput(people, preselectCertainMatches(people), 3)).toEqual([
    {
      enrolmentId: 7,
      visits: [{ from: "2026-06-15T09:00:00.000Z", to: "2026-06-15T10:30:00.000Z" }],
      untimedMinutes: 0,
    },
  ]);
});

it("counts only the minutes within the session, after the shift", () => {
  const session = { startsAt: "2026-06-15T06:30:00.000Z", endsAt: "2026-06-15T09:00:00.000Z" };
  const countMinutes = (shiftHours: number) =>
    countMinutesInSession(
      people[0] ?? makePerson({}),
      { ...session, id: 1, runId: 1, minutes: 150, presentFrom: 120 },
      shiftHours,
    );
  expect([countMinutes(0), countMinutes(1), countMinutes(3)]).toEqual([60, 90, 0]);
});
