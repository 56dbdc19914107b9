import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { expect, it, onTestFinished } from "vitest";
import { countRequests } from "./request-metrics.server.ts";

it("listens once to each answer, however many sites a process opens", async () => {
  const registries = Array.from({ length: 20 }, () => new Registry());
  for (const registry of registries) countRequests(registry);
  let listeners = 0;
  const server = createServer((_request, response) => {
    listeners = response.listenerCount("close");
    response.end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answered = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`);
  await answered.text();
  // Node's own, and ours; more than ten is a warning.
  expect(listeners).toBeLessThan(5);
  for (const registry of registries)
    expect(await registry.metrics()).toMatch(/^http_requests_total\{kind="check",status="2xx"\} 1$/m);
});
