/** Jobs of the pool's own tests; an entry for `createWorkerPool`. */
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
  /** One object after the other. */
  objects: async () => () => {
    for (const all: unknown[] = []; ;) all.push({ cells: [1, 2, 3] });
  },
  /** One allocation above every limit, which in a thread would end the process. */
  split: async () => () => ",".repeat(50_000_000).split(",").length,
  /** Memory outside of JavaScript's heap. */
  buffers: async () => async () => {
    for (const all: Buffer[] = []; ; await wait(5)) all.push(Buffer.alloc(8_000_000, 1));
  },
  /** Holds memory after its end. Returns the id of its process. */
  leak: async () => (megabytes: number) => {
    leaked.push(Buffer.alloc(megabytes * 1_000_000, 1));
    return process.pid;
  },
  loop: async () => () => {
    for (;;);
  },
  /** Writes its name into `log`, and ends as soon as a file of that name is there. */
  until: async () => async (name: string, log: string) => {
    await appendFile(log, `${name}\n`);
    while (!existsSync(`${log}.${name}`)) await wait(5);
    return name;
  },
};

serveJobs(jobs);
