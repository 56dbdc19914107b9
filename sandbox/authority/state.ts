import type { Reply } from "../http.ts";

/**
 * Faults in the fake authority's replies to submissions. `unauthorized` also applies to the sample invoices of a
 * certificate request. With `drop` and `hang_after` it accepts the submission, but its response is lost or never comes.
 */
export type AuthorityFault =
  | "clearance_off"
  | "rejected"
  | "unauthorized"
  | "too_many"
  /** Accepted, without the XML that carries the authority's stamp. */
  | "no_cleared_invoice"
  | "error_500"
  | "hang"
  | "hang_after"
  | "drop"
  | "warnings";

/** A reported or cleared XML, as received. */
export interface Accepted {
  uuid: string;
  hash: string;
  xml: string;
  number: string;
  counter: number;
  previousHash: string;
  kind: "reported" | "cleared";
  /** How often the same bytes were received. */
  times: number;
}

export type AuthorityOutcome = { reply: Reply } | "hang" | "drop";

/** Everything that the fake authority stores. It does not store certificates. */
export interface AuthorityState {
  faults: AuthorityFault[];
  isClearanceOff: boolean;
  accepted: Accepted[];
  /** Every received XML, also rejected ones, by certificate and counter. */
  seen: Map<string, { hash: string; number: string }>;
  /** Breaks of the counter, the hash chain or the numbers. */
  violations: string[];
  /** Certificate requests, with the sample invoices that passed. */
  requests: Map<string, { token: string; csr: string; passed: Set<string> }>;
  clockAheadSeconds: number;
}

/** Path of the fake authority on the fake card provider's port. */
export const authorityPath = "/e-invoicing/";
