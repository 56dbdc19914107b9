/**
 * State of the offer of a run to a company, for the buyer a quotation (decision 050). Not the offer of a freed seat to
 * the waiting list. Without I/O. Days are `YYYY-MM-DD` in Riyadh.
 */

export type OfferState = "open" | "accepted" | "expired" | "withdrawn";

interface OfferedRun {
  quotedUntil: string | null;
  linkSeed: string | null;
  cancelledAt: Date | null;
  seatsSold: number;
  /** Seats held by orders outside card checkout. A card payment that is not finished accepts nothing. */
  held: number;
}

/** Whether the last day on which the company could accept the quotation has passed. */
export const isQuotationOver = ({ quotedUntil }: Pick<OfferedRun, "quotedUntil">, today: string): boolean =>
  quotedUntil !== null && quotedUntil < today;

/** Derives the state of an offer from its run. Without a working link the offer is withdrawn. */
export function getOfferState(run: OfferedRun, today: string): OfferState {
  if (run.cancelledAt !== null) return "withdrawn";
  if (run.seatsSold + run.held > 0) return "accepted";
  if (run.linkSeed === null || run.quotedUntil === null) return "withdrawn";
  return isQuotationOver(run, today) ? "expired" : "open";
}
