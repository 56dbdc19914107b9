/** A run that begins within so many days with fewer than half of its seats sold sells slowly. */
export const slowDays = 14;
