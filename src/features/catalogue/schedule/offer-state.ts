/** State of the offer of a run to a company (decision 050). Without I/O. Days are `YYYY-MM-DD` in Riyadh. */

export type OfferState = "open" | "accepted" | "expired" | "withdrawn";

interface OfferedRun {
  quotedUntil: string | null;
  linkSeed: string | null;
  cancelledAt: Date | null;
  seatsSold: number;
  /** Seats held by orders outside card checkout. A card payment that is not finished accepts nothing. */
  held: number;
}

/** Whether the last day on which the company could accept the offer has passed. */
export const isOfferOver = ({ quotedUntil }: Pick<OfferedRun, "quotedUntil">, today: string): boolean =>
  quotedUntil !== null && quotedUntil < today;

/** Derives the state of an offer from its run. Without a working link the offer is withdrawn. */
export function getOfferState(run: OfferedRun, today: string): OfferState {
  if (run.cancelledAt !== null) return "withdrawn";
  if (run.seatsSold + run.held > 0) return "accepted";
  if (run.linkSeed === null || run.quotedUntil === null) return "withdrawn";
  return isOfferOver(run, today) ? "expired" : "open";
}
