import type { ServerResponse } from "node:http";
import { ApiError } from "./errors.ts";
import type { RequestRule } from "./faults.ts";
import { errorReply, send, type Reply } from "./http.ts";

/** Pending responses: unanswered requests, and work that happens after its caller has gone. */
export interface PendingResponses {
  hung: Set<ServerResponse>;
  late: Set<() => void>;
}

const failure = (status: number, type: string, message: string): Reply =>
  errorReply(new ApiError(status, type, message));

/** What a shield in front of the API shows a client it dislikes: HTML where JSON was expected, and no CORS header. */
const shieldPage: Reply = {
  status: 403,
  body: '<!DOCTYPE html><html lang="en"><head><title>Attention Required!</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
};

/** Does to one request what the rule says; `run` does the real work and gives the real answer. */
export function applyFault(rule: RequestRule, run: () => Reply, res: ServerResponse, pending: PendingResponses): void {
  switch (rule.kind) {
    case "error_500":
      return send(res, failure(500, "api_error", "Something went wrong on our side."));
    case "error_503":
      return send(res, failure(503, "api_error", "Service temporarily unavailable."));
    case "rate_limit_429": {
      const reply = failure(429, "rate_limit_error", "Too many requests.");
      return send(res, { ...reply, headers: { ...reply.headers, "retry-after": "1" } });
    }
    case "html_403":
      return send(res, shieldPage);
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

/** Runs the work after `delayMs`, or when the control releases it, whichever is first; once. */
function defer(delayMs: number | undefined, work: () => unknown, pending: PendingResponses): void {
  let timer: NodeJS.Timeout | undefined;
  const once = (): void => {
    clearTimeout(timer);
    if (pending.late.delete(once)) work();
  };
  pending.late.add(once);
  if (delayMs !== undefined) timer = setTimeout(once, delayMs).unref();
}
