/** Attendees of an order and their seats, without I/O. */
import type { Locale } from "#i18n/locale.ts";

export interface Attendee {
  name: string;
  email: string;
  /** Number of the Saudi Commission for Health Specialties; may be empty. */
  scfhs_number: string;
  /** Name in the other script, for the certificate; may be empty. */
  name_other?: string | undefined;
}

export interface AttendeeInput extends Attendee {
  runId: number;
}

export interface AssignedSeat {
  runId: number;
  /** Number of the seat within its line, from 1. */
  seat: number;
  name: string;
  /** Name in the other script, where known. */
  nameOther?: string | null;
  email: string;
  /** Language of the page where the person claimed the seat. */
  locale?: Locale;
  /** Null to use the number in the person's account. */
  scfhsNumber: string | null;
  /** The person's field in the request; null when the request does not name the person. */
  field: string | null;
}

export interface SeatLine {
  runId: number;
  qty: number;
  /** How many seats are named after the purchase: the last ones of the line, or all. */
  named_later?: number | undefined;
  /** Key of a private run. */
  key?: string | null | undefined;
}

export type AttendeeProblem = { field: string; problem: "count" | "unknown" | "twice" };

/**
 * Assigns people to seats. In a line without attendees the buyer gets the first seat, unless all are named later. A
 * line with attendees needs one for each seat that is not named later.
 */
export function assignSeats(
  lines: readonly SeatLine[],
  attendees: readonly AttendeeInput[],
  buyer: { name: string; email: string },
): { seats: AssignedSeat[]; problems: AttendeeProblem[] } {
  const problems: AttendeeProblem[] = [];
  const seats: AssignedSeat[] = [];
  const email = buyer.email.toLowerCase();
  for (const line of lines) {
    const people = attendees.flatMap((person, index) =>
      person.runId === line.runId ? [{ person, field: `attendees.${index}` }] : [],
    );
    if (people.length === 0 && line.named_later === line.qty) continue;
    if (people.length === 0) {
      seats.push({ runId: line.runId, seat: 1, name: buyer.name, email, scfhsNumber: null, field: null });
      continue;
    }
    if (people.length !== line.qty - (line.named_later ?? 0)) problems.push({ field: "attendees", problem: "count" });
    people.forEach(({ person, field }, index) => {
      if (people.slice(0, index).some((earlier) => earlier.person.email === person.email))
        problems.push({ field: `${field}.email`, problem: "twice" });
      seats.push({
        runId: line.runId,
        seat: index + 1,
        name: person.name,
        nameOther: person.name_other || null,
        email: person.email,
        scfhsNumber: person.scfhs_number,
        field,
      });
    });
  }
  attendees.forEach((person, index) => {
    if (!lines.some((line) => line.runId === person.runId))
      problems.push({ field: `attendees.${index}.course_id`, problem: "unknown" });
  });
  return { seats, problems };
}
