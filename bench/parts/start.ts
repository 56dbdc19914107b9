/** Measures how long the site takes to start and how much memory it holds, on a given PostgreSQL and on its own. */
import { setTimeout as pause } from "node:timers/promises";
import { toUncachedPath } from "../lib/uncached.ts";
import { median } from "../lib/compare.ts";
import { post } from "../lib/http.ts";
import type { Shot } from "../lib/load.ts";
import { readMemoryMb } from "../lib/processes.ts";
import { formatNumber, type Figure, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";
import type { Site, Stage, Where } from "../lib/stage.ts";

/** How long a process is left alone before its idle memory is read. */
const idleMs = 10_000;
/** Long enough for the heap to reach the size that it keeps under this load. */
const loadSeconds = 8;

/** Starts the site and requests the home page until it is answered. `seconds` counts from the start of the process. */
async function timeStart(stage: Stage, where: Where): Promise<{ site: Site; seconds: number }> {
  const began = performance.now();
  const site = await stage.site(where, "/");
  return { site, seconds: (performance.now() - began) / 1000 };
}

/** Returns requests for cached and uncached pages of both languages and for lists and details of the API. */
async function buildShotMix(origin: string): Promise<Shot[]> {
  const json = { "content-type": "application/json" };
  const { json: list } = await post<{ data: { slug: string }[] }>(undefined, `${origin}/api/courses`, { page: 1 });
  const slugs = list.data.slice(0, 3).map(({ slug }) => slug);
  const uncachedPaths = [1, 2, 3].flatMap((number) => [
    toUncachedPath("/courses", number),
    toUncachedPath("/ar/courses", number),
  ]);
  const paths = [
    "/",
    "/ar",
    "/courses",
    "/ar/courses?page=2",
    ...uncachedPaths,
    ...slugs.map((slug) => `/courses/${slug}`),
  ];
  return [
    ...paths.map((path) => ({ path, headers: { "accept-encoding": "br" } })),
    { path: "/api/courses", method: "POST", headers: json, body: JSON.stringify({ page: 1 }) },
    ...slugs.map((slug): Shot => ({
      path: "/api/course-details",
      method: "POST",
      headers: json,
      body: JSON.stringify({ slug }),
    })),
  ];
}

/** Resolves with the most memory, in MB, that a process holds while `work` runs. */
async function measurePeakMemory(pid: number, work: Promise<unknown>): Promise<number> {
  let peak = readMemoryMb(pid);
  const timer = setInterval(() => (peak = Math.max(peak, readMemoryMb(pid))), 100);
  await work.finally(() => clearInterval(timer));
  return peak;
}

async function measureWithPostgres({ stage, generator, rounds }: Bench): Promise<Figure[]> {
  const where = { databaseUrl: await stage.database("bench_start") };
  // The first process creates the tables of the job queue. The measured starts find them in the database.
  await (await timeStart(stage, where)).site.end();
  const times: number[] = [];
  for (let round = 0; round < Math.max(3, rounds); round++) {
    const { site, seconds } = await timeStart(stage, where);
    times.push(seconds);
    await site.end();
  }
  const { site } = await timeStart(stage, where);
  try {
    await pause(idleMs);
    const idle = readMemoryMb(site.pid);
    const shots = await buildShotMix(site.url);
    const load = generator.run({ origin: site.url, shots, seconds: loadSeconds, connections });
    const peak = await measurePeakMemory(site.pid, load);
    return [
      {
        name: "start to first 200, PostgreSQL",
        value: median(times),
        unit: "s",
        target: { atMost: 1 },
        note: `home page, ${times.map((time) => time.toFixed(2)).join(", ")}`,
      },
      {
        name: "memory idle, PostgreSQL",
        value: idle,
        unit: "MB",
        target: { atMost: 120 },
        note: "resident, 10 s after one page",
      },
      {
        name: "memory under mixed load, PostgreSQL",
        value: peak,
        unit: "MB",
        target: { atMost: 250 },
        note: `most in ${loadSeconds} s of ${connections} connections, ${formatNumber((await load).perSecond)}/s`,
      },
    ];
  } finally {
    await site.end();
  }
}

async function measureWithOwnPostgres({ stage }: Bench): Promise<Figure[]> {
  const where = { folder: "own" };
  const first = await timeStart(stage, where);
  await first.site.end();
  const later = await timeStart(stage, where);
  try {
    await pause(idleMs);
    return [
      {
        name: "first start to first 200, own PostgreSQL",
        value: first.seconds,
        unit: "s",
        note: "makes the database, with the demo",
      },
      { name: "later start to first 200, own PostgreSQL", value: later.seconds, unit: "s", target: { atMost: 5 } },
      {
        name: "memory idle, own PostgreSQL",
        value: readMemoryMb(later.site.pid),
        unit: "MB",
        target: { atMost: 600 },
        note: "the site's resident memory without the server's, 10 s after one page",
      },
    ];
  } finally {
    await later.site.end();
  }
}

export async function start(bench: Bench): Promise<PartFigures> {
  return { figures: [...(await measureWithPostgres(bench)), ...(await measureWithOwnPostgres(bench))], remarks: [] };
}
