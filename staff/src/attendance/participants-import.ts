/** Rules for importing a file of participants into the attendance. No I/O. */
import {
  countAttendedMinutes,
  shiftVisit,
  type Visit,
} from "../../../src/features/learning/participants/participants.ts";
import type { Preview } from "./types.ts";

export type FilePerson = Preview["people"][number];

/** The seat selected for each person of the file, by the person's index. 0 for none. */
export type Choices = Record<number, number>;

/** Preselects only people matched by email address. A match by name must be confirmed first. */
export const preselectCertainMatches = (people: readonly FilePerson[]): Choices =>
  Object.fromEntries(
    people.map(({ match, enrolmentId }, index) => [index, match === "email" ? (enrolmentId ?? 0) : 0]),
  );

/** Whether the person matches a name on the roster and nobody has confirmed it yet. */
export const isUnconfirmedGuess = ({ match }: FilePerson, seatId: number): boolean => match === "name" && seatId === 0;

const shiftVisits = ({ visits }: FilePerson, shiftHours: number): Visit[] =>
  visits.map(({ from, to }) => shiftVisit({ from: Date.parse(from), to: Date.parse(to) }, shiftHours));

/** Minutes of the session that the person attended, after shifting their visits by `shiftHours`. */
export function countMinutesInSession(person: FilePerson, session: Preview["session"], shiftHours: number): number {
  const span = { from: Date.parse(session.startsAt), to: Date.parse(session.endsAt) };
  return countAttendedMinutes([{ visits: shiftVisits(person, shiftHours), minutes: person.untimedMinutes }], span);
}

/** Counts the people who will be written, who match by name only, and who are left out. */
export function countPeople(people: readonly FilePerson[], choices: Choices) {
  const count = people.filter((_, index) => (choices[index] ?? 0) > 0).length;
  const guesses = people.filter((person, index) => isUnconfirmedGuess(person, choices[index] ?? 0)).length;
  return { count, guesses, leftOut: people.length - count - guesses };
}

/** The people with a seat as input for the API, their visits shifted by `shiftHours`. */
export const toWriteInput = (people: readonly FilePerson[], choices: Choices, shiftHours: number) =>
  people.flatMap((person, index) => {
    const seatId = choices[index] ?? 0;
    if (seatId === 0) return [];
    const visits = shiftVisits(person, shiftHours).map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    }));
    return [{ enrolmentId: seatId, visits, untimedMinutes: person.untimedMinutes }];
  });
