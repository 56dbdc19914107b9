import { Counter, Histogram } from "prom-client";
import { errorForLog } from "./log.server.ts";
import { traced } from "./tracing.server.ts";
import { currentWork } from "./work.server.ts";

/** Metrics of this process, shown at /metrics. */
export const jobRuns = new Counter({
  name: "job_runs_total",
  help: "Tries of jobs by how they ended.",
  labelNames: ["job", "outcome"] as const,
  registers: [],
});

export const outgoingCalls = new Histogram({
  name: "outgoing_call_duration_seconds",
  help: "Calls to other services, until they answered or failed.",
  labelNames: ["service", "outcome"] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [],
});

const slowSeconds = 2;

/**
 * Calls another service. Counts and times the call, traces it in a span, and logs it with the id of the current work.
 * `name` must not contain ids or personal data. Rethrows what `call` throws.
 */
export async function outgoingCall<T extends { status: number }>(
  service: string,
  name: string,
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const recordCall = (status: number | "failed", details: object = {}) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const isBad = status === "failed" || status >= 500;
    outgoingCalls.observe({ service, outcome: isBad ? "failed" : "answered" }, seconds);
    const entry = { service, call: name, status, milliseconds: Math.round(seconds * 1000), ...details };
    const log = currentWork()?.log;
    if (isBad || seconds > slowSeconds) log?.warn(entry, "outgoing call");
    else log?.debug(entry, "outgoing call");
  };
  return traced(
    () => ({ name: `${service} ${name}`, kind: "client", attributes: { "peer.service": service } }),
    async (span) => {
      try {
        const response = await call();
        if (span) span.attributes["http.response.status_code"] = response.status;
        recordCall(response.status);
        return response;
      } catch (error) {
        recordCall("failed", errorForLog(error));
        throw error;
      }
    },
  );
}
