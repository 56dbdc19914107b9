/** Who takes the seats of a checkout: the buyer's choices and the people taken from lists. Rules without I/O. */
import type { Attendee } from "#features/seats/attendee.ts";
import { formSeats, lastNamed, type FormSeat } from "#features/seats/attendee-form.ts";
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
  /** A list names the people of the run's seats. */
  | { kind: "list"; runId: number };

export const emptyAttendee: Attendee = { name: "", name_other: "", email: "", scfhs_number: "" };

/** The choices of an earlier visit, or none. */
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
    self: { ...self, [runId]: false },
    later: { ...later, [runId]: false },
    rounds: { ...rounds, [runId]: (rounds[runId] ?? 0) + 1 },
  };
}

/** The people of a list on the first of a run's `qty` seats, and no one on the others, by `seatKey`. */
export const listedPeople = (runId: number, qty: number, people: readonly Attendee[]): CheckoutDraft["people"] =>
  Object.fromEntries(Array.from({ length: qty }, (_, at) => [seatKey(runId, at + 1), people[at] ?? emptyAttendee]));

export interface SeatFacts {
  lines: readonly { id: number; qty: number }[];
  /** The buyer's orders, newest first. */
  orders: Parameters<typeof lastNamed>[0];
  /** Runs in which the buyer has a seat already. */
  registered: ReadonlySet<number>;
  /** As `runsNamedLater` returns them. */
  namedLater: ReadonlySet<number>;
  buyerEmail: string;
  /** What the fields of a seat hold. */
  getPerson: (runId: number, seat: number) => Attendee;
}

/** Runs whose seats can still be named after the purchase: until the day the course begins. `today`: of Riyadh. */
export const runsNamedLater = (lines: readonly { id: number; start_date: string }[], today: string): Set<number> =>
  new Set(lines.filter(({ start_date }) => start_date > today).map(({ id }) => id));

export const isBlankAttendee = (person: Attendee): boolean =>
  Object.values(person).every((text) => (text ?? "").trim() === "");

/**
 * The seats of the form. By default the first seat of a run is the buyer's, unless they are registered or have named
 * another person in an unpaid order. Where names may follow, a seat with empty fields is named after the purchase; the
 * first one never is.
 */
export function chosenSeats({ self, later }: Pick<SeatChoices, "self" | "later">, facts: SeatFacts): FormSeat[] {
  const { lines, orders, registered, namedLater, buyerEmail, getPerson } = facts;
  const isOwn = (id: number) =>
    !registered.has(id) && (self[id] ?? (lastNamed(orders, id)[0]?.email ?? buyerEmail) === buyerEmail);
  return formSeats(
    lines.map(({ id, qty }) => ({ runId: id, qty })),
    new Set(lines.map(({ id }) => id).filter(isOwn)),
    (id, seat) => namedLater.has(id) && (later[id] === true || isBlankAttendee(getPerson(id, seat))),
  );
}
