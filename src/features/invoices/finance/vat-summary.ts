/** Contents of the VAT summary of a period. */
import type { DocumentSeller } from "#features/invoices/document.ts";

export const periods = ["month", "quarter"] as const;
export type Period = (typeof periods)[number];

/** Documents of one kind and rate in one month; amounts of credit notes are negative. */
interface VatLine {
  month: string;
  kind: "invoice" | "credit-note";
  taxPercent: number;
  documents: number;
  net: number;
  tax: number;
}

/** Contents of the summary. Amounts are whole halalas. */
export interface VatSummary {
  period: Period;
  /** The months of the period, oldest first. */
  months: string[];
  lines: VatLine[];
  seller: DocumentSeller;
  dueOn: string;
  /** The period is not over, so its sums can still change. */
  isOpen: boolean;
  printedAt: Date;
}
