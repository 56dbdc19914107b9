import type { Reply } from "../http.ts";

/**
 * What the fake authority can be told to do with submissions; `unauthorized` with examples too. `drop` and `hang_after`:
 * it accepts, and its answer is lost or never comes.
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

/** One XML that was reported or cleared, as it came. */
export interface Accepted {
  uuid: string;
  hash: string;
  xml: string;
  number: string;
  counter: number;
  previousHash: string;
  kind: "reported" | "cleared";
  /** How often the same bytes came. */
  times: number;
}

export type AuthorityOutcome = { reply: Reply } | "hang" | "drop";

/** All that the fake authority remembers; its certificates need no memory. */
export interface AuthorityState {
  faults: AuthorityFault[];
  isClearanceOff: boolean;
  accepted: Accepted[];
  /** By certificate and counter: every XML that was seen, also the rejected ones. */
  seen: Map<string, { hash: string; number: string }>;
  violations: string[];
  /** Compliance requests: what was asked with which certificate, and which examples were right. */
  requests: Map<string, { token: string; csr: string; passed: Set<string> }>;
  clockAheadSeconds: number;
}

/** The path under which it answers, on the port of the fake card provider. */
export const authorityPath = "/e-invoicing/";
