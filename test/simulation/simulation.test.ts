import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTwoPools } from "#test/two-pools.ts";
import { startSandbox } from "../../sandbox/server.ts";
import { playHistory, type Site } from "./history.ts";

let site: Site;
beforeAll(async () => void (site = { pools: await openTwoPools(), sandbox: await startSandbox() }));
afterAll(async () => {
  await site.sandbox.close();
  await site.pools.close();
});

const first = Number(process.env["SEED"] ?? 1);
const count = Number(process.env["HISTORIES"] ?? 20);

describe("histories drawn from a seed", () => {
  it(`hold every invariant, ${count} of them`, async () => {
    let [done, refused] = [0, 0];
    for (let seed = first; seed < first + count; seed++) {
      const outcomes = await playHistory(site, { seed, maxSteps: 40 });
      done += outcomes.done;
      refused += outcomes.refused;
    }
    console.log({ done, refused });
    expect(done).toBeGreaterThan(refused / 2);
  }, 3_600_000);
});
