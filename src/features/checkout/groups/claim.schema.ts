/** State of a claim link: `open`, or why nobody can claim its seat. */
export type ClaimState = "open" | "taken" | "withdrawn" | "cancelled" | "run-cancelled" | "begun" | "unpaid";

/** Contents of a claim link's page. Instants are ISO 8601 in UTC. */
export interface ClaimView {
  state: ClaimState;
  course: {
    name_eng: string;
    name_ar: string | null;
    slug: string;
    image: string;
    start_date: string;
    end_date: string;
    days: number;
    venue_eng: string;
    venue_ar: string | null;
  };
  /** Name of the invoiced company, else of the buyer; empty when the account no longer exists. */
  booked_by: string;
  /** When the link ends: the start of the first session, or midnight of its day while its time is unknown. */
  until: string;
}
