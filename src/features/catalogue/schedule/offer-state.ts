/** What becomes of a run that is offered to a company (decision 050), without I/O. Days `YYYY-MM-DD` in Riyadh. */
export type OfferState = "open" | "accepted" | "expired" | "withdrawn";

interface OfferedRun {
  quotedUntil: string | null;
  linkSeed: string | null;
  cancelledAt: Date | null;
  seatsSold: number;
  /** Seats held by an order that is booked for good. A card payment that is not finished accepts nothing. */
  held: number;
}

/** Whether a run may no longer be accepted because the day it was offered until has passed. */
export const isOfferOver = ({ quotedUntil }: Pick<OfferedRun, "quotedUntil">, today: string): boolean =>
  quotedUntil !== null && quotedUntil < today;

/** Reads the state of an offer from its run: a new link ends it too, because the company has the one before. */
export function getOfferState(run: OfferedRun, today: string): OfferState {
  if (run.cancelledAt !== null) return "withdrawn";
  if (run.seatsSold + run.held > 0) return "accepted";
  if (run.linkSeed === null || run.quotedUntil === null) return "withdrawn";
  return isOfferOver(run, today) ? "expired" : "open";
}
