/** State of a claim link: `open`, or why it opens no seat. */
export type ClaimState = "open" | "taken" | "withdrawn" | "cancelled" | "run-cancelled" | "begun" | "unpaid";

/** Contents of a claim link's page. Instants ISO 8601 UTC. */
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
  /** The company of the invoice, else the buyer; empty when the account is gone. */
  booked_by: string;
  /** Start of the first session; midnight of its day while times are not known. */
  until: string;
}
