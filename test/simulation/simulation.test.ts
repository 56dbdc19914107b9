/** Seeds play histories that hold every invariant; docs/testing.md. `npm run simulate -- --seed N` plays one of them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everything } from "#test/open-database.ts";
import { openTwoPools } from "#test/two-pools.ts";
import { startSandbox } from "../../sandbox/server.ts";
import { defects, plant } from "./defects.ts";
import { failureText, playHistory, type Site } from "./history.ts";

const length = { min: 1, max: 12 };
/** Of `npm run simulate`: a seed to play alone. */
const onlySeed = process.env["SEED"];
const first = Number(onlySeed ?? 1);
const count = onlySeed ? 1 : everything ? 300 : 40;

async function openSite(): Promise<Site & AsyncDisposable> {
  const [pools, sandbox] = await Promise.all([openTwoPools(), startSandbox()]);
  const close = async () => (await sandbox.close(), pools.close());
  return { pools, sandbox, [Symbol.asyncDispose]: close };
}

describe("histories drawn from a seed", () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => void (site = await openSite()));
  afterAll(() => site[Symbol.asyncDispose]());

  it("hold every invariant, and do more than is refused", async () => {
    let [done, refused] = [0, 0];
    for (let seed = first; seed < first + count; seed++) {
      const played = await playHistory(site, { seed, length, isShrunk: true });
      if (played.error !== null) expect.fail(failureText(seed, played));
      done += played.outcomes.done;
      refused += played.outcomes.refused;
    }
    if (!onlySeed) expect(done).toBeGreaterThan(refused);
  }, 3_600_000);

  it("are the same whenever their seed is played", async () => {
    const once = await playHistory(site, { seed: first, length, isShrunk: false });
    const again = await playHistory(site, { seed: first, length, isShrunk: false });
    expect(again.story).toEqual(once.story);
  });
});

describe.runIf(everything)("negative control", () => {
  it.each(defects)(
    "finds $name within 200 seeds",
    async (defect) => {
      await using site = await openSite();
      await plant(site.pools, defect);
      const played = { seed: 0, error: null as string | null };
      while (played.error === null && played.seed < 200) {
        played.seed++;
        played.error = (await playHistory(site, { seed: played.seed, length, isShrunk: false })).error;
      }
      expect(played.error).not.toBeNull();
    },
    3_600_000,
  );
});
