/** Who takes the seats of a checkout: the buyer's choices and the people taken from lists. Rules without I/O. */
import type { Attendee } from "#features/seats/attendee.ts";
import { formSeats, lastNamed, type FormSeat } from "#features/seats/attendee-form.ts";
import { seatKey, type CheckoutDraft } from "./checkout-draft.ts";

export interface SeatChoices {
  /** Whether the buyer takes the first seat, by run; absent until the buyer chooses. */
  self: CheckoutDraft["self"];
  /** Whether the attendee is named after the purchase, by `seatKey`; absent until the buyer chooses. */
  later: CheckoutDraft["later"];
  /** People taken from lists, by `seatKey`. */
  listed: CheckoutDraft["people"];
  /** How often a list has filled the fields of a run, by run id. A new round resets the fields. */
  rounds: Readonly<Record<number, number>>;
}

export type SeatChoice =
  | { kind: "self"; runId: number; isSelf: boolean }
  | { kind: "later"; runId: number; seat: number; isLater: boolean }
  /** The people take the first of the run's `qty` seats; the other seats are named later. */
  | { kind: "list"; runId: number; qty: number; people: readonly Attendee[] };

/** The choices of an earlier visit, or none. */
export const initialSeatChoices = (draft: Pick<CheckoutDraft, "self" | "later"> | null): SeatChoices => ({
  self: draft?.self ?? {},
  later: draft?.later ?? {},
  listed: {},
  rounds: {},
});

export function applySeatChoice(choices: SeatChoices, choice: SeatChoice): SeatChoices {
  const { self, later, listed, rounds } = choices;
  const { runId } = choice;
  if (choice.kind === "self") return { ...choices, self: { ...self, [runId]: choice.isSelf } };
  if (choice.kind === "later")
    return { ...choices, later: { ...later, [seatKey(runId, choice.seat)]: choice.isLater } };
  const { qty, people } = choice;
  const seats = Array.from({ length: qty }, (_, at) => at + 1);
  return {
    self: people.length > 0 ? { ...self, [runId]: false } : self,
    later: { ...later, ...Object.fromEntries(seats.map((seat) => [seatKey(runId, seat), seat > people.length])) },
    listed: { ...listed, ...Object.fromEntries(people.map((person, at) => [seatKey(runId, at + 1), person])) },
    rounds: { ...rounds, [runId]: (rounds[runId] ?? 0) + 1 },
  };
}

export interface SeatFacts {
  lines: readonly { id: number; qty: number }[];
  /** The buyer's orders, newest first. */
  orders: Parameters<typeof lastNamed>[0];
  /** Runs in which the buyer has a seat already. */
  registered: ReadonlySet<number>;
  /** As `runsNamedLater` returns them. */
  namedLater: ReadonlySet<number>;
  buyerEmail: string;
}

/** Runs whose seats can still be named after the purchase: until the day the course begins. `today`: of Riyadh. */
export const runsNamedLater = (lines: readonly { id: number; start_date: string }[], today: string): Set<number> =>
  new Set(lines.filter(({ start_date }) => start_date > today).map(({ id }) => id));

/**
 * The seats of the form. By default the first seat of a run is the buyer's, unless they are registered or have named
 * another person in an unpaid order; a seat that such an order left without a name is named later.
 */
export function chosenSeats({ self, later }: Pick<SeatChoices, "self" | "later">, facts: SeatFacts): FormSeat[] {
  const { lines, orders, registered, namedLater, buyerEmail } = facts;
  const isOwn = (id: number) =>
    !registered.has(id) && (self[id] ?? (lastNamed(orders, id)[0]?.email ?? buyerEmail) === buyerEmail);
  return formSeats(
    lines.map(({ id, qty }) => ({ runId: id, qty })),
    new Set(lines.map(({ id }) => id).filter(isOwn)),
    (id, seat) => namedLater.has(id) && (later[seatKey(id, seat)] ?? lastNamed(orders, id)[seat - 1] === null),
  );
}
