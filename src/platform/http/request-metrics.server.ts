import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Histogram, type Registry } from "prom-client";

/** By diagnostics channels of Node's, because pages from the cache pass no middleware. */
export function countRequests(registry: Registry): void {
  const registers = [registry];
  const answers = new Counter({
    name: "http_requests_total",
    help: "Answers by class of status.",
    labelNames: ["status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "From the request's headers to the end of its answer.",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const began = new WeakMap<IncomingMessage, number>();
  subscribe("http.server.request.start", (message) => {
    began.set((message as { request: IncomingMessage }).request, performance.now());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const start = began.get(request);
    if (start === undefined) return;
    answers.inc({ status: `${Math.floor(response.statusCode / 100)}xx` });
    durations.observe((performance.now() - start) / 1000);
  });
}
