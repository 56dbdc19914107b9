import { z } from "zod";
import type { Env } from "#platform/env.server.ts";
import { outgoingCall } from "#platform/outgoing-call.server.ts";
import {
  AuthorityRefused,
  AuthorityUnavailable,
  type AuthorityMessage,
  type Csid,
  type EInvoiceEnvironment,
  type EInvoicingAuthority,
  type Submission,
  type Submitted,
  type Verdict,
} from "./authority.ts";

/** The fields of sections 6 and 7 of the reference that we use. */
const csidShape = z.object({
  requestID: z.union([z.number(), z.string()]).transform(String),
  binarySecurityToken: z.string(),
  secret: z.string(),
});
const messageShape = z.object({ code: z.string().nullish(), message: z.string().nullish() });
const answerShape = z.object({
  validationResults: z
    .object({ warningMessages: z.array(messageShape).nullish(), errorMessages: z.array(messageShape).nullish() })
    .nullish(),
});
/** Parsed separately from the messages: if those have an unknown shape, the cleared invoice is still found. */
const clearedShape = z.object({ clearedInvoice: z.string().nullish() });

/** Answer to a refused step of the onboarding: one reason, or a list of reasons. */
const refusalShape = messageShape.extend({ errors: z.array(messageShape).nullish() });

const timeoutMs = 20_000;
const paths: Record<EInvoiceEnvironment, string> = { production: "core", simulation: "simulation" };

interface Answer {
  status: number;
  json: unknown;
  clockAheadSeconds: number | null;
}

const toMessages = (list: z.output<typeof messageShape>[] | null | undefined): AuthorityMessage[] =>
  (list ?? []).map(({ code, message }) => ({ code: code ?? "", text: message ?? "" }));

/** Returns the first reason of a refusal; `HTTP 4xx` when the answer contains none. */
function readRefusal({ status, json }: Pick<Answer, "status" | "json">): AuthorityMessage {
  const { data } = refusalShape.safeParse(json);
  const reasons = toMessages([...(data?.errors ?? []), ...(data ? [data] : [])]);
  return reasons.find(({ text }) => text !== "") ?? { code: "", text: `HTTP ${status}` };
}

const toBasicAuth = ({ token, secret }: Csid) => `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`;

/** How many seconds our clock is ahead of the authority's `Date` header, which has whole seconds; null without one. */
function computeClockAhead(header: string | null): number | null {
  const authorityTime = header ? Date.parse(header) : Number.NaN;
  return Number.isNaN(authorityTime) ? null : Math.round((Date.now() - authorityTime) / 1000);
}

/** Interprets an answer to a submission: 200, 202, 208 and 409 are success. */
function toVerdict({ status, json }: Answer): Verdict {
  const { data } = answerShape.safeParse(json);
  const errors = toMessages(data?.validationResults?.errorMessages);
  const warnings = toMessages(data?.validationResults?.warningMessages);
  const answer = { status, body: json };
  if ([200, 202, 208, 409].includes(status)) {
    const cleared = clearedShape.safeParse(json).data?.clearedInvoice;
    return {
      kind: "accepted",
      warnings,
      clearedXml: cleared ? Buffer.from(cleared, "base64").toString() : null,
      answer,
    };
  }
  if (status === 303) return { kind: "clearance-off" };
  if (status === 401 || status === 403) return { kind: "refused-access" };
  // A rejection has reasons; a 400 without them comes from a proxy and decides nothing.
  if (status === 400 && errors.length > 0) return { kind: "rejected", errors, answer };
  return { kind: "undecided", problem: `HTTP ${status}` };
}

/**
 * Client of ZATCA's e-invoicing platform (sections 6 and 7 of the reference). The fake one has only another address.
 */
export function fatoora({ EINVOICING_API_URL }: Env, environment: EInvoiceEnvironment): EInvoicingAuthority {
  const base = `${EINVOICING_API_URL}/${paths[environment]}`;

  async function send(method: string, path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const request = async () => {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          "accept-version": "V2",
          "accept-language": "en",
          "user-agent": "NamaHealth/1.0",
          ...headers,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "manual",
      });
      const text = await response.text();
      let json: unknown = null;
      try {
        json = JSON.parse(text);
      } catch {
        // A proxy's 429 or 502 has no JSON; its status says enough.
      }
      return { status: response.status, json, clockAheadSeconds: computeClockAhead(response.headers.get("date")) };
    };
    try {
      return await outgoingCall("e-invoicing authority", `${method} ${path}`, request);
    } catch (cause) {
      throw new AuthorityUnavailable("The e-invoicing authority did not answer", { cause });
    }
  }

  async function requestCsid(
    method: string,
    path: string,
    body: object,
    headers: Record<string, string>,
  ): Promise<Csid> {
    const { status, json } = await send(method, path, body, headers);
    const parsed = csidShape.safeParse(json);
    if (status === 200 && parsed.success) {
      const { requestID: requestId, binarySecurityToken: token, secret } = parsed.data;
      return { requestId, token, secret };
    }
    if (status >= 400 && status < 500 && status !== 429)
      throw new AuthorityRefused(JSON.stringify(json ?? status).slice(0, 1000), readRefusal({ status, json }));
    throw new AuthorityUnavailable(`The e-invoicing authority answered ${status}`);
  }

  const toBody = ({ hash, uuid, xml }: Submission) => ({
    invoiceHash: hash,
    uuid,
    invoice: Buffer.from(xml).toString("base64"),
  });

  async function submit(path: string, clearance: "0" | "1", csid: Csid, document: Submission): Promise<Submitted> {
    const headers = { authorization: toBasicAuth(csid), "clearance-status": clearance };
    const answer = await send("POST", path, toBody(document), headers).catch((error: unknown) => {
      if (error instanceof AuthorityUnavailable) return null;
      throw error;
    });
    if (!answer) return { kind: "undecided", problem: "no answer", clockAheadSeconds: null };
    return { ...toVerdict(answer), clockAheadSeconds: answer.clockAheadSeconds };
  }

  const csrBody = (csr: string) => ({ csr: Buffer.from(csr).toString("base64") });
  return {
    issueComplianceCsid: (csr, code) => requestCsid("POST", "/compliance", csrBody(csr), { otp: code }),
    async checkCompliance(csid, document) {
      const { status, json } = await send("POST", "/compliance/invoices", toBody(document), {
        authorization: toBasicAuth(csid),
      });
      const verdict = toVerdict({ status, json, clockAheadSeconds: null });
      if (verdict.kind === "accepted") return [];
      if (verdict.kind === "rejected") return verdict.errors;
      if (verdict.kind === "refused-access")
        throw new AuthorityRefused(`Examples: HTTP ${status}`, readRefusal({ status, json }));
      throw new AuthorityUnavailable(`The e-invoicing authority answered ${status}`);
    },
    issueProductionCsid: (csid) =>
      requestCsid(
        "POST",
        "/production/csids",
        { compliance_request_id: csid.requestId },
        { authorization: toBasicAuth(csid) },
      ),
    renewProductionCsid: (csid, csr, code) =>
      requestCsid("PATCH", "/production/csids", csrBody(csr), { authorization: toBasicAuth(csid), otp: code }),
    report: (csid, document) => submit("/invoices/reporting/single", "0", csid, document),
    clear: (csid, document) => submit("/invoices/clearance/single", "1", csid, document),
  };
}
