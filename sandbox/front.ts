import type { IncomingMessage } from "node:http";
import type { Box } from "./box.ts";
import { controlByHttp, type Control } from "./control.ts";
import { ApiError, notFound } from "./errors.ts";
import { errorReply, json, readBody, readText, type Call, type Reply } from "./http.ts";
import { pageLanguage } from "./language.ts";
import { cardsPage } from "./pages/cards-page.ts";
import { messagePage } from "./pages/challenge.ts";
import { allowedMethods } from "./routes.ts";
import { isLoopbackHost } from "./settings.ts";

export interface Front {
  box: Box;
  control: Control;
}

/** Reads a request to its end. Throws ApiError 421 for a host that is not ours, 413 for too large a body. */
export async function readCall(box: Box, req: IncomingMessage): Promise<Call> {
  const origin = knownOrigin(box, req.headers.host ?? "");
  const url = req.url ?? "/";
  const cut = url.indexOf("?");
  const method = req.method ?? "GET";
  return {
    method,
    path: cut < 0 ? url : url.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? "" : url.slice(cut)),
    id: "",
    text: method === "GET" || method === "HEAD" ? "" : await readText(req),
    contentType: req.headers["content-type"] ?? "",
    authorization: req.headers.authorization ?? "",
    sentFrom: req.headers.origin ?? null,
    languages: req.headers["accept-language"] ?? "",
    ip: req.socket.remoteAddress ?? null,
    origin,
  };
}

/** Only our own names: a page of a stranger whose name suddenly means 127.0.0.1 gets nothing. */
function knownOrigin(box: Box, host: string): string {
  const { publicUrl } = box.options;
  if (publicUrl !== null && host === publicUrl.host) return publicUrl.origin;
  const colon = host.lastIndexOf(":");
  const hostname = colon > host.lastIndexOf("]") ? host.slice(0, colon) : host;
  if (!isLoopbackHost(hostname) && hostname !== box.options.host)
    throw new ApiError(421, "invalid_request_error", "This host is not served here.");
  return publicUrl === null ? `http://${host}` : publicUrl.origin;
}

/** Runs a handler; refusals become answers, a page for people on the 3-D Secure addresses and JSON elsewhere. */
export function guarded(box: Box, call: Call, work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError)) {
      box.options.log({
        level: "warn",
        event: "sandbox_error",
        method: call.method,
        error: error instanceof Error ? error.message : "unknown",
      });
    } else if (call.path.startsWith("/v1/card_auth/")) {
      return messagePage(
        error.status,
        error.status === 404 ? "unknown" : "refused",
        box.options.merchant,
        pageLanguage(null, null, call.languages),
      );
    }
    return errorReply(error);
  }
}

/** What is not a route of the API: preflights, the list of test cards, health, the control, and refusals. */
export function answerElsewhere({ box, control }: Front, call: Call): Reply {
  const { method, path } = call;
  if (method === "OPTIONS") return preflight;
  if (method === "GET" && path === "/")
    return cardsPage(box.options.merchant, pageLanguage(call.query.get("lang"), null, call.languages));
  if (method === "GET" && path === "/favicon.ico")
    return { status: 204, body: "", headers: { "cache-control": "max-age=86400" } };
  if (method === "GET" && path === "/healthz") return json(200, { status: "ok" });
  if (method === "POST" && path === "/__control" && box.options.controlRoute)
    return guarded(box, call, () => controlCall(control, call));
  const allowed = allowedMethods(path);
  if (allowed.length === 0) return errorReply(notFound(box.settings));
  const reply = errorReply(new ApiError(405, "invalid_request_error", "Method not allowed."));
  return { ...reply, headers: { ...reply.headers, allow: allowed.join(", ") } };
}

function controlCall(control: Control, call: Call): Reply {
  const local = call.ip !== null && /^(::1$|(::ffff:)?127\.)/.test(call.ip);
  // A browser always names its page's origin on a POST; no page has business here.
  if (!local || call.sentFrom !== null)
    throw new ApiError(403, "api_error", "The control answers programs on this machine only.");
  return json(200, controlByHttp(control, readBody(call)));
}

const preflight: Reply = {
  status: 204,
  body: "",
  headers: {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, PUT, OPTIONS",
    "access-control-allow-headers": "Authorization, Content-Type, X-Moyasar-Form-Version",
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
    vary: "Access-Control-Request-Headers, Access-Control-Request-Private-Network",
  },
};
