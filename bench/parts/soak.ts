/** Mixed load at half of what the site can do, for minutes: memory, handles and times stay where they are. */
import { readdirSync, readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { buySeat, makeBuyers, type Buyer } from "../lib/buyers.ts";
import { anew } from "../lib/anew.ts";
import { sendRequest } from "../lib/http.ts";
import { percentiles, type Shot } from "../lib/load.ts";
import { shown, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase, type Site } from "../lib/stage.ts";

const warmMinutes = 10;
const shots: Shot[] = [
  ...["/", "/ar", "/courses", "/news", "/courses/patient-safety-essentials", "/faq"].map((path) => ({ path })),
  { path: anew("/courses", 0) },
  { path: "/search?q=care" },
  ...[
    ["/api/courses", '{"page":1}'],
    ["/api/course-details", '{"slug":"patient-safety-essentials"}'],
    ["/api/search", '{"search_val":"care"}'],
  ].map(([path = "", body = ""]) => ({
    path,
    method: "POST" as const,
    headers: { "content-type": "application/json" },
    body,
  })),
];

interface Sample {
  minute: number;
  megabytes: number;
  descriptors: number;
  p99Ms: number;
}

const rssOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;
const descriptorsOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Megabytes a minute: the slope of the line through the samples. */
function slope(samples: Sample[]): number {
  const n = samples.length;
  const [x, y] = [
    samples.reduce((sum, { minute }) => sum + minute, 0) / n,
    samples.reduce((sum, s) => sum + s.megabytes, 0) / n,
  ];
  const over = samples.reduce((sum, s) => sum + (s.minute - x) * (s.megabytes - y), 0);
  return over / samples.reduce((sum, s) => sum + (s.minute - x) ** 2, 0);
}

interface Play {
  site: Site;
  buyers: Buyer[];
  runId: number;
  agent: Agent;
}

/** One after another, a pause as long as the answer took after each: half of what so many visitors could ask. */
async function visit({ site, agent }: Play, until: number, times: number[], first: number): Promise<number> {
  let failed = 0;
  for (let turn = first; performance.now() < until; turn += 1) {
    const shot = shots[turn % shots.length] ?? { path: "/" };
    const path = shot.path.startsWith("/courses?") ? anew("/courses", turn) : shot.path;
    const from = performance.now();
    const { status } = await sendRequest(agent, site.url + path, shot).catch(() => ({ status: 599 }));
    if (status >= 500) failed += 1;
    const took = performance.now() - from;
    times.push(took);
    await wait(took);
  }
  return failed;
}

async function shop(
  { site, agent, runId }: Play,
  buyer: Buyer,
  until: number,
): Promise<{ paid: number; failed: number }> {
  const count = { paid: 0, failed: 0 };
  while (performance.now() < until) {
    const from = performance.now();
    try {
      await buySeat(agent, site.url, buyer, runId);
      count.paid += 1;
    } catch {
      count.failed += 1;
    }
    await wait(performance.now() - from);
  }
  return count;
}

export async function soak({ stage, minutes }: Bench): Promise<PartFigures> {
  const url = await stage.database("bench_soak");
  const database = await openBenchDatabase(url);
  const run = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 1_000_000 });
  const site = await stage.site({ databaseUrl: url });
  const play: Play = {
    site,
    runId: run.id,
    buyers: await makeBuyers(database, site.url, 4),
    agent: new Agent({ keepAlive: true }),
  };
  const samples: Sample[] = [];
  let [asked, failed, paid] = [0, 0, 0];
  try {
    const pid = site.pid;
    for (let minute = 1; minute <= minutes; minute += 1) {
      const until = performance.now() + 60_000;
      const times: number[] = [];
      const visitors = Array.from({ length: 8 }, (_, n) => visit(play, until, times, n * 3));
      const shoppers = play.buyers.map((buyer) => shop(play, buyer, until));
      for (const count of await Promise.all(visitors)) failed += count;
      for (const count of await Promise.all(shoppers)) [paid, failed] = [paid + count.paid, failed + count.failed];
      asked += times.length;
      samples.push({ minute, megabytes: rssOf(pid), descriptors: descriptorsOf(pid), p99Ms: percentiles(times).p99Ms });
    }
  } finally {
    play.agent.destroy();
    await site.end();
    await database.close();
  }
  const steady =
    samples.length > warmMinutes + 3 ? samples.slice(warmMinutes) : samples.slice(Math.floor(samples.length / 2));
  const half = Math.ceil(steady.length / 2);
  const mid = (list: Sample[], of: (sample: Sample) => number) => percentiles(list.map(of)).p50Ms;
  const grown = (of: (sample: Sample) => number) => mid(steady.slice(half), of) - mid(steady.slice(0, half), of);
  return {
    figures: [
      {
        name: "memory, MB a minute",
        value: slope(steady),
        unit: "",
        target: { atMost: 1 },
        note: `minutes ${steady[0]?.minute} to ${minutes}`,
      },
      {
        name: "descriptors, second half less first",
        value: grown((s) => s.descriptors),
        unit: "",
        target: { atMost: 3 },
      },
      {
        name: "answers that failed",
        value: failed,
        unit: "",
        target: { atMost: 0 },
        note: `of ${shown(asked)}; ${shown(paid)} orders paid`,
      },
      {
        name: "99th percentile, second half / first",
        value: mid(steady.slice(half), (s) => s.p99Ms) / mid(steady.slice(0, half), (s) => s.p99Ms),
        unit: "x",
        target: { atMost: 1.5 },
      },
    ],
    details: {
      columns: ["minute", "MB", "descriptors", "p99 ms"],
      rows: samples.map((s) => [s.minute, s.megabytes, s.descriptors, s.p99Ms]),
    },
    remarks: [],
  };
}
