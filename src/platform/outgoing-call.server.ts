import { Counter, Histogram } from "prom-client";
import { errorForLog } from "./log.server.ts";
import { traced } from "./tracing.server.ts";
import { currentWork } from "./work.server.ts";

/** What this process counts while it works; /metrics shows it. */
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
 * Calls another service: counted, timed, in a span, and logged with the id of the work it is made for; `name` holds no
 * id and nothing personal. What `call` throws is passed on.
 */
export async function outgoingCall<T extends { status: number }>(
  service: string,
  name: string,
  call: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const ended = (status: number | "failed", more: object = {}) => {
    const seconds = (performance.now() - began) / 1000;
    const isBad = status === "failed" || status >= 500;
    outgoingCalls.observe({ service, outcome: isBad ? "failed" : "answered" }, seconds);
    const line = { service, call: name, status, milliseconds: Math.round(seconds * 1000), ...more };
    const log = currentWork()?.log;
    if (isBad || seconds > slowSeconds) log?.warn(line, "outgoing call");
    else log?.debug(line, "outgoing call");
  };
  return traced(
    () => ({ name: `${service} ${name}`, kind: "client", attributes: { "peer.service": service } }),
    async (span) => {
      try {
        const answer = await call();
        if (span) span.attributes["http.response.status_code"] = answer.status;
        ended(answer.status);
        return answer;
      } catch (error) {
        ended("failed", errorForLog(error));
        throw error;
      }
    },
  );
}
