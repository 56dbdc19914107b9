/** Jobs for tests of the worker pool: the `entry` of `createWorkerPool`. */
import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { serveJobs } from "../src/platform/workers/serve-jobs.ts";

const leaked: Buffer[] = [];

const jobs = {
  echo: async () => (value: unknown) => value,
  environment: async () => () => Object.keys(process.env).toSorted(),
  fail: async () => () => {
    throw new RangeError("a page without lines");
  },
  /** Fills the JavaScript heap with small objects. */
  objects: async () => () => {
    for (const all: unknown[] = []; ;) all.push({ cells: [1, 2, 3] });
  },
  /** A single allocation above every limit. In a thread it would end the whole process. */
  split: async () => () => ",".repeat(50_000_000).split(",").length,
  /** Fills memory outside the JavaScript heap. */
  buffers: async () => async () => {
    for (const all: Buffer[] = []; ; await wait(5)) all.push(Buffer.alloc(8_000_000, 1));
  },
  /** Keeps memory after it has ended. Returns the id of its process. */
  leak: async () => (megabytes: number) => {
    leaked.push(Buffer.alloc(megabytes * 1_000_000, 1));
    return process.pid;
  },
  loop: async () => () => {
    for (;;);
  },
  /** Writes its name into `log`, and ends once the file `<log>.<name>` exists. */
  until: async () => async (name: string, log: string) => {
    await appendFile(log, `${name}\n`);
    while (!existsSync(`${log}.${name}`)) await wait(5);
    return name;
  },
};

serveJobs(jobs);
