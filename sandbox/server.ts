import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Box } from "./box.ts";
import { openControl, type Control, controlByHttp } from "./control.ts";
import { openFaults, type RequestRule } from "./faults.ts";
import { errorReply, send, type Reply, json, readBody, readText, type Call } from "./http.ts";
import { findRoute, allowedMethods } from "./routes.ts";
import { defaultSettings, resolveOptions, type SandboxOptions, isLoopbackHost } from "./settings.ts";
import { openStore } from "./store.ts";
import { openAuthority, type Authority, type AuthorityControl } from "./authority/authority.ts";
import { authorityPath } from "./authority/state.ts";
import { openWebhooks } from "./webhooks.ts";
import { ApiError, notFound } from "./errors.ts";
import { choosePageLanguage } from "./language.ts";
import { cardsPage } from "./pages/cards-page.ts";
import { messagePage } from "./pages/challenge.ts";

/** Everything that answers requests on the sandbox's port. */
interface Backends {
  box: Box;
  authority: Authority;
  control: Control;
}

/** Reads a request to its end. Throws ApiError 421 for a host that is not ours, 413 for a body that is too large. */
async function readCall(box: Box, req: IncomingMessage): Promise<Call> {
  const origin = getOrigin(box, req.headers.host ?? "");
  const url = req.url ?? "/";
  const queryStart = url.indexOf("?");
  const method = req.method ?? "GET";
  return {
    method,
    path: queryStart < 0 ? url : url.slice(0, queryStart),
    query: new URLSearchParams(queryStart < 0 ? "" : url.slice(queryStart)),
    id: "",
    text:
      method === "GET" || method === "HEAD"
        ? ""
        : await readText(req, url.startsWith(authorityPath) ? 4 * 1024 * 1024 : undefined),
    contentType: req.headers["content-type"] ?? "",
    authorization: req.headers.authorization ?? "",
    sentFrom: req.headers.origin ?? null,
    languages: req.headers["accept-language"] ?? "",
    ip: req.socket.remoteAddress ?? null,
    origin,
  };
}

/**
 * The origin under which the caller reached this server. Throws ApiError 421 for a host name that is not ours, so that
 * a page on another domain whose DNS points to 127.0.0.1 (DNS rebinding) cannot read anything.
 */
function getOrigin(box: Box, host: string): string {
  const { publicUrl } = box.options;
  if (publicUrl !== null && host === publicUrl.host) return publicUrl.origin;
  const colon = host.lastIndexOf(":");
  const hostname = colon > host.lastIndexOf("]") ? host.slice(0, colon) : host;
  if (!isLoopbackHost(hostname) && hostname !== box.options.host)
    throw new ApiError(421, "invalid_request_error", "This host is not served here.");
  return publicUrl === null ? `http://${host}` : publicUrl.origin;
}

/** Runs a handler and turns its errors into replies: a page on the 3-D Secure addresses, JSON elsewhere. */
function runGuarded(box: Box, call: Call, work: () => Reply): Reply {
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
        choosePageLanguage(null, null, call.languages),
      );
    }
    return errorReply(error);
  }
}

/** Answers everything that is not an API route: preflights, the list of test cards, health, the control, and errors. */
function answerElsewhere({ box, control }: Backends, call: Call): Reply {
  const { method, path } = call;
  if (method === "OPTIONS") return preflight;
  if (method === "GET" && path === "/")
    return cardsPage(box.options.merchant, choosePageLanguage(call.query.get("lang"), null, call.languages));
  if (method === "GET" && path === "/favicon.ico")
    return { status: 204, body: "", headers: { "cache-control": "max-age=86400" } };
  if (method === "GET" && path === "/healthz") return json(200, { status: "ok" });
  if (method === "POST" && path === "/__control" && box.options.controlRoute)
    return runGuarded(box, call, () => answerControl(control, call));
  const allowed = allowedMethods(path);
  if (allowed.length === 0) return errorReply(notFound(box.settings));
  const reply = errorReply(new ApiError(405, "invalid_request_error", "Method not allowed."));
  return { ...reply, headers: { ...reply.headers, allow: allowed.join(", ") } };
}

