/** Rules of forms that ask for the attendees of seats, without I/O. */
import type { Attendee, SeatLine } from "./attendee.ts";

export interface SentAttendee extends Attendee {
  course_id: number;
}

export interface FormSeat {
  runId: number;
  /** Number of the seat within its order line, from 1. */
  seat: number;
  isSelf: boolean;
  /** Whether the buyer names the attendee later, on the order's page. */
  isLater: boolean;
  /** Number in the seat's field names; null when the seat is the only one of its line and the buyer's. */
  index: number | null;
}

/**
 * Lists the seats of all lines. If the buyer attends a run (`ownRunIds`), the first seat of its line is theirs.
 * `isLater` says which other seats the buyer names later.
 */
export function formSeats(
  lines: readonly SeatLine[],
  ownRunIds: ReadonlySet<number>,
  isLater: (runId: number, seat: number) => boolean = () => false,
): FormSeat[] {
  let nextIndex = 0;
  return lines.flatMap((line) =>
    Array.from({ length: line.qty }, (_, position): FormSeat => {
      const isSelf = position === 0 && ownRunIds.has(line.runId);
      return {
        runId: line.runId,
        seat: position + 1,
        isSelf,
        isLater: position > 0 && isLater(line.runId, position + 1),
        index: isSelf && line.qty === 1 ? null : nextIndex++,
      };
    }),
  );
}

export const attendeeField = (index: number, field: keyof Attendee) => `attendees.${index}.${field}`;

/** Reads the attendee from the fields of the seat with this index. */
export function readAttendee(data: { get(name: string): unknown }, index: number): Required<Attendee> {
  const getText = (field: keyof Attendee) => String(data.get(attendeeField(index, field)) ?? "");
  return {
    name: getText("name"),
    name_other: getText("name_other"),
    email: getText("email"),
    scfhs_number: getText("scfhs_number"),
  };
}

export const isBlankAttendee = ({ name, name_other, email, scfhs_number }: Attendee): boolean =>
  [name, name_other, email, scfhs_number].every((text) => (text ?? "").trim() === "");

/** Lists the seats whose attendees the form sends, in the order of the request. */
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

/**
 * Reads the attendees that were entered for seats without one. If none was entered, returns the first seat, so that the
 * server answers with its field errors.
 */
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

/** Changes the server's field errors, which number attendees by position in the request, to the fields of the seats. */
export function errorsBySeat(
  fields: Readonly<Record<string, string[]>>,
  sent: readonly { seat: number }[],
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field.replace(/^attendees\.(\d+)\./, (prefix, position: string) =>
        sent[Number(position)] ? `attendees.${sent[Number(position)]?.seat}.` : prefix,
      ),
      messages,
    ]),
  );
}

/**
 * Returns the attendees of a run in the buyer's last order of it, by seat; null for a seat without an attendee. Returns
 * none when that order is paid or refunded. `orders` are newest first.
 */
export function lastNamed(
  orders: readonly {
    payment: { status: string };
    lines: readonly { course_id: number; qty: number; attendees: Attendee[] }[];
  }[],
  runId: number,
): (Attendee | null)[] {
  for (const order of orders) {
    const line = order.lines.find(({ course_id }) => course_id === runId);
    if (line)
      return /^(pending|failed|expired)$/.test(order.payment.status)
        ? Array.from({ length: line.qty }, (_, index) => line.attendees[index] ?? null)
        : [];
  }
  return [];
}
