import { get } from "node:http";
import { cancel, capture, create, fetchOne, initiate, list, refund, update, webhooks } from "./api.ts";
import type { Box } from "./box.ts";
import type { RouteName, Tampering } from "./faults.ts";
import { notFound, ApiError } from "./errors.ts";
import { redirect, type Call, type Reply } from "./http.ts";
import { isAuthResult, settle } from "./ledger.ts";
import { choosePageLanguage } from "./language.ts";
import { challengePage, finishedPage } from "./pages/challenge.ts";
import type { Entry } from "./payment.ts";
import { isLoopbackHost } from "./settings.ts";

/**
 * GET /v1/card_auth/:id/prepare: the bank's page, or a redirect to the shop when the payer has no choice to make
 * (frictionless, refused or finished payments).
 */
function prepare(box: Box, call: Call): Reply {
  const entry = findByAuthId(box, call.id);
  if (entry.payment.status === "initiated" && entry.flow !== "challenge") settle(box, entry, "AUTHENTICATED");
  if (entry.payment.status !== "initiated") return returnToShop(box, call, entry);
  return challengePage(
    entry.payment,
    call.path.replace(/prepare$/, "set_auth_result"),
    box.options.merchant,
    getLanguage(call, entry),
  );
}

/** POST /v1/card_auth/:id/set_auth_result: stores the payer's first choice; later choices change nothing. */
function setAuthResult(box: Box, call: Call): Reply {
  const entry = findByAuthId(box, call.id);
  // A form on another site must not choose for the payer. Clients other than browsers send no Origin.
  if (call.sentFrom !== null && call.sentFrom !== call.origin)
    throw new ApiError(403, "3ds_auth_error", "This form belongs to the sandbox's own page.");
  const form = new URLSearchParams(call.text);
  const result = form.has("cancel") ? "CANCELLED_AUTHENTICATION" : form.get("result");
  if (!isAuthResult(result)) throw new ApiError(400, "3ds_auth_error", "Unknown authentication result.");
  settle(box, entry, result);
  return redirect(call.path.replace(/set_auth_result$/, "acs_return"));
}

/** GET /v1/card_auth/:id/acs_return: 303 to the shop with id, status, amount and message. */
function acsReturn(box: Box, call: Call): Reply {
  const entry = findByAuthId(box, call.id);
  if (entry.payment.status === "initiated") return redirect(call.path.replace(/acs_return$/, "prepare"));
  return returnToShop(box, call, entry);
}

function findByAuthId(box: Box, authId: string): Entry {
  const entry = box.store.byAuth(authId);
  if (!entry) throw notFound(box.settings);
  return entry;
}

const getLanguage = (call: Call, entry: Entry) =>
  choosePageLanguage(call.query.get("lang"), entry.payment.callback_url, call.languages);

function returnToShop(box: Box, call: Call, entry: Entry): Reply {
  const fault = box.faults.callback();
  if (fault?.kind === "never") return finishedPage(box.options.merchant, getLanguage(call, entry));
  const address = returnAddress(entry, fault?.kind === "tampered" ? (fault.values ?? oppositeResult(entry)) : {});
  if (fault?.kind === "double" && isLoopbackHost(new URL(address).hostname)) visit(address);
  return redirect(address);
}

const oppositeResult = (entry: Entry): Tampering =>
  entry.payment.status === "failed"
    ? { status: "paid", message: "APPROVED" }
    : { status: "failed", message: "DECLINED" };

/** The merchant's callback address, with the provider's values appended to its query. */
function returnAddress({ payment }: Entry, changes: Tampering): string {
  const url = new URL(payment.callback_url);
  const values = {
    id: payment.id,
    status: payment.status,
    amount: String(payment.amount),
    message: payment.source.message ?? "",
    ...changes,
  };
  for (const [name, value] of Object.entries(values)) url.searchParams.append(name, value);
  return url.href;
}

/** Visits the return address before the payer does, as link scanners and impatient browsers do. */
function visit(address: string): void {
  if (address.startsWith("http:")) get(address, (answer) => answer.resume()).on("error", () => {});
}

export interface Route {
  name: RouteName;
  id: string;
  run(box: Box, call: Call): Reply;
}
type Handler = Pick<Route, "name" | "run">;

/** Every address of the fake provider below /v1, as `METHOD pattern`, in which `:` stands for an id. */
const handlers: Record<string, Handler> = {
  "POST payments": { name: "create", run: create },
  "POST applepay/initiate": { name: "initiate", run: initiate },
  "GET payments": { name: "list", run: list },
  "GET payments/:": { name: "fetch", run: fetchOne },
  "PUT payments/:": { name: "update", run: update },
  "POST payments/:/refund": { name: "refund", run: refund },
  "POST payments/:/capture": { name: "capture", run: capture },
  "POST payments/:/void": { name: "void", run: cancel },
  "POST webhooks": { name: "webhooks", run: webhooks },
  "GET webhooks": { name: "webhooks", run: webhooks },
  "GET webhooks/:": { name: "webhooks", run: webhooks },
  "GET card_auth/:/prepare": { name: "prepare", run: prepare },
  "POST card_auth/:/set_auth_result": { name: "set_auth_result", run: setAuthResult },
  "GET card_auth/:/acs_return": { name: "acs_return", run: acsReturn },
};

function parsePath(path: string): { pattern: string; id: string } | null {
  const [, v1, collection, id, action, ...more] = path.split("/");
  if (v1 !== "v1" || collection === undefined || more.length > 0 || id === "" || action === "") return null;
  const parts = [collection, id && (id === "initiate" ? id : ":"), action];
  return { pattern: parts.filter((part) => part !== undefined).join("/"), id: id ?? "" };
}

export function findRoute(method: string, path: string): Route | null {
  const match = parsePath(path);
  const handler =
    match && Object.hasOwn(handlers, `${method} ${match.pattern}`) ? handlers[`${method} ${match.pattern}`] : undefined;
  return match && handler ? { ...handler, id: match.id } : null;
}

/** The methods that an address supports; none for an unknown address. */
export function allowedMethods(path: string): string[] {
  const match = parsePath(path);
  return Object.keys(handlers).flatMap((key) => {
    const [method = "", pattern] = key.split(" ");
    return match !== null && pattern === match.pattern ? [method] : [];
  });
}
