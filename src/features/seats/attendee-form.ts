/** Rules without I/O. */
import type { Attendee, SeatLine } from "./attendee.ts";

export interface SentAttendee extends Attendee {
  course_id: number;
}

export interface FormSeat {
  runId: number;
  /** From 1 within its line. */
  seat: number;
  isSelf: boolean;
  /** Named later on the order's page. */
  isLater: boolean;
  /** Number in its field names; null for a lone seat of the buyer. */
  index: number | null;
}

/** Returns the seats of all lines; the first of a line in `own` is the buyer's, those in `later` are named later. */
export function formSeats(
  lines: readonly SeatLine[],
  own: ReadonlySet<number>,
  later: (runId: number, seat: number) => boolean = () => false,
): FormSeat[] {
  let next = 0;
  return lines.flatMap((line) =>
    Array.from({ length: line.qty }, (_, at): FormSeat => {
      const isSelf = at === 0 && own.has(line.runId);
      return {
        runId: line.runId,
        seat: at + 1,
        isSelf,
        isLater: at > 0 && later(line.runId, at + 1),
        index: isSelf && line.qty === 1 ? null : next++,
      };
    }),
  );
}

export const attendeeField = (index: number, field: keyof Attendee) => `attendees.${index}.${field}`;

/** The attendee in the fields of the seat with this index. */
export function readAttendee(data: { get(name: string): unknown }, index: number): Required<Attendee> {
  const typed = (field: keyof Attendee) => String(data.get(attendeeField(index, field)) ?? "");
  return {
    name: typed("name"),
    name_other: typed("name_other"),
    email: typed("email"),
    scfhs_number: typed("scfhs_number"),
  };
}

export const isBlankAttendee = ({ name, name_other, email, scfhs_number }: Attendee): boolean =>
  [name, name_other, email, scfhs_number].every((text) => (text ?? "").trim() === "");

/** Lists the seats whose attendees are sent, in the order of the request. */
export const sentSeats = (seats: readonly FormSeat[]) =>
  seats.flatMap(({ runId, isSelf, isLater, index }) =>
    index === null || isLater ? [] : [{ runId, isSelf, seat: index }],
  );

/** Reads the attendees of the form. The buyer's own data comes from the account. */
export function getFormAttendees(
  seats: readonly FormSeat[],
  data: { get(name: string): unknown },
  buyer: Attendee,
): SentAttendee[] {
  return sentSeats(seats).map(({ runId, isSelf, seat }) => ({
    course_id: runId,
    ...(isSelf ? { name: buyer.name, email: buyer.email, scfhs_number: buyer.scfhs_number } : readAttendee(data, seat)),
  }));
}

/** Reads the attendees of filled-in open seats. Never empty, so that an empty form gets its field errors. */
export function getFormAssignments(
  line: { course_id: number; seats_to_name: readonly number[] },
  data: { get(name: string): unknown },
): (SentAttendee & { seat: number })[] {
  const people = line.seats_to_name.map((seat) => ({
    course_id: line.course_id,
    seat,
    ...readAttendee(data, seat),
  }));
  const filled = people.filter((person) => !isBlankAttendee(person));
  return filled.length > 0 ? filled : people.slice(0, 1);
}

/** Maps the server's field errors, which number attendees as sent, to seats. */
export function errorsBySeat(
  fields: Readonly<Record<string, string[]>>,
  sent: readonly { seat: number }[],
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field.replace(/^attendees\.(\d+)\./, (all, at: string) =>
        sent[Number(at)] ? `attendees.${sent[Number(at)]?.seat}.` : all,
      ),
      messages,
    ]),
  );
}

/** Reads the attendees last named for a run in an unpaid order, by seat; null for a seat to be named later. */
export function lastNamed(
  orders: readonly {
    payment: { status: string };
    lines: readonly { course_id: number; qty: number; attendees: Attendee[] }[];
  }[],
  runId: number,
): (Attendee | null)[] {
  for (const order of orders) {
    const line = order.lines.find((one) => one.course_id === runId);
    if (line)
      return /^(pending|failed|expired)$/.test(order.payment.status)
        ? Array.from({ length: line.qty }, (_, at) => line.attendees[at] ?? null)
        : [];
  }
  return [];
}
