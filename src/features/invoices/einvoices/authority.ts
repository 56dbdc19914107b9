/**
 * Interface of the e-invoicing authority (sections 6 and 7 of the reference). The fake authority of tests and demo
 * speaks the same HTTP.
 */

/** In `production` documents count; in `simulation` they are only rehearsed. */
export type EInvoiceEnvironment = "simulation" | "production";

/** Our credentials at the authority (cryptographic stamp identifier). */
export interface Csid {
  requestId: string;
  /** The user name: the base64 of the base64 of the certificate's DER. */
  token: string;
  /** The password. */
  secret: string;
}

export interface Submission {
  uuid: string;
  hash: string;
  xml: string;
}

export interface AuthorityMessage {
  code: string;
  text: string;
}

/** The authority's unchanged answer: stored beside the XML, because auditors ask for both. */
export interface AuthorityAnswer {
  status: number;
  body: unknown;
}

/**
 * Outcome of a submission. `accepted` includes "already reported" and "already cleared". `clearance-off`: the authority
 * has switched clearance off, so the document must be reported. `refused-access`: the authority refused our certificate
 * or secret. `undecided`: there is no decision, so the same bytes will be sent again.
 */
export type Verdict =
  | { kind: "accepted"; warnings: AuthorityMessage[]; clearedXml: string | null; answer: AuthorityAnswer }
  | { kind: "rejected"; errors: AuthorityMessage[]; answer: AuthorityAnswer }
  | { kind: "clearance-off" }
  | { kind: "refused-access" }
  | { kind: "undecided"; problem: string };

/** A verdict with how far our clock is ahead of the authority's, in seconds; null where its answer contains no time. */
export type Submitted = Verdict & { clockAheadSeconds: number | null };

export interface EInvoicingAuthority {
  /**
   * Issues a certificate for the compliance checks. `code` is the one-time code that a person got in the authority's
   * portal. Throws AuthorityRefused, AuthorityUnavailable.
   */
  issueComplianceCsid(csr: string, code: string): Promise<Csid>;
  /** Checks an example document; resolves with its errors. Throws AuthorityRefused, AuthorityUnavailable. */
  checkCompliance(csid: Csid, document: Submission): Promise<AuthorityMessage[]>;
  /** Issues the certificate that signs documents from now on. Throws AuthorityRefused, AuthorityUnavailable. */
  issueProductionCsid(csid: Csid): Promise<Csid>;
  /** Issues the next certificate before this one ends. Throws AuthorityRefused, AuthorityUnavailable. */
  renewProductionCsid(csid: Csid, csr: string, code: string): Promise<Csid>;
  /**
   * Reports a simplified document, or a standard one while clearance is switched off. A failed request is `undecided`.
   */
  report(csid: Csid, document: Submission): Promise<Submitted>;
  /** Asks the authority to clear a standard document. A failed request is `undecided`. */
  clear(csid: Csid, document: Submission): Promise<Submitted>;
}

/**
 * The authority answered and refused. `message` has its answer (at most 1000 characters) or only the HTTP status;
 * `reason` is its explanation.
 */
export class AuthorityRefused extends Error {
  override name = "AuthorityRefused";
  readonly reason: AuthorityMessage;
  constructor(message: string, reason: AuthorityMessage) {
    super(message);
    this.reason = reason;
  }
}
/** The authority gave no usable answer. */
export class AuthorityUnavailable extends Error {
  override name = "AuthorityUnavailable";
}
