/** What is written of a file of participants. Rules without I/O. */
import { attendedMinutes, shiftVisit, type Visit } from "../../../src/features/learning/participants/participants.ts";
import type { Preview } from "./types.ts";

export type FilePerson = Preview["people"][number];

/** The seat that staff have chosen for a person of the file, by the person's index; 0: none. */
export type Choices = Record<number, number>;

/** Only people found by their address: a guess is not written until someone has agreed to it. */
export const certainChoices = (people: readonly FilePerson[]): Choices =>
  Object.fromEntries(people.map(({ match, enrolment_id }, at) => [at, match === "email" ? (enrolment_id ?? 0) : 0]));

/** Someone of the same name is on the roster, and nobody has agreed to it yet. */
export const isOpenGuess = ({ match }: FilePerson, seatId: number): boolean => match === "name" && seatId === 0;

const movedVisits = ({ visits }: FilePerson, shiftHours: number): Visit[] =>
  visits.map(({ from, to }) => shiftVisit({ from: Date.parse(from), to: Date.parse(to) }, shiftHours));

/** Minutes of the session that a person was there for, after their visits are moved by so many hours. */
export function minutesInSession(person: FilePerson, session: Preview["session"], shiftHours: number): number {
  const span = { from: Date.parse(session.starts_at), to: Date.parse(session.ends_at) };
  return attendedMinutes([{ visits: movedVisits(person, shiftHours), minutes: person.untimed_minutes }], span);
}

/** How many people will be written, are guesses to decide, and are left out. */
export function countPeople(people: readonly FilePerson[], choices: Choices) {
  const count = people.filter((_, at) => (choices[at] ?? 0) > 0).length;
  const guesses = people.filter((person, at) => isOpenGuess(person, choices[at] ?? 0)).length;
  return { count, guesses, leftOut: people.length - count - guesses };
}

/** The people with a seat as the API takes them, their visits moved by so many hours. */
export const peopleToWrite = (people: readonly FilePerson[], choices: Choices, shiftHours: number) =>
  people.flatMap((person, at) => {
    const seatId = choices[at] ?? 0;
    if (seatId === 0) return [];
    const visits = movedVisits(person, shiftHours).map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    }));
    return [{ enrolment_id: seatId, visits, untimed_minutes: person.untimed_minutes }];
  });
