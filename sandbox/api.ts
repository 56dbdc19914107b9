import { randomUUID } from "node:crypto";
import type { Box } from "./box.ts";
import { forbidden, inactiveAccount, invalidFields, notFound, unauthorized, type FieldErrors } from "./errors.ts";
import { json, readBody, type Call, type Reply } from "./http.ts";
import { annotatePayment, capturePayment, createPayment, findPayment, refundPayment, voidPayment } from "./ledger.ts";
import type { Entry, Payment } from "./payment.ts";
import { isHttpUrl, isLoopbackHost } from "./settings.ts";
import { description, isObject, readCreate, readMetadata, text, type Json } from "./validate.ts";
import { webhookEvents, type Endpoint } from "./webhooks.ts";

/**
 * Checks that an API key may make a call. Throws ApiError 401 for an unknown key, 403 for the publishable key where
 * `need` is `secret`, and 405 for a live key.
 */
function authorize(box: Box, key: string, need: "any" | "secret"): void {
  if (key === box.options.secretKey) return;
  if (/^[ps]k_live_/.test(key)) throw inactiveAccount();
  if (key !== box.options.publishableKey) throw unauthorized();
  if (need === "secret") throw forbidden(box.settings);
}

function readBasicKey(authorization: string): string {
  if (!/^basic /i.test(authorization)) return "";
  const pair = Buffer.from(authorization.slice(6), "base64").toString();
  return pair.slice(0, pair.indexOf(":") < 0 ? pair.length : pair.indexOf(":"));
}

const requireSecret = (box: Box, call: Call): void => authorize(box, readBasicKey(call.authorization), "secret");

/** Reads the body of a call that a browser may make, with its key in the body. Throws as `authorize` does. */
function readBrowserBody(box: Box, call: Call): Json {
  const body = readBody(call);
  const inBody = body["publishable_api_key"];
  if (call.authorization !== "") authorize(box, readBasicKey(call.authorization), "any");
  // Browsers can read the body, so a secret key in it has leaked and must not work.
  else if (typeof inBody !== "string" || inBody.startsWith("sk_")) throw unauthorized();
  else authorize(box, inBody, "any");
  return body;
}

/** POST /v1/applepay/initiate: a merchant session in Apple's format, which no real Apple Pay sheet would accept. */
export function initiate(box: Box, call: Call): Reply {
  const body = readBrowserBody(box, call);
  const errors: FieldErrors = {};
  if (URL.parse(text(body["validation_url"]))?.protocol !== "https:")
    errors["validation_url"] = ["must be an https address"];
  for (const field of ["display_name", "domain_name"]) if (text(body[field]) === "") errors[field] = ["is required"];
  if (Object.keys(errors).length > 0) throw invalidFields(box.settings, errors);
  return json(201, {
    epochTimestamp: box.now(),
    expiresAt: box.now() + 5 * 60_000,
    merchantSessionIdentifier: randomUUID(),
    nonce: randomUUID().slice(0, 8),
    merchantIdentifier: "sandbox",
    domainName: body["domain_name"],
    displayName: body["display_name"],
    signature: "sandbox",
  });
}

/** POST /v1/payments: 201 with the payment, also when the card was declined. */
export function create(box: Box, call: Call): Reply {
  const body = readBrowserBody(box, call);
  const entry = createPayment(box, readCreate(body, box.settings, box.now()), call.origin, call.ip);
  return json(201, entry.payment);
}

/** GET /v1/payments/:id */
export function fetchOne(box: Box, call: Call): Reply {
  requireSecret(box, call);
  return json(200, findPayment(box, call.id).payment);
}

/** PUT /v1/payments/:id: description and metadata only; everything else in the body is ignored. */
export function update(box: Box, call: Call): Reply {
  requireSecret(box, call);
  const entry = findPayment(box, call.id);
  const body = readBody(call);
  const errors: FieldErrors = {};
  const newDescription = body["description"] === undefined ? undefined : description(body["description"], errors);
  const metadataInput = body["metadata"];
  const metadata = readMetadata(metadataInput, errors);
  if (Object.keys(errors).length > 0) throw invalidFields(box.settings, errors);
  const cleared = isObject(metadataInput)
    ? Object.keys(metadataInput).filter((key) => metadataInput[key] === "" || metadataInput[key] === null)
    : [];
  annotatePayment(box, entry, newDescription, metadata, cleared);
  return json(200, entry.payment);
}

