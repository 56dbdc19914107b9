/** Why a claim link opens no seat; `open`: it does. */
export type ClaimState = "open" | "taken" | "withdrawn" | "cancelled" | "run-cancelled" | "begun" | "unpaid";

/** What the page of a claim link shows. Instants ISO 8601 UTC. */
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
  /** The first session begins; midnight of its day while times are not known. */
  until: string;
}
