/** A run that lacks seats is listed for a decision from this many days before its `decideBy`. */
export const decisionDays = 7;

/** A run sells slowly when it begins within this many days with fewer than half of its seats sold. */
export const slowDays = 14;
