/** The options of a run. */
import { parseArgs } from "node:util";
import type { Generator } from "./load.ts";
import type { Stage } from "./stage.ts";

export const partNames = [
  "pages",
  "api",
  "orders",
  "signins",
  "flood",
  "start",
  "bytes",
  "search",
  "staff",
  "media",
  "exports",
  "scale",
  "soak",
  "validity",
  "links",
  "lighthouse",
] as const;
export type PartName = (typeof partNames)[number];

/** Parts that take a quarter of an hour or more, so they run when they are named. */
const named: ReadonlySet<PartName> = new Set(["scale", "soak", "validity", "links", "lighthouse"]);

export interface Options {
  parts: PartName[];
  /** Length of one measurement: short, so that whatever else the machine does meets every side. */
  seconds: number;
  /** Measurements of each side, 3 at least; the median counts. */
  rounds: number;
  /** A folder for CPU profiles of the site, when they are wanted. */
  profile: string | undefined;
  /** Visits of each page by Lighthouse. */
  runs: number;
  /** English addresses the parts about every page keep to; empty for all. */
  only: string[];
  /** Of `soak`. */
  minutes: number;
}

/** What every part gets. */
export interface Bench {
  stage: Stage;
  generator: Generator;
  seconds: number;
  rounds: number;
  runs: number;
  only: string[];
  minutes: number;
}

/** In flight at once, in every part. */
export const connections = 50;

export const usage = `node bench/run.ts [${partNames.join("] [")}] [--seconds 1] [--rounds 9] [--profile FOLDER] [--runs 3] [--only /courses,/faq] [--minutes 60]`;

const isPart = (text: string): text is PartName => (partNames as readonly string[]).includes(text);

/** Reads the command line. Throws a sentence for people. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "1" },
      rounds: { type: "string", default: "9" },
      profile: { type: "string" },
      runs: { type: "string", default: "3" },
      only: { type: "string", default: "" },
      minutes: { type: "string", default: "60" },
    },
  });
  const parts = positionals.filter(isPart);
  const seconds = Number(values.seconds);
  const rounds = Number(values.rounds);
  const runs = Number(values.runs);
  const minutes = Number(values.minutes);
  if (
    parts.length < positionals.length ||
    !Number.isInteger(seconds) ||
    seconds < 1 ||
    !Number.isInteger(rounds) ||
    rounds < 3 ||
    !Number.isInteger(runs) ||
    runs < 1 ||
    !Number.isInteger(minutes) ||
    minutes < 2
  )
    throw new Error(`Usage: ${usage}`);
  const only = values.only.split(",").filter(Boolean);
  return {
    parts: parts.length ? parts : partNames.filter((name) => !named.has(name)),
    seconds,
    rounds,
    profile: values.profile,
    runs,
    only,
    minutes,
  };
}
