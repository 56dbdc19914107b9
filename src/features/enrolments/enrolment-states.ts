/** States of a seat, as a table of allowed moves (docs/decisions/030): rules without I/O. */
export const enrolmentStates = ["held", "confirmed", "cancelled", "transferred"] as const;
export type EnrolmentState = (typeof enrolmentStates)[number];

const moves: Record<EnrolmentState, readonly EnrolmentState[]> = {
  /** Kept while its order is being paid, until `heldUntil`. */
  held: ["confirmed", "cancelled"],
  /** Paid. */
  confirmed: ["cancelled", "transferred"],
  /** Free again. A late payment may still buy a seat that was never confirmed. */
  cancelled: ["confirmed"],
  /** Moved to another run or person; its successor is another row. */
  transferred: [],
};

/** Whether a seat may go from one state to another; `wasConfirmed`: it has been paid for before. */
export function mayMoveSeat(from: EnrolmentState, to: EnrolmentState, wasConfirmed: boolean): boolean {
  return moves[from].includes(to) && !(to === "confirmed" && wasConfirmed);
}

/** The states from which a seat that is (not) known to have been confirmed may go to another. */
export const statesBefore = (to: EnrolmentState, wasConfirmed: boolean): EnrolmentState[] =>
  enrolmentStates.filter((from) => mayMoveSeat(from, to, wasConfirmed));
