/** What this process counts while it works; /metrics shows it. */
import { Counter, Histogram } from "prom-client";

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
