/** Who takes the seats of a checkout: the buyer's choices and the people taken from lists. Rules without I/O. */
import type { Attendee } from "#features/seats/attendee.ts";
import { formSeats, isBlankAttendee, lastNamed, type FormSeat } from "#features/seats/attendee-form.ts";
import { seatKey, type CheckoutDraft } from "./checkout-draft.ts";

export interface SeatChoices {
  /** Whether the buyer takes the first seat, by run; absent until the buyer chooses. */
  self: CheckoutDraft["self"];
  /** Whether all seats but the first are named after the purchase, by run. */
  later: CheckoutDraft["later"];
  /** How often a list has filled the fields of a run, by run id. A new round resets the fields. */
  rounds: Readonly<Record<number, number>>;
}

export type SeatChoice =
  | { kind: "self"; runId: number; isSelf: boolean }
  | { kind: "later"; runId: number; isLater: boolean }
  /** The people of a list take seats of the run. `isWhole`: they take all seats, also the buyer's. */
  | { kind: "list"; runId: number; isWhole: boolean };

export const emptyAttendee: Attendee = { name: "", name_other: "", email: "", scfhs_number: "" };

/** The choices that a draft of an earlier visit contains, or none. */
export const initialSeatChoices = (draft: Pick<CheckoutDraft, "self" | "later"> | null): SeatChoices => ({
  self: draft?.self ?? {},
  later: draft?.later ?? {},
  rounds: {},
});

export function applySeatChoice(choices: SeatChoices, choice: SeatChoice): SeatChoices {
  const { self, later, rounds } = choices;
  const { runId } = choice;
  if (choice.kind === "self") return { ...choices, self: { ...self, [runId]: choice.isSelf } };
  if (choice.kind === "later") return { ...choices, later: { ...later, [runId]: choice.isLater } };
  return {
    self: choice.isWhole ? { ...self, [runId]: false } : self,
    later: { ...later, [runId]: false },
    rounds: { ...rounds, [runId]: (rounds[runId] ?? 0) + 1 },
  };
}

/** Whether a list of `people` people fills every seat of a run, so that it also replaces attendees named before. */
export const isWholeList = (runSeats: readonly FormSeat[], people: number): boolean => people >= runSeats.length;

/** Whether a seat has no attendee yet. */
export const isUnnamed = ({ isSelf, runId, seat }: FormSeat, getPerson: SeatFacts["getPerson"]): boolean =>
  !isSelf && isBlankAttendee(getPerson(runId, seat));

/**
 * Assigns the people of a list to seats of a run: to all seats if the list is long enough, else to those without an
 * attendee. Returns people by `seatKey`.
 */
export function placeList(
  runSeats: readonly FormSeat[],
  people: readonly Attendee[],
  getPerson: SeatFacts["getPerson"],
): CheckoutDraft["people"] {
  const isWhole = isWholeList(runSeats, people.length);
  const freeSeats = isWhole ? runSeats : runSeats.filter((seat) => isUnnamed(seat, getPerson));
  const peopleBySeat: CheckoutDraft["people"] = {};
  for (const [index, { runId, seat }] of freeSeats.entries()) {
    const person = people[index];
    if (person) peopleBySeat[seatKey(runId, seat)] = person;
  }
  return peopleBySeat;
}

export interface SeatFacts {
  lines: readonly { id: number; qty: number }[];
  /** The buyer's orders, newest first. */
  orders: Parameters<typeof lastNamed>[0];
  /** Runs in which the buyer has a seat already. */
  registered: ReadonlySet<number>;
  /** Result of `findRunsNamedLater`. */
  runsNamedLater: ReadonlySet<number>;
  buyerEmail: string;
  /** Current values of a seat's fields. */
  getPerson: (runId: number, seat: number) => Attendee;
}

/** Runs whose attendees may be named after the purchase: those that begin after `today`, a day in Riyadh. */
export const findRunsNamedLater = (lines: readonly { id: number; start_date: string }[], today: string): Set<number> =>
  new Set(lines.filter(({ start_date }) => start_date > today).map(({ id }) => id));

/**
 * The seats of the form. By default the first seat of a run is the buyer's, unless the buyer is registered already or
 * has named another person in an unpaid order. In a run of `runsNamedLater`, a seat is named after the purchase if
 * the buyer chose so or its fields are empty, except the first seat.
 */
export function chosenSeats({ self, later }: Pick<SeatChoices, "self" | "later">, facts: SeatFacts): FormSeat[] {
  const { lines, orders, registered, runsNamedLater, buyerEmail, getPerson } = facts;
  const isBuyerAttending = (id: number) =>
    !registered.has(id) && (self[id] ?? (lastNamed(orders, id)[0]?.email ?? buyerEmail) === buyerEmail);
  return formSeats(
    lines.map(({ id, qty }) => ({ runId: id, qty })),
    new Set(lines.map(({ id }) => id).filter(isBuyerAttending)),
    (id, seat) => runsNamedLater.has(id) && (later[id] === true || isBlankAttendee(getPerson(id, seat))),
  );
}
