import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What was asked for, coarsely: each is watched for itself. */
function kindOf(url = ""): string {
  if (url.startsWith("/api/staff/")) return "staff";
  if (url.startsWith("/api/")) return "api";
  if (/^\/(healthz|readyz|metrics)\b/.test(url)) return "check";
  return /^\/(assets|fonts|art|icons|staff|admin\/images)\//.test(url) ? "file" : "page";
}

/** 503 is no fault of ours but too much asked, or a database that is away. */
const statusOf = (code: number) => (code === 503 ? "503" : `${Math.floor(code / 100)}xx`);

const answers = new Counter({
  name: "http_requests_total",
  help: "Answers by kind and class of status; 503 for itself.",
  labelNames: ["kind", "status"],
  registers: [],
});
const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "From the request's headers to the end of its answer.",
  labelNames: ["kind"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [],
});
const open = new Gauge({ name: "http_requests_open", help: "Requests that have no answer yet.", registers: [] });

let isCounting = false;
/** Node's diagnostics channels report every request of this process, so one subscription serves all its sites. */
function count(): void {
  if (isCounting) return;
  isCounting = true;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const began = performance.now();
    open.inc();
    // Once, whether it was answered or the client has gone.
    response.once("close", () => {
      open.dec();
      if (!response.writableFinished) return;
      const kind = kindOf(request.url);
      answers.inc({ kind, status: statusOf(response.statusCode) });
      durations.observe({ kind }, (performance.now() - began) / 1000);
    });
  });
}

/**
 * Counts answers by kind and class of status and times them, from the first call on. By diagnostics channels, because
 * pages from the cache pass no middleware.
 */
export function countRequests(registry: Registry): void {
  count();
  for (const metric of [answers, durations, open]) registry.registerMetric(metric);
}
