/** The states of a seat and the allowed changes between them (docs/decisions/030), without I/O. */
export const enrolmentStates = ["held", "confirmed", "cancelled", "transferred"] as const;
export type EnrolmentState = (typeof enrolmentStates)[number];

const moves: Record<EnrolmentState, readonly EnrolmentState[]> = {
  held: ["confirmed", "cancelled"],
  confirmed: ["cancelled", "transferred"],
  /**
   * The seat is free again. A late payment may still confirm a seat that was never confirmed, and a seat whose value is
   * kept may move to another run.
   */
  cancelled: ["confirmed", "transferred"],
  /** The seat moved to another run or person, for which a new row exists. */
  transferred: [],
};

/** Whether a seat may change its state. `wasConfirmed` means that it was paid before. */
export function mayChangeState(
  from: EnrolmentState,
  to: EnrolmentState,
  { wasConfirmed }: { wasConfirmed: boolean },
): boolean {
  return moves[from].includes(to) && !(to === "confirmed" && wasConfirmed);
}

/** Lists the states from which a seat may change to `to`. */
export const listStatesBefore = (to: EnrolmentState, options: { wasConfirmed: boolean }): EnrolmentState[] =>
  enrolmentStates.filter((from) => mayChangeState(from, to, options));
