/**
 * Histories generated from seeds keep every invariant: docs/testing.md. `npm run simulate -- --seed N` plays one of
 * them.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFullRun } from "#test/open-database.ts";
import { openTwoPools } from "#test/two-pools.ts";
import { startSandbox } from "../../sandbox/server.ts";
import { defects, plant, watchDefects } from "./defects.ts";
import { failureText, playHistory, type Length, type Site } from "./history.ts";

const short = { min: 1, max: 6 };
/** Long enough for each seeded defect. */
const middle = { min: 1, max: 12 };
const long = { min: 40, max: 80 };
/** Set by `npm run simulate`: plays HISTORIES seeds from this one, with LONG as long histories. */
const onlySeed = process.env["SEED"];
const onlyLong = process.env["LONG"] !== undefined;
const firstSeed = Number(onlySeed ?? 1);
const timeoutMs = 4 * 3_600_000;
const getHistoryCount = (many: number): number => (onlySeed ? Number(process.env["HISTORIES"] ?? 1) : many);

async function openSite(): Promise<Site & AsyncDisposable> {
  const [pools, sandbox] = await Promise.all([openTwoPools(), startSandbox()]);
  const close = async () => (await sandbox.close(), pools.close());
  return { pools, sandbox, [Symbol.asyncDispose]: close };
}

describe("seeded histories", () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => void (site = await openSite()));
  afterAll(() => site[Symbol.asyncDispose]());

  const play = async (length: Length, many: number) => {
    const { pools, unmet } = watchDefects(site.pools);
    let [done, refused] = [0, 0];
    for (let seed = firstSeed; seed < firstSeed + many; seed++) {
      const played = await playHistory({ ...site, pools }, { seed, length, isShrunk: true });
      if (played.error !== null) expect.fail(failureText(seed, length === long, played));
      done += played.outcomes.done;
      refused += played.outcomes.refused;
    }
    if (onlySeed) return;
    expect(done).toBeGreaterThan(refused);
    expect(unmet(), "each defect changes a statement of these histories").toEqual([]);
  };

  it.skipIf(onlyLong)(
    "keep every invariant, with more actions done than refused",
    () => play(short, getHistoryCount(isFullRun ? 1000 : 120)),
    timeoutMs,
  );

  it.runIf(isFullRun || onlyLong)(
    "keep every invariant over 40 to 80 steps",
    () => play(long, getHistoryCount(100)),
    timeoutMs,
  );

  it("are the same each time their seed is played", async () => {
    const once = await playHistory(site, { seed: firstSeed, length: short, isShrunk: false });
    const again = await playHistory(site, { seed: firstSeed, length: short, isShrunk: false });
    expect(again.story).toEqual(once.story);
  });
});

describe.runIf(isFullRun)("negative control", () => {
  it.each(defects)(
    "finds $name within 200 seeds",
    async (defect) => {
      await using site = await openSite();
      const { pools, hasMet } = await plant(site.pools, defect);
      const played = { seed: 0, error: null as string | null };
      while (played.error === null && played.seed < 200) {
        played.seed++;
        played.error = (
          await playHistory({ ...site, pools }, { seed: played.seed, length: middle, isShrunk: false })
        ).error;
      }
      expect(hasMet(), "the defect changes a statement").toBe(true);
      // A database constraint may find the defect instead. An error in the defect's own SQL would prove nothing.
      expect(played.error).toMatch(/^BrokenInvariant|run_never_oversold|order_change_order_id_key_index/);
    },
    3_600_000,
  );
});
