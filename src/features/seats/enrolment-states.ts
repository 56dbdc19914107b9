/** Allowed state changes of a seat (docs/decisions/030), without I/O. */
export const enrolmentStates = ["held", "confirmed", "cancelled", "transferred"] as const;
export type EnrolmentState = (typeof enrolmentStates)[number];

const moves: Record<EnrolmentState, readonly EnrolmentState[]> = {
  held: ["confirmed", "cancelled"],
  confirmed: ["cancelled", "transferred"],
  /**
   * The seat is free again. A late payment may still buy a seat that was never confirmed, and a seat whose value is
   * kept may move.
   */
  cancelled: ["confirmed", "transferred"],
  /** The seat moved to another run or person, which is a new row. */
  transferred: [],
};

/** Whether a seat may change state; `wasConfirmed`: it was paid before. */
export function mayMoveSeat(from: EnrolmentState, to: EnrolmentState, wasConfirmed: boolean): boolean {
  return moves[from].includes(to) && !(to === "confirmed" && wasConfirmed);
}

export const statesBefore = (to: EnrolmentState, wasConfirmed: boolean): EnrolmentState[] =>
  enrolmentStates.filter((from) => mayMoveSeat(from, to, wasConfirmed));