const createOperation =
  (work: (box: Box, entry: Entry, body: Json) => void) =>
  (box: Box, call: Call): Reply => {
    requireSecret(box, call);
    const entry = findPayment(box, call.id);
    work(box, entry, readBody(call));
    return json(200, entry.payment);
  };

/** POST /v1/payments/:id/refund · /capture · /void */
export const refund = createOperation(refundPayment);
export const capture = createOperation(capturePayment);
export const cancel = createOperation(voidPayment);

const perPage = 40;

/** GET /v1/payments: newest first, 40 a page, with the provider's filters. */
export function list(box: Box, call: Call): Reply {
  requireSecret(box, call);
  const matches = createPaymentFilter(call.query);
  const payments: Payment[] = [];
  const entries = box.store.all();
  for (let i = entries.length - 1; i >= 0; i--) {
    const payment = entries[i]?.payment;
    if (payment && matches(payment)) payments.push(payment);
  }
  const pages = Math.max(1, Math.ceil(payments.length / perPage));
  const requestedPage = Number(call.query.get("page") ?? 1);
  const page = Number.isInteger(requestedPage) && requestedPage > 0 ? requestedPage : 1;
  return json(200, {
    payments: payments.slice((page - 1) * perPage, page * perPage),
    meta: {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
      total_pages: pages,
      total_count: payments.length,
    },
  });
}

function createPaymentFilter(query: URLSearchParams): (payment: Payment) => boolean {
  const tests: ((payment: Payment) => boolean)[] = [];
  for (const [name, value] of query) {
    const [, base = name, inner = ""] = /^(\w+)\[(.+)\]$/.exec(name) ?? [];
    if (name === "id") tests.push((p) => p.id === value.toLowerCase());
    else if (name === "status") tests.push((p) => p.status === value);
    else if (name === "card_last_digits") tests.push((p) => p.source.number.replaceAll("-", "").endsWith(value));
    else if (name === "receipt_no") tests.push((p) => p.source.reference_number === value);
    else if (base === "metadata" && inner !== "")
      tests.push((p) => p.metadata !== null && Object.hasOwn(p.metadata, inner) && String(p.metadata[inner]) === value);
    else if ((base === "created" || base === "updated") && (inner === "gt" || inner === "lt")) {
      const limit = Date.parse(value);
      const sign = inner === "gt" ? 1 : -1;
      tests.push((p) => (Date.parse(base === "created" ? p.created_at : p.updated_at) - limit) * sign > 0);
    }
  }
  return (payment) => tests.every((test) => test(payment));
}

const toEndpointJson = ({ id, url, events, created_at }: Endpoint) => ({
  id,
  http_method: "post",
  url,
  events: events.length > 0 ? events : webhookEvents,
  created_at,
});

/** POST and GET /v1/webhooks, GET /v1/webhooks/:id, /available_events, /attempts. The answers never hold secrets. */
export function webhooks(box: Box, call: Call): Reply {
  requireSecret(box, call);
  const { endpoints, attempts } = box.webhooks;
  if (call.method === "POST") return register(box, readBody(call));
  if (call.id === "") return json(200, { webhooks: endpoints.map(toEndpointJson) });
  if (call.id === "available_events") return json(200, { events: webhookEvents });
  if (call.id === "attempts") return json(200, { webhook_attempts: attempts.slice(-perPage).reverse() });
  const endpoint = endpoints.find(({ id }) => id === call.id);
  if (!endpoint) throw notFound(box.settings);
  return json(200, toEndpointJson(endpoint));
}

function register(box: Box, body: Json): Reply {
  const errors: FieldErrors = {};
  const { url, shared_secret: secret, events, http_method: method } = body;
  // Webhooks go to this machine only, so that nobody can use the fake provider to send requests to other servers.
  if (typeof url !== "string" || !isHttpUrl(url) || !isLoopbackHost(new URL(url).hostname))
    errors["url"] = ["must be an address on this machine"];
  if (typeof secret !== "string" || secret === "") errors["shared_secret"] = ["is required"];
  if (method !== undefined && method !== "post" && method !== "POST") errors["http_method"] = ["must be post"];
  const types = Array.isArray(events) ? events.filter((event) => typeof event === "string") : [];
  const knownTypes: readonly string[] = webhookEvents;
  if (types.length === 0 || !types.every((type) => knownTypes.includes(type)))
    errors["events"] = ["must name available events"];
  if (typeof url !== "string" || typeof secret !== "string" || Object.keys(errors).length > 0)
    throw invalidFields(box.settings, errors);
  return json(201, toEndpointJson(box.webhooks.register(url, secret, types, box.now())));
}
