/** Attendees of an order's seats: rules without I/O. */

export interface Attendee {
  name: string;
  email: string;
  /** Of the Saudi Commission for Health Specialties; may be empty. */
  scfhs_number: string;
}

/** A person as `begin-checkout` takes them. */
export interface AttendeeInput extends Attendee {
  runId: number;
}

/** A named seat of an order that is being opened. */
export interface AssignedSeat {
  runId: number;
  /** Counted from 1 within the line. */
  seat: number;
  name: string;
  email: string;
  /** Null: as the person's account says. */
  scfhsNumber: string | null;
  /** Where the person stands in the request; null for a seat that no one was named for. */
  field: string | null;
}

export interface SeatLine {
  runId: number;
  qty: number;
  /** How many of its seats, the last ones, get their people after the purchase; the first seat always has its own before. */
  named_later?: number | undefined;
}

/** What is wrong with the people named, by field of the request. */
export type AttendeeProblem = { field: string; problem: "count" | "unknown" | "twice" };

/**
 * The named seats of an order. A line for which no one is named has its first seat for the buyer and the others to be
 * named later; one for which someone is named needs a person for each seat that is not said to be named later, and each
 * person once.
 */
export function assignSeats(
  lines: readonly SeatLine[],
  given: readonly AttendeeInput[],
  buyer: { name: string; email: string },
): { seats: AssignedSeat[]; problems: AttendeeProblem[] } {
  const problems: AttendeeProblem[] = [];
  const seats: AssignedSeat[] = [];
  const email = buyer.email.toLowerCase();
  for (const line of lines) {
    const people = given.flatMap((person, index) =>
      person.runId === line.runId ? [{ person, field: `attendees.${index}` }] : [],
    );
    if (people.length === 0) {
      seats.push({ runId: line.runId, seat: 1, name: buyer.name, email, scfhsNumber: null, field: null });
      continue;
    }
    if (people.length !== line.qty - (line.named_later ?? 0)) problems.push({ field: "attendees", problem: "count" });
    people.forEach(({ person, field }, index) => {
      if (people.slice(0, index).some((before) => before.person.email === person.email))
        problems.push({ field: `${field}.email`, problem: "twice" });
      seats.push({
        runId: line.runId,
        seat: index + 1,
        name: person.name,
        email: person.email,
        scfhsNumber: person.scfhs_number,
        field,
      });
    });
  }
  given.forEach((person, index) => {
    if (!lines.some((line) => line.runId === person.runId))
      problems.push({ field: `attendees.${index}.course_id`, problem: "unknown" });
  });
  return { seats, problems };
}
