/** Command-line options of the benchmarks. */
import { parseArgs } from "node:util";
import type { Generator } from "./load.ts";
import type { Stage } from "./stage.ts";

export const partNames = ["pages", "api", "orders", "einvoicing", "start", "bytes", "phone", "scale"] as const;
export type PartName = (typeof partNames)[number];

/** Parts that take minutes. */
const onlyWhenNamed = new Set<PartName>(["phone", "scale"]);

export interface Options {
  parts: PartName[];
  /** Length of one measurement. Short, so that other load on the machine affects every side. */
  seconds: number;
  /** Measurements per side, at least 3. The median counts. */
  rounds: number;
  /** Folder for CPU profiles of the site; without it, none are taken. */
  profile: string | undefined;
}

/** What every part receives. */
export interface Bench {
  stage: Stage;
  generator: Generator;
  seconds: number;
  rounds: number;
}

/** Parallel connections in every part. */
export const connections = 50;

export const usage = `node bench/run.ts [${partNames.join("] [")}] [--seconds 1] [--rounds 9] [--profile FOLDER]`;

const isPart = (text: string): text is PartName => (partNames as readonly string[]).includes(text);

/** Parses the command line. Throws with the usage text. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "1" },
      rounds: { type: "string", default: "9" },
      profile: { type: "string" },
    },
  });
  const parts = positionals.filter(isPart);
  const seconds = Number(values.seconds);
  const rounds = Number(values.rounds);
  if (
    parts.length < positionals.length ||
    !Number.isInteger(seconds) ||
    seconds < 1 ||
    !Number.isInteger(rounds) ||
    rounds < 3
  )
    throw new Error(`Usage: ${usage}`);
  return {
    parts: parts.length ? parts : partNames.filter((name) => !onlyWhenNamed.has(name)),
    seconds,
    rounds,
    profile: values.profile,
  };
}
