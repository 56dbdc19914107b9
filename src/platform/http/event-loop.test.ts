import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { noDatabase } from "#test/context.ts";
import { processMetrics } from "./metrics.server.ts";

it("O3-08: event loop lag includes stalls, but not the sampling interval", async () => {
  const metrics = processMetrics({ database: noDatabase, pages: { size: 0 }, figures: {}, counted: [] });
  const figure = async (name: string) => {
    const value = await metrics.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)?.get();
    return value?.values[0]?.value ?? Number.NaN;
  };
  await pause(500);
  expect(await figure("p50")).toBeLessThan(0.05);
  await figure("p99");
  // The first sample after a reset only records its time.
  await pause(250);
  for (const began = performance.now(); performance.now() - began < 400;);
  await pause(250);
  expect(await figure("max")).toBeGreaterThan(0.25);
  expect(metrics.getSingleMetric("nodejs_eventloop_lag_min_seconds")).toBeUndefined();
});
