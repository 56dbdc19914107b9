/** Plays one history: random steps of a seed, with a check after each step and the story of a failure. */
import fc from "fast-check";
import type { TwoPools } from "#test/two-pools.ts";
import type { Sandbox } from "../../sandbox/server.ts";
import { checkAtEnd } from "./invariants.ts";
import type { Model } from "./model.ts";
import { commands } from "./steps.ts";
import { advance, openWorld, payBackAll, runJobs, type World } from "./world.ts";

export interface Site {
  pools: TwoPools;
  sandbox: Sandbox;
}

/** How many steps a history has. */
export interface Length {
  min: number;
  max: number;
}

/** Every history starts within two years, some of them shortly before midnight or the end of a month or year. */
const startsAt = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.date({
      min: new Date("2027-01-01T00:00:00Z"),
      max: new Date("2028-12-31T23:59:59Z"),
      noInvalidDate: true,
    }),
  },
  fc
    .constantFrom("2027-12-31T20:50:00Z", "2028-02-28T20:50:00Z", "2027-06-30T20:50:00Z")
    .map((start) => new Date(start)),
);

/** Generates values until one is long enough. Shrinking may go below that length. */
class LongEnough<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>;
  readonly #isEnough: (value: T) => boolean;
  constructor(inner: fc.Arbitrary<T>, isEnough: (value: T) => boolean) {
    super();
    this.#inner = inner;
    this.#isEnough = isEnough;
  }
  override generate(random: fc.Random): fc.Value<T> {
    for (;;) {
      const drawn = this.#inner.generate(random, undefined);
      const { value, context } = drawn;
      // A second read of `drawn.value` returns a copy, and shrinking would not know which steps were run.
      if (this.#isEnough(value)) return new fc.Value(value, context);
    }
  }
  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }
  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context);
  }
}

const generateSteps = ({ min, max }: Length) =>
  new LongEnough(fc.commands(commands, { maxCommands: max, size: "max" }), (steps) => [...steps].length >= min);

/** Passes the time until holds, offers and transfers have ended. */
async function finish(world: World, model: Model): Promise<void> {
  for (const days of [0.05, 15]) {
    advance(world, model, days * 1440);
    await runJobs(world, 0);
  }
  await payBackAll(world, 0);
}

export interface Played {
  /** Numbers of steps that were done and that were refused. */
  outcomes: World["outcomes"];
  /** Sentences about what happened. */
  story: readonly string[];
  /** Text of the first broken invariant or other error; null if there is none. */
  error: string | null;
  /** How many times the history was shortened. */
  shrinks: number;
}

/** Plays the history of a seed. With `isShrunk`, a failing history is shortened as long as it still fails. */
export async function playHistory(
  { pools, sandbox }: Site,
  { seed, length, isShrunk }: { seed: number; length: Length; isShrunk: boolean },
): Promise<Played> {
  let played: Played = { outcomes: { done: 0, refused: 0 }, story: [], error: null, shrinks: 0 };
  const property = fc.asyncProperty(
    generateSteps(length),
    startsAt,
    fc.scheduler(),
    async (steps, startsAt, scheduler) => {
      const story: string[] = [];
      const { world, model } = await openWorld(pools, sandbox, { startsAt, scheduler, story });
      let error: unknown = null;
      try {
        await fc.asyncModelRun(() => ({ model, real: world }), steps);
        story.push("time passes, and the jobs run");
        await finish(world, model);
        await checkAtEnd(world, model);
      } catch (thrown) {
        error = thrown;
      }
      // Like fast-check, this keeps a shorter history only if it fails too.
      if (error !== null || played.error === null)
        played = { outcomes: world.outcomes, story, error: error === null ? null : formatError(error), shrinks: 0 };
      if (error !== null) throw error;
    },
  );
  const { failed, numShrinks, errorInstance } = await fc.check(property, {
    seed,
    numRuns: 1,
    endOnFailure: !isShrunk,
    interruptAfterTimeLimit: 300_000,
  });
  // Without a recorded error, the history failed before its first step.
  if (failed && played.error === null) throw errorInstance;
  return { ...played, shrinks: numShrinks };
}

const formatError = (error: unknown): string =>
  error instanceof Error
    ? [`${error.name}: ${error.message}`, error.cause && formatError(error.cause)].filter(Boolean).join(" < ")
    : String(error);

/** The report of a failed history, with the command that plays it again. */
export const failureText = (seed: number, isLong: boolean, { story, error }: Played): string =>
  [
    `Seed ${seed}: ${error}`,
    ...story,
    `Play it again: npm run simulate -- --seed ${seed}${isLong ? " --long" : ""}`,
  ].join("\n");