function answerControl(control: Control, call: Call): Reply {
  const isLocal = call.ip !== null && /^(::1$|(::ffff:)?127\.)/.test(call.ip);
  // A browser always sends an Origin with a POST, and no page may use the control.
  if (!isLocal || call.sentFrom !== null)
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

/** Pending responses: unanswered requests, and work to do after the caller has disconnected. */
interface PendingResponses {
  hung: Set<ServerResponse>;
  late: Set<() => void>;
}

const failureReply = (status: number, type: string, message: string): Reply =>
  errorReply(new ApiError(status, type, message));

/** The page of a firewall in front of the API that blocks a client: HTML instead of JSON, without a CORS header. */
const firewallPage: Reply = {
  status: 403,
  body: '<!DOCTYPE html><html lang="en"><head><title>Attention Required!</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
};

/** Applies a fault to one request. `run` does the real work and returns the real reply. */
function applyFault(rule: RequestRule, run: () => Reply, res: ServerResponse, pending: PendingResponses): void {
  switch (rule.kind) {
    case "error_500":
      return send(res, failureReply(500, "api_error", "Something went wrong on our side."));
    case "error_503":
      return send(res, failureReply(503, "api_error", "Service temporarily unavailable."));
    case "rate_limit_429": {
      const reply = failureReply(429, "rate_limit_error", "Too many requests.");
      return send(res, { ...reply, headers: { ...reply.headers, "retry-after": "1" } });
    }
    case "html_403":
      return send(res, firewallPage);
    case "malformed_json": {
      const reply = run();
      return send(res, { ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) });
    }
    case "slow":
      return defer(rule.delayMs ?? 1000, () => send(res, run()), pending);
    case "hang_after_commit":
      run();
      return hang(res, pending);
    case "hang":
      return hang(res, pending);
    case "drop_after_commit":
      run();
      return void res.destroy();
    case "drop_before_commit":
      return void res.destroy();
    case "commit_late":
      res.destroy();
      return defer(rule.delayMs, run, pending);
  }
}

function hang(res: ServerResponse, pending: PendingResponses): void {
  pending.hung.add(res);
  res.once("close", () => pending.hung.delete(res));
}

/** Runs the work once: after `delayMs` or when the control releases it, whichever comes first. */
function defer(delayMs: number | undefined, work: () => unknown, pending: PendingResponses): void {
  let timer: NodeJS.Timeout | undefined;
  const runOnce = (): void => {
    clearTimeout(timer);
    if (pending.late.delete(runOnce)) work();
  };
  pending.late.add(runOnce);
  if (delayMs !== undefined) timer = setTimeout(runOnce, delayMs).unref();
}

export interface Sandbox {
  /** Origin of the sandbox on this machine, without a slash at the end. */
  url: string;
  port: number;
  control: Control;
  /** Controls of the fake e-invoicing authority, which answers on the same port. */
  authority: AuthorityControl;
  /** Stops listening, waits up to 1 s for running requests, closes hanging ones and drops webhook retries. */
  close(): Promise<void>;
}

/** Starts the fake card provider. Throws SandboxSettingsError on bad options and the system's error on a taken port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = resolveOptions(options);
  const initial = { ...defaultSettings, ...options.settings };
  const settings = { ...initial };
  let clockAheadMs = 0;
  const now = (): number => resolved.clock() + clockAheadMs;
  const faults = openFaults();
  const authority = openAuthority();
  const pending: PendingResponses = { hung: new Set(), late: new Set() };

  const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 30_000 });
  // Only the process that holds the port may change the journal, so the journal is opened after the server listens
  // and before it reads the first request.
  const box = await new Promise<Box>((resolve, reject) => {
    server.once("error", reject).listen(resolved.port, resolved.host, () => {
      try {
        const store = openStore(resolved.dataDir);
        resolve({
          options: resolved,
          settings,
          store,
          faults,
          now,
          webhooks: openWebhooks(resolved, settings, faults, now),
        });
      } catch (error) {
        server.close();
        reject(error);
      }
    });
  });
  const release = (): void => {
    for (const run of pending.late) run();
    for (const res of pending.hung) res.destroy();
    pending.hung.clear();
  };
  const control = openControl(box, {
    initial,
    release,
    hanging: () => pending.hung.size,
    advance: (ms) => void (clockAheadMs += ms),
    resetClock: () => void (clockAheadMs = 0),
  });
  server.on("request", (req, res) => void answer({ box, authority, control }, pending, req, res));

  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : resolved.port;
  const displayHost = resolved.host === "0.0.0.0" || resolved.host === "::" ? "127.0.0.1" : resolved.host;
  return {
    url: `http://${displayHost.includes(":") ? `[${displayHost}]` : displayHost}:${port}`,
    port,
    control,
    authority: authority.control,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      pending.late.clear();
      release();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), 1000);
      await closed;
      clearTimeout(timer);
      box.webhooks.close();
      box.store.close();
    },
  };
}

async function answer(
  backends: Backends,
  pending: PendingResponses,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { box } = backends;
  try {
    const call = await readCall(box, req);
    if (call.path.startsWith(authorityPath)) {
      const outcome = await backends.authority.answer(call, req.headers);
      if (outcome === "drop") return void res.destroy();
      return outcome === "hang" ? hang(res, pending) : send(res, outcome.reply);
    }
    const route = findRoute(call.method, call.path);
    if (route === null) return send(res, answerElsewhere(backends, call));
    call.id = route.id;
    const run = (): Reply => runGuarded(box, call, () => route.run(box, call));
    const fault = box.faults.request(route.name);
    if (fault) applyFault(fault, run, res, pending);
    else send(res, run());
  } catch (error) {
    send(res, errorReply(error));
    // Do not read the rest of an oversized body.
    if (!req.complete) res.once("finish", () => req.destroy());
  }
}
