import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { expect, it, onTestFinished } from "vitest";
import { countRequests } from "./metrics.server.ts";

/** Counts the health checks answered so far, including those of other test files in this process. */
async function countChecks(registry: Registry): Promise<number> {
  const metric = await registry.getSingleMetric("http_requests_total")?.get();
  const sample = metric?.values.find(({ labels }) => labels["kind"] === "check" && labels["status"] === "2xx");
  return sample?.value ?? 0;
}

it("adds one listener per response, for any number of sites in a process", async () => {
  const registries = Array.from({ length: 20 }, () => new Registry());
  for (const registry of registries) countRequests(registry);
  const before = await Promise.all(registries.map(countChecks));
  let listeners = 0;
  const server = createServer((_request, response) => {
    listeners = response.listenerCount("close");
    response.end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answered = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`);
  await answered.text();
  // Node's own listeners and ours. Node warns of more than ten.
  expect(listeners).toBeLessThan(5);
  expect(await Promise.all(registries.map(countChecks))).toEqual(before.map((checks) => checks + 1));
});
