import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTwoPools } from "#test/two-pools.ts";
import { startSandbox } from "../../sandbox/server.ts";
import { defects, plant } from "./defects.ts";
import { failureText, playHistory, type Site } from "./history.ts";

const first = Number(process.env["SEED"] ?? 1);
const count = Number(process.env["HISTORIES"] ?? 20);
const short = { min: 1, max: 12 };
const long = { min: 40, max: 80 };
const length = process.env["LONG"] ? long : short;

async function openSite(): Promise<Site & AsyncDisposable> {
  const [pools, sandbox] = await Promise.all([openTwoPools(), startSandbox()]);
  const close = async () => (await sandbox.close(), pools.close());
  return { pools, sandbox, [Symbol.asyncDispose]: close };
}

describe("histories drawn from a seed", () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => void (site = await openSite()));
  afterAll(() => site[Symbol.asyncDispose]());

  it(`hold every invariant, ${count} of them`, async () => {
    let [done, refused] = [0, 0];
    const t0 = performance.now(),
      c0 = process.cpuUsage();
    for (let seed = first; seed < first + count; seed++) {
      const played = await playHistory(site, { seed, length, isShrunk: !process.env["QUICK"] });
      if (played.error !== null) expect.fail(failureText(seed, played));
      done += played.outcomes.done;
      refused += played.outcomes.refused;
    }
    const c1 = process.cpuUsage(c0);
    console.log({ done, refused, wall: performance.now() - t0, cpu: (c1.user + c1.system) / 1000 });
    expect(done).toBeGreaterThan(refused / 2);
  }, 3_600_000);

  it("the same seed plays the same history", async () => {
    for (const seed of [first, first + 7]) {
      const once = await playHistory(site, { seed, length: long, isShrunk: false });
      const again = await playHistory(site, { seed, length: long, isShrunk: false });
      expect(again.story).toEqual(once.story);
    }
  });
});

describe("negative control", () => {
  it.each(defects)(
    "finds $name within 200 seeds",
    async (defect) => {
      await using site = await openSite();
      await plant(site.pools, defect);
      let found: string | null = null;
      let seed = 0;
      while (found === null && seed < 200)
        found = (await playHistory(site, { seed: ++seed, length: short, isShrunk: false })).error;
      console.log(defect.name, seed, found?.slice(0, 300));
      expect(found).toMatch(/./);
    },
    600_000,
  );
});
