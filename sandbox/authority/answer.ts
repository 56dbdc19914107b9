/**
 * Answers the API calls of the fake e-invoicing authority and applies the real authority's checks (reference "ZATCA
 * phase 2", sections 6 to 8).
 */
import type { IncomingHttpHeaders } from "node:http";
import { checkEInvoice, hashByCanonicalForm } from "../check-einvoice.ts";
import { json } from "../http.ts";
import { isObject, type Json } from "../validate.ts";
import { authorityPath, type Accepted, type AuthorityOutcome, type AuthorityState } from "./state.ts";
import { issueToken, deriveSecret } from "./certificates.ts";
import { buildClearedXml } from "./clear.ts";

interface Message {
  type: "ERROR" | "WARNING";
  code: string;
  category: string;
  message: string;
  status: "ERROR" | "WARNING";
}

const reply = (status: number, value: unknown): AuthorityOutcome => ({ reply: json(status, value) });
/** The previous hash that the first document of a certificate must carry. */
const firstHash = "NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==";

function parseBody(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const getText = (body: Json, name: string) => (typeof body[name] === "string" ? body[name] : "");

/** Reads the token of a request; null when its password is wrong. */
function readAuthorizedToken(headers: IncomingHttpHeaders, use: "compliance" | "production"): string | null {
  const pair = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
  const colon = pair.indexOf(":");
  const token = pair.slice(0, colon);
  return colon > 0 && pair.slice(colon + 1) === deriveSecret(token, use) ? token : null;
}

const replyWithToken = (requestID: string, token: string, use: "compliance" | "production") =>
  reply(200, {
    requestID,
    dispositionMessage: "ISSUED",
    tokenType: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3",
    binarySecurityToken: token,
    secret: deriveSecret(token, use),
  });

interface Document {
  xml: string;
  hash: string;
  uuid: string;
  number: string;
  typeCode: string;
  isSimplified: boolean;
  counter: number;
  previousHash: string;
}

function readDocument(body: Json): Document {
  const xml = Buffer.from(getText(body, "invoice"), "base64").toString();
  const findPart = (pattern: RegExp) => xml.match(pattern)?.[1] ?? "";
  return {
    xml,
    hash: getText(body, "invoiceHash"),
    uuid: getText(body, "uuid"),
    // The pattern looks for the ID after the profile, because the first ID of a stamped document is that of the stamp.
    number: findPart(/<\/cbc:ProfileID>\s*<cbc:ID>([^<]*)/),
    typeCode: findPart(/<cbc:InvoiceTypeCode[^>]*>(\d+)/),
    isSimplified: findPart(/InvoiceTypeCode name="(..)/) === "02",
    counter: Number(findPart(/<cbc:ID>ICV<\/cbc:ID>\s*<cbc:UUID>(\d+)/)),
    previousHash: findPart(/<cbc:ID>PIH<[\s\S]*?EmbeddedDocumentBinaryObject[^>]*>([^<]*)/),
  };
}

/** Checks one document on its own, without the documents before it. */
function checkDocument(document: Document, token: string): Message[] {
  const messages: Message[] = [];
  const addMessage = (type: Message["type"], code: string, message: string) =>
    void messages.push({ type, code, category: "KSA", message, status: type });
  const { xml, hash, uuid, isSimplified } = document;
  const findPart = (pattern: RegExp) => xml.match(pattern)?.[1] ?? "";
  let canonical = "";
  try {
    canonical = hashByCanonicalForm(xml).hash.toString("base64");
  } catch {
    addMessage("ERROR", "XSD_SCHEMA_ERROR", "Schema validation failed; XML does not comply with UBL 2.1 standards");
    return messages;
  }
  if (canonical !== hash)
    addMessage("ERROR", "invalid-invoice-hash", "The invoice hash API body does not match the XML");
  if (findPart(/<cbc:UUID>([^<]*)/) !== uuid) addMessage("ERROR", "invoice-uuid", "The UUID is not that of the XML");
  if (isSimplified) {
    for (const failed of checkEInvoice(xml)) addMessage("ERROR", "signed-document", `Wrong: ${failed}`);
    const certificate = findPart(/<ds:X509Certificate>([^<]*)/);
    if (Buffer.from(certificate).toString("base64") !== token)
      addMessage("ERROR", "X509IssuerName", "The certificate in the XML is not the one of the request");
  }
  const issuedAt = Date.parse(`${findPart(/<cbc:IssueDate>([^<]*)/)}T${findPart(/<cbc:IssueTime>([^<]*)/)}+03:00`);
  if (!(issuedAt <= Date.now() + 86_400_000)) addMessage("ERROR", "BR-KSA-04", "The issue date is in the future");
  if (!/^3\d{13}3$/.test(findPart(/<cbc:CompanyID>([^<]*)/)))
    addMessage("ERROR", "BR-KSA-40", "The seller's VAT number is wrong");
  const buyer = findPart(/<cac:AccountingCustomerParty>([\s\S]*)<\/cac:AccountingCustomerParty>/);
  if (!isSimplified && !/<cbc:CompanyID>3\d{13}3</.test(buyer))
    addMessage("ERROR", "BR-KSA-44", "The buyer's VAT number has 15 digits and begins and ends with 3");
  if (document.typeCode !== "388" && !xml.includes("<cbc:InstructionNote>"))
    addMessage("ERROR", "BR-KSA-17", "A note must say why it was issued");
  if (!/<cbc:BuildingNumber>\d{4}</.test(xml))
    addMessage("WARNING", "BR-KSA-37", "The seller's building number has 4 digits");
  if (!/<cbc:PostalZone>\d{5}</.test(xml)) addMessage("WARNING", "BR-KSA-66", "The seller's postal code has 5 digits");
  if (!isSimplified && !buyer.includes("<cbc:PostalZone>"))
    addMessage("WARNING", "BR-KSA-63", "The buyer's address lacks its building number, district or postal code");
  return messages;
}

/**
 * Checks counter and previous hash against all XML received with this certificate, and the number against every
 * accepted document. Returns the violation, or null.
 */
function checkChain(state: AuthorityState, token: string, document: Document): string | null {
  const earlier = state.seen.get(`${token}:${document.counter}`);
  if (earlier && earlier.hash !== document.hash) return `counter ${document.counter} was used for another XML`;
  const previous = state.seen.get(`${token}:${document.counter - 1}`);
  const expectedHash = document.counter === 1 ? firstHash : previous?.hash;
  if (expectedHash !== undefined && expectedHash !== document.previousHash)
    return `XML ${document.counter} breaks the chain`;
  const conflicting = state.accepted.find(({ number, hash }) => number === document.number && hash !== document.hash);
  return conflicting ? `${document.number} was accepted before with other bytes` : null;
}

function replyWithResults(status: number, messages: readonly Message[], statusFields: object): AuthorityOutcome {
  const ofType = (type: Message["type"]) => messages.filter((message) => message.type === type);
  const [errors, warnings] = [ofType("ERROR"), ofType("WARNING")];
  const overall = errors.length > 0 ? "ERROR" : warnings.length > 0 ? "WARNING" : "PASS";
  const validationResults = { infoMessages: [], warningMessages: warnings, errorMessages: errors, status: overall };
  return reply(status, { validationResults, ...statusFields });
}

const createError = (code: string, message: string): Message => ({
  type: "ERROR",
  code,
  category: "KSA",
  message,
  status: "ERROR",
});

function answerSubmission(
  state: AuthorityState,
  kind: Accepted["kind"],
  text: string,
  headers: IncomingHttpHeaders,
): AuthorityOutcome {
  if (kind === "cleared" && state.isClearanceOff) return reply(303, { message: "Clearance is switched off" });
  const fault = state.faults.shift();
  if (fault === "hang") return "hang";
  if (fault === "error_500") return reply(500, { message: "Something went wrong" });
  if (fault === "too_many") return reply(429, { message: "Too many requests" });
  const token = readAuthorizedToken(headers, "production");
  if (token === null || fault === "unauthorized") return reply(401, { message: "Unauthorized" });
  const successStatus = kind === "reported" ? "REPORTED" : "CLEARED";
  const toStatusFields = (value: string) =>
    kind === "reported" ? { reportingStatus: value } : { clearanceStatus: value };
  const document = readDocument(parseBody(text));
  const getClearedFields = () =>
    kind === "cleared" && fault !== "no_cleared_invoice"
      ? { clearedInvoice: Buffer.from(buildClearedXml(document.xml)).toString("base64") }
      : {};
  const messages = checkDocument(document, token);
  const violation = checkChain(state, token, document);
  if (violation) state.violations.push(violation);
  const earlierSubmission = state.accepted.find(({ hash }) => hash === document.hash);
  if (earlierSubmission) {
    earlierSubmission.times++;
    if (fault === "drop") return "drop";
    if (fault === "hang_after") return "hang";
    return replyWithResults(kind === "reported" ? 409 : 208, messages, {
      ...toStatusFields(successStatus),
      ...getClearedFields(),
    });
  }
  if (violation) messages.push(createError("BR-KSA-61", violation));
  if (fault === "rejected") messages.push(createError("BR-KSA-99", "This document was told to be rejected"));
  if (fault === "warnings")
    messages.push({ ...createError("BR-KSA-98", "Something to mend"), type: "WARNING", status: "WARNING" });
  const isWrongEndpoint = document.isSimplified ? kind === "cleared" : kind === "reported" && !state.isClearanceOff;
  if (isWrongEndpoint) messages.push(createError("BR-KSA-06", "This kind of document is not sent here"));
  const { number, hash, uuid, xml, counter, previousHash } = document;
  state.seen.set(`${token}:${counter}`, { hash, number });
  if (messages.some(({ type }) => type === "ERROR"))
    return replyWithResults(400, messages, toStatusFields(`NOT_${successStatus}`));
  state.accepted.push({ uuid, hash, xml, number, counter, previousHash, kind, times: 1 });
  if (fault === "drop") return "drop";
  if (fault === "hang_after") return "hang";
  return replyWithResults(messages.length > 0 ? 202 : 200, messages, {
    ...toStatusFields(successStatus),
    ...getClearedFields(),
  });
}

/** Whether the one-time code is valid: any six digits except `000000`, which stands for an expired code. */
const hasValidCode = (headers: IncomingHttpHeaders) => /^(?!000000)\d{6}$/.test(String(headers["otp"] ?? ""));

/** A certificate request must pass one example of each kind before it gets a production certificate. */
const requiredExamples = ["01-388", "01-381", "01-383", "02-388", "02-381", "02-383"];

function answerCompliance(state: AuthorityState, text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  if (!hasValidCode(headers)) return reply(400, { code: "Invalid-OTP", message: "The OTP is wrong" });
  const csr = Buffer.from(getText(parseBody(text), "csr"), "base64").toString();
  const token = issueToken(csr);
  if (token === null) return reply(400, { code: "Invalid-CSR", message: "The CSR is wrong" });
  const requestID = String(1_000_000 + state.requests.size);
  state.requests.set(requestID, { token, csr, passed: new Set() });
  return replyWithToken(requestID, token, "compliance");
}

function answerExample(state: AuthorityState, text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  const token = readAuthorizedToken(headers, "compliance");
  const request = [...state.requests.values()].find((candidate) => candidate.token === token);
  if (token === null || !request) return reply(401, { message: "Unauthorized" });
  if (state.faults[0] === "unauthorized") {
    state.faults.shift();
    return reply(401, { message: "Unauthorized" });
  }
  const document = readDocument(parseBody(text));
  const messages = checkDocument(document, token);
  if (messages.some(({ type }) => type === "ERROR"))
    return replyWithResults(400, messages, { reportingStatus: "NOT_REPORTED" });
  request.passed.add(`${document.isSimplified ? "02" : "01"}-${document.typeCode}`);
  return replyWithResults(messages.length > 0 ? 202 : 200, messages, { reportingStatus: "REPORTED" });
}

function answerProduction(state: AuthorityState, text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  const requestId = getText(parseBody(text), "compliance_request_id");
  const request = state.requests.get(requestId);
  if (!request || readAuthorizedToken(headers, "compliance") !== request.token)
    return reply(401, { message: "Unauthorized" });
  const missing = requiredExamples.filter((kind) => !request.passed.has(kind));
  if (missing.length > 0) return reply(400, { code: "Missing-ComplianceSteps", message: missing.join(", ") });
  return replyWithToken(requestId, issueToken(request.csr) ?? "", "production");
}

function answerRenewal(text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  if (readAuthorizedToken(headers, "production") === null) return reply(401, { message: "Unauthorized" });
  if (!hasValidCode(headers)) return reply(400, { code: "Invalid-OTP", message: "The OTP is wrong" });
  const token = issueToken(Buffer.from(getText(parseBody(text), "csr"), "base64").toString());
  return token === null
    ? reply(400, { code: "Invalid-CSR", message: "The CSR is wrong" })
    : replyWithToken("renewal", token, "production");
}

/** Answers one call. The first part of the path names the environment, which makes no difference here. */
export function answerCall(
  state: AuthorityState,
  { method, path, text }: { method: string; path: string; text: string },
  headers: IncomingHttpHeaders,
): AuthorityOutcome {
  const [, route = ""] = /^[^/]+\/(.*)$/.exec(path.slice(authorityPath.length)) ?? [];
  switch (`${method} ${route}`) {
    case "POST compliance":
      return answerCompliance(state, text, headers);
    case "POST compliance/invoices":
      return answerExample(state, text, headers);
    case "POST production/csids":
      return answerProduction(state, text, headers);
    case "PATCH production/csids":
      return answerRenewal(text, headers);
    case "POST invoices/reporting/single":
      return answerSubmission(state, "reported", text, headers);
    case "POST invoices/clearance/single":
      return answerSubmission(state, "cleared", text, headers);
    default:
      return reply(404, { message: "Not found" });
  }
}
