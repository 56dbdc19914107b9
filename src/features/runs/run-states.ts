/** A run that lacks seats is listed for a decision from this many days before its `decideBy`. */
export const decisionDays = 7;

/** A run that begins within so many days with fewer than half of its seats sold sells slowly. */
export const slowDays = 14;
