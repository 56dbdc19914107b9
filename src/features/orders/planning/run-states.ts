/** From so many days before its decision a run that lacks seats is asked about. */
export const decisionDays = 7;

/** A run that begins within so many days with fewer than half of its seats sold sells slowly. */
export const slowDays = 14;
