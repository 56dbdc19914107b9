/** One history: steps drawn from a seed, checked after each, and the story of a failure. */
import fc from "fast-check";
import type { TwoPools } from "#test/two-pools.ts";
import type { Sandbox } from "../../sandbox/server.ts";
import { checkAtEnd } from "./invariants.ts";
import type { Model } from "./model.ts";
import { commands } from "./steps.ts";
import { advance, openWorld, runJobs, type Defect, type World } from "./world.ts";

export interface Site {
  pools: TwoPools;
  sandbox: Sandbox;
}

/** Midnights, months and years lie within reach of every start. */
const startsAt = fc.date({
  min: new Date("2027-01-01T00:00:00Z"),
  max: new Date("2028-12-31T23:59:59Z"),
  noInvalidDate: true,
});

/** Lets holds, offers and retries come to their end. */
async function finish(world: World, model: Model): Promise<void> {
  for (const minutes of [20, 60, 1440, 3 * 1440, 1440]) {
    advance(world, model, minutes);
    await runJobs(world, 0);
  }
}

/**
 * Plays the history of a seed. Rejects with the seed and the shortest story that still fails. Resolves with how many
 * steps were done and refused.
 */
export async function playHistory(
  { pools, sandbox }: Site,
  { seed, maxSteps, defect }: { seed: number; maxSteps: number; defect?: Defect },
): Promise<{ done: number; refused: number }> {
  const outcomes = { done: 0, refused: 0 };
  const property = fc.asyncProperty(
    fc.noBias(fc.commands(commands, { maxCommands: maxSteps, size: "max" })),
    startsAt,
    fc.scheduler(),
    async (steps, startsAt, scheduler) => {
      const { world, model } = await openWorld(pools, sandbox, { startsAt, scheduler, defect });
      await fc.asyncModelRun(() => ({ model, real: world }), steps);
      await finish(world, model);
      await checkAtEnd(world, model);
      outcomes.done += world.outcomes.done;
      outcomes.refused += world.outcomes.refused;
    },
  );
  await fc.assert(property, { seed, numRuns: 1, endOnFailure: Boolean(process.env["QUICK"]) });
  return outcomes;
}
