/** The contract of the e-invoicing authority (sections 6 and 7 of the reference); the fake one speaks the same HTTP. */

/** Where documents count, and where they are only rehearsed. */
export type EInvoiceEnvironment = "simulation" | "production";

/** By it the authority knows us: user name and password. */
export interface Csid {
  requestId: string;
  /** The certificate's DER in base64 in base64: the user name. */
  token: string;
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

/** Of the authority, word for word: kept beside the XML, because auditors ask for both. */
export interface AuthorityAnswer {
  status: number;
  body: unknown;
}

/**
 * What became of a submission. `accepted` includes "already reported" and "already cleared". `refused-access`:
 * certificate or secret. `undecided`: the very same bytes are sent again.
 */
export type Verdict =
  | { kind: "accepted"; warnings: AuthorityMessage[]; clearedXml: string | null; answer: AuthorityAnswer }
  | { kind: "rejected"; errors: AuthorityMessage[]; answer: AuthorityAnswer }
  | { kind: "clearance-off" }
  | { kind: "refused-access" }
  | { kind: "undecided"; problem: string };

/** A verdict, and how far our clock is ahead of the authority's; null where its answer names no time. */
export type Submitted = Verdict & { clockAheadSeconds: number | null };

export interface EInvoicingAuthority {
  /** A certificate to prove ourselves with. `code` is the person's, of the portal. Throws AuthorityRefused, AuthorityUnavailable. */
  issueComplianceCsid(csr: string, code: string): Promise<Csid>;
  /** One of the documents that prove that ours are right. Throws AuthorityUnavailable. */
  checkCompliance(csid: Csid, document: Submission): Promise<AuthorityMessage[]>;
  /** The certificate that signs from now on. Throws AuthorityRefused, AuthorityUnavailable. */
  issueProductionCsid(csid: Csid): Promise<Csid>;
  /** Another one, before this one ends. Throws AuthorityRefused, AuthorityUnavailable. */
  renewProductionCsid(csid: Csid, csr: string, code: string): Promise<Csid>;
  /** A simplified document, or a standard one while clearance is switched off. */
  report(csid: Csid, document: Submission): Promise<Submitted>;
  /** A standard document. */
  clear(csid: Csid, document: Submission): Promise<Submitted>;
}

/** It answered, and refused; the message is its whole answer, `reason` what it says of itself. */
export class AuthorityRefused extends Error {
  override name = "AuthorityRefused";
  readonly reason: AuthorityMessage;
  constructor(message: string, reason: AuthorityMessage) {
    super(message);
    this.reason = reason;
  }
}
/** No usable answer. */
export class AuthorityUnavailable extends Error {
  override name = "AuthorityUnavailable";
}
