/** The calls of the e-invoicing authority (reference "ZATCA phase 2", sections 6 to 8), verified as the real one does. */
import type { IncomingHttpHeaders } from "node:http";
import { checkEInvoice, hashByCanonicalForm } from "../check-einvoice.ts";
import { json } from "../http.ts";
import { isObject, type Json } from "../validate.ts";
import { authorityPath, type Accepted, type AuthorityOutcome, type AuthorityState } from "./state.ts";
import { issueToken, deriveSecret } from "./certificates.ts";
import { clearedXml } from "./clear.ts";

interface Message {
  type: "ERROR" | "WARNING";
  code: string;
  category: string;
  message: string;
  status: "ERROR" | "WARNING";
}

const reply = (status: number, value: unknown): AuthorityOutcome => ({ reply: json(status, value) });
const firstHash = "NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==";

function parseBody(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const textIn = (body: Json, name: string) => (typeof body[name] === "string" ? body[name] : "");

/** The token, when its password is right. */
function authorized(headers: IncomingHttpHeaders, use: "compliance" | "production"): string | null {
  const pair = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
  const colon = pair.indexOf(":");
  const token = pair.slice(0, colon);
  return colon > 0 && pair.slice(colon + 1) === deriveSecret(token, use) ? token : null;
}

const issued = (requestID: string, token: string, use: "compliance" | "production") =>
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
  const xml = Buffer.from(textIn(body, "invoice"), "base64").toString();
  const part = (pattern: RegExp) => xml.match(pattern)?.[1] ?? "";
  return {
    xml,
    hash: textIn(body, "invoiceHash"),
    uuid: textIn(body, "uuid"),
    // The first ID of a stamped one is that of its stamp.
    number: part(/<\/cbc:ProfileID>\s*<cbc:ID>([^<]*)/),
    typeCode: part(/<cbc:InvoiceTypeCode[^>]*>(\d+)/),
    isSimplified: part(/InvoiceTypeCode name="(..)/) === "02",
    counter: Number(part(/<cbc:ID>ICV<\/cbc:ID>\s*<cbc:UUID>(\d+)/)),
    previousHash: part(/<cbc:ID>PIH<[\s\S]*?EmbeddedDocumentBinaryObject[^>]*>([^<]*)/),
  };
}

/** What the authority finds wrong with a document by itself. */
function judge(document: Document, token: string): Message[] {
  const messages: Message[] = [];
  const find = (type: Message["type"], code: string, message: string) =>
    void messages.push({ type, code, category: "KSA", message, status: type });
  const { xml, hash, uuid, isSimplified } = document;
  const part = (pattern: RegExp) => xml.match(pattern)?.[1] ?? "";
  let canonical = "";
  try {
    canonical = hashByCanonicalForm(xml).hash.toString("base64");
  } catch {
    find("ERROR", "XSD_SCHEMA_ERROR", "Schema validation failed; XML does not comply with UBL 2.1 standards");
    return messages;
  }
  if (canonical !== hash) find("ERROR", "invalid-invoice-hash", "The invoice hash API body does not match the XML");
  if (part(/<cbc:UUID>([^<]*)/) !== uuid) find("ERROR", "invoice-uuid", "The UUID is not that of the XML");
  if (isSimplified) {
    for (const failed of checkEInvoice(xml)) find("ERROR", "signed-document", `Wrong: ${failed}`);
    const certificate = part(/<ds:X509Certificate>([^<]*)/);
    if (Buffer.from(certificate).toString("base64") !== token)
      find("ERROR", "X509IssuerName", "The certificate in the XML is not the one of the request");
  }
  const issuedAt = Date.parse(`${part(/<cbc:IssueDate>([^<]*)/)}T${part(/<cbc:IssueTime>([^<]*)/)}+03:00`);
  if (!(issuedAt <= Date.now() + 86_400_000)) find("ERROR", "BR-KSA-04", "The issue date is in the future");
  if (!/^3\d{13}3$/.test(part(/<cbc:CompanyID>([^<]*)/)))
    find("ERROR", "BR-KSA-40", "The seller's VAT number is wrong");
  const buyer = part(/<cac:AccountingCustomerParty>([\s\S]*)<\/cac:AccountingCustomerParty>/);
  if (!isSimplified && !/<cbc:CompanyID>3\d{13}3</.test(buyer))
    find("ERROR", "BR-KSA-44", "The buyer's VAT number has 15 digits and begins and ends with 3");
  if (document.typeCode !== "388" && !xml.includes("<cbc:InstructionNote>"))
    find("ERROR", "BR-KSA-17", "A note must say why it was issued");
  if (!/<cbc:BuildingNumber>\d{4}</.test(xml))
    find("WARNING", "BR-KSA-37", "The seller's building number has 4 digits");
  if (!/<cbc:PostalZone>\d{5}</.test(xml)) find("WARNING", "BR-KSA-66", "The seller's postal code has 5 digits");
  if (!isSimplified && !buyer.includes("<cbc:PostalZone>"))
    find("WARNING", "BR-KSA-63", "The buyer's address lacks its building number, district or postal code");
  return messages;
}

/** The counter and the previous hash, against every XML that was seen of this certificate. */
function judgeChain(state: AuthorityState, token: string, document: Document): string | null {
  const earlier = state.seen.get(`${token}:${document.counter}`);
  if (earlier && earlier.hash !== document.hash) return `counter ${document.counter} was used for another XML`;
  const before = state.seen.get(`${token}:${document.counter - 1}`);
  const expectedHash = document.counter === 1 ? firstHash : before?.hash;
  if (expectedHash !== undefined && expectedHash !== document.previousHash)
    return `XML ${document.counter} breaks the chain`;
  const other = state.accepted.find(({ number, hash }) => number === document.number && hash !== document.hash);
  return other ? `${document.number} was accepted before with other bytes` : null;
}

function results(status: number, messages: readonly Message[], more: object): AuthorityOutcome {
  const of = (type: Message["type"]) => messages.filter((one) => one.type === type);
  const [errors, warnings] = [of("ERROR"), of("WARNING")];
  const overall = errors.length > 0 ? "ERROR" : warnings.length > 0 ? "WARNING" : "PASS";
  const validationResults = { infoMessages: [], warningMessages: warnings, errorMessages: errors, status: overall };
  return reply(status, { validationResults, ...more });
}

const error = (code: string, message: string): Message => ({
  type: "ERROR",
  code,
  category: "KSA",
  message,
  status: "ERROR",
});

function submission(
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
  const token = authorized(headers, "production");
  if (token === null || fault === "unauthorized") return reply(401, { message: "Unauthorized" });
  const done = kind === "reported" ? "REPORTED" : "CLEARED";
  const toStatusFields = (value: string) =>
    kind === "reported" ? { reportingStatus: value } : { clearanceStatus: value };
  const document = readDocument(parseBody(text));
  const getClearedFields = () =>
    kind === "cleared" && fault !== "no_cleared_invoice"
      ? { clearedInvoice: Buffer.from(clearedXml(document.xml)).toString("base64") }
      : {};
  const messages = judge(document, token);
  const violation = judgeChain(state, token, document);
  if (violation) state.violations.push(violation);
  const wasAccepted = state.accepted.find(({ hash }) => hash === document.hash);
  if (wasAccepted) {
    wasAccepted.times++;
    if (fault === "drop") return "drop";
    if (fault === "hang_after") return "hang";
    return results(kind === "reported" ? 409 : 208, messages, { ...toStatusFields(done), ...getClearedFields() });
  }
  if (violation) messages.push(error("BR-KSA-61", violation));
  if (fault === "rejected") messages.push(error("BR-KSA-99", "This document was told to be rejected"));
  if (fault === "warnings")
    messages.push({ ...error("BR-KSA-98", "Something to mend"), type: "WARNING", status: "WARNING" });
  const isWrongDoor = document.isSimplified ? kind === "cleared" : kind === "reported" && !state.isClearanceOff;
  if (isWrongDoor) messages.push(error("BR-KSA-06", "This kind of document is not sent here"));
  const { number, hash, uuid, xml, counter, previousHash } = document;
  state.seen.set(`${token}:${counter}`, { hash, number });
  if (messages.some(({ type }) => type === "ERROR")) return results(400, messages, toStatusFields(`NOT_${done}`));
  state.accepted.push({ uuid, hash, xml, number, counter, previousHash, kind, times: 1 });
  if (fault === "drop") return "drop";
  if (fault === "hang_after") return "hang";
  return results(messages.length > 0 ? 202 : 200, messages, { ...toStatusFields(done), ...getClearedFields() });
}

/** Any six digits but `000000`, which stands for a code that is over. */
const isCode = (headers: IncomingHttpHeaders) => /^(?!000000)\d{6}$/.test(String(headers["otp"] ?? ""));

const examples = ["01-388", "01-381", "01-383", "02-388", "02-381", "02-383"];

function compliance(state: AuthorityState, text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  if (!isCode(headers)) return reply(400, { code: "Invalid-OTP", message: "The OTP is wrong" });
  const csr = Buffer.from(textIn(parseBody(text), "csr"), "base64").toString();
  const token = issueToken(csr);
  if (token === null) return reply(400, { code: "Invalid-CSR", message: "The CSR is wrong" });
  const requestID = String(1_000_000 + state.requests.size);
  state.requests.set(requestID, { token, csr, passed: new Set() });
  return issued(requestID, token, "compliance");
}

function example(state: AuthorityState, text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  const token = authorized(headers, "compliance");
  const request = [...state.requests.values()].find((one) => one.token === token);
  if (token === null || !request) return reply(401, { message: "Unauthorized" });
  if (state.faults[0] === "unauthorized") {
    state.faults.shift();
    return reply(401, { message: "Unauthorized" });
  }
  const document = readDocument(parseBody(text));
  const messages = judge(document, token);
  if (messages.some(({ type }) => type === "ERROR")) return results(400, messages, { reportingStatus: "NOT_REPORTED" });
  request.passed.add(`${document.isSimplified ? "02" : "01"}-${document.typeCode}`);
  return results(messages.length > 0 ? 202 : 200, messages, { reportingStatus: "REPORTED" });
}

function production(state: AuthorityState, text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  const requestId = textIn(parseBody(text), "compliance_request_id");
  const request = state.requests.get(requestId);
  if (!request || authorized(headers, "compliance") !== request.token) return reply(401, { message: "Unauthorized" });
  const missing = examples.filter((one) => !request.passed.has(one));
  if (missing.length > 0) return reply(400, { code: "Missing-ComplianceSteps", message: missing.join(", ") });
  return issued(requestId, issueToken(request.csr) ?? "", "production");
}

function renewal(text: string, headers: IncomingHttpHeaders): AuthorityOutcome {
  if (authorized(headers, "production") === null) return reply(401, { message: "Unauthorized" });
  if (!isCode(headers)) return reply(400, { code: "Invalid-OTP", message: "The OTP is wrong" });
  const token = issueToken(Buffer.from(textIn(parseBody(text), "csr"), "base64").toString());
  return token === null
    ? reply(400, { code: "Invalid-CSR", message: "The CSR is wrong" })
    : issued("renewal", token, "production");
}

/** Answers one call, whatever its environment: all of them are the same here. */
export function answerCall(
  state: AuthorityState,
  { method, path, text }: { method: string; path: string; text: string },
  headers: IncomingHttpHeaders,
): AuthorityOutcome {
  const [, route = ""] = /^[^/]+\/(.*)$/.exec(path.slice(authorityPath.length)) ?? [];
  switch (`${method} ${route}`) {
    case "POST compliance":
      return compliance(state, text, headers);
    case "POST compliance/invoices":
      return example(state, text, headers);
    case "POST production/csids":
      return production(state, text, headers);
    case "PATCH production/csids":
      return renewal(text, headers);
    case "POST invoices/reporting/single":
      return submission(state, "reported", text, headers);
    case "POST invoices/clearance/single":
      return submission(state, "cleared", text, headers);
    default:
      return reply(404, { message: "Not found" });
  }
}
