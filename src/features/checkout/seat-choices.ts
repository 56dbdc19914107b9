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
  /** A list names people of the run; `isWhole`: all of them, so that the buyer keeps no seat either. */
  | { kind: "list"; runId: number; isWhole: boolean };

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
    self: choice.isWhole ? { ...self, [runId]: false } : self,
    later: { ...later, [runId]: false },
    rounds: { ...rounds, [runId]: (rounds[runId] ?? 0) + 1 },
  };
}

/** Whether so many people fill every seat of a run, so that they also replace those who were named before. */
export const isWholeList = (runSeats: readonly FormSeat[], people: number): boolean => people >= runSeats.length;

/** A seat that no one has been named for. */
export const isUnnamed = ({ isSelf, runId, seat }: FormSeat, getPerson: SeatFacts["getPerson"]): boolean =>
  !isSelf && isBlankAttendee(getPerson(runId, seat));

/** Puts the people of a list on the seats of a run, by `seatKey`: on all of them, else on those without a name. */
export function placeList(
  runSeats: readonly FormSeat[],
  people: readonly Attendee[],
  getPerson: SeatFacts["getPerson"],
): CheckoutDraft["people"] {
  const isWhole = isWholeList(runSeats, people.length);
  const free = isWhole ? runSeats : runSeats.filter((seat) => isUnnamed(seat, getPerson));
  const placed: CheckoutDraft["people"] = {};
  for (const [at, { runId, seat }] of free.entries()) {
    const person = people[at];
    if (person) placed[seatKey(runId, seat)] = person;
  }
  return placed;
}

export interface SeatFacts {
  lines: readonly { id: number; qty: number }[];
  /** The buyer's orders, newest first. */
  orders: Parameters<typeof lastNamed>[0];
  /** Runs in which the buyer has a seat already. */
  registered: ReadonlySet<number>;
  /** As `findRunsNamedLater` returns them. */
  runsNamedLater: ReadonlySet<number>;
  buyerEmail: string;
  /** What the fields of a seat hold. */
  getPerson: (runId: number, seat: number) => Attendee;
}

/** Runs whose seats can still be named after the purchase: until the day the course begins. `today`: of Riyadh. */
export const findRunsNamedLater = (lines: readonly { id: number; start_date: string }[], today: string): Set<number> =>
  new Set(lines.filter(({ start_date }) => start_date > today).map(({ id }) => id));

/**
 * The seats of the form. By default the first seat of a run is the buyer's, unless they are registered or have named
 * another person in an unpaid order. Where names may follow, a seat with empty fields is named after the purchase; the
 * first one never is.
 */
export function chosenSeats({ self, later }: Pick<SeatChoices, "self" | "later">, facts: SeatFacts): FormSeat[] {
  const { lines, orders, registered, runsNamedLater, buyerEmail, getPerson } = facts;
  const isOwn = (id: number) =>
    !registered.has(id) && (self[id] ?? (lastNamed(orders, id)[0]?.email ?? buyerEmail) === buyerEmail);
  return formSeats(
    lines.map(({ id, qty }) => ({ runId: id, qty })),
    new Set(lines.map(({ id }) => id).filter(isOwn)),
    (id, seat) => runsNamedLater.has(id) && (later[id] === true || isBlankAttendee(getPerson(id, seat))),
  );
}
