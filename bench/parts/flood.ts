/** Cached pages under a flood of requests: answered as without one. */
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { sendRequest } from "../lib/http.ts";
import { percentiles } from "../lib/load.ts";
import { output } from "../lib/processes.ts";
import { shown, type Figure, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";

/** What an attacker can vary without end: unknown keys, known keys, addresses. `{n}` counts. */
const floods: { name: string; path: string; authorization?: string; connections?: number }[] = [
  { name: "/?x=N", path: "/?x={n}" },
  { name: "/?x=N with Authorization", path: "/?x={n}", authorization: "Bearer " },
  { name: "/search?q=N", path: "/search?q=audit{n}" },
  { name: "/courses?q=N", path: "/courses?q=audit{n}" },
  { name: "/news?search=N", path: "/ar/news?search=audit{n}" },
  { name: "/my-courses/N", path: "/my-courses/{n}" },
  { name: "/courses.data?q=N", path: "/courses.data?q=audit{n}" },
  { name: "missing pages /xN", path: "/x{n}" },
  { name: "/xN on 200 connections", path: "/x{n}", connections: 200 },
];
const connections = 16;
/** Cached pages requested meanwhile, one every few milliseconds whether or not the last has come. */
const cached = ["/", "/ar", "/courses", "/ar/faq"];
const everyMs = 10;

export async function flood({ stage, seconds, rounds }: Bench): Promise<PartFigures> {
  const site = await stage.site({ databaseUrl: await stage.database("bench_flood") });
  const agent = new Agent({ keepAlive: true });
  try {
    await fillCache(agent, site.url);
    const time = Math.max(3, (seconds * rounds) / 3);
    const quiet = percentiles((await readKept(agent, site.url, time)).times);
    const figures: Figure[] = [
      {
        name: "cached pages, no other load, 95th percentile",
        value: quiet.p95Ms,
        unit: "ms",
        note: `median ${shown(quiet.p50Ms)} ms`,
      },
    ];
    let failed = 0;
    for (const { name, path, authorization = "", connections: many = connections } of floods) {
      const flooding = output(process.execPath, [
        "bench/children/flood.ts",
        site.url,
        String(many),
        String(time + 1),
        path,
        authorization,
      ]);
      await pause(1000);
      const { times, failures } = await readKept(agent, site.url, time);
      const statuses = await flooding;
      const beside = percentiles(times);
      failed += failures;
      figures.push({
        name: `cached pages beside ${name}`,
        value: beside.p95Ms,
        unit: "ms",
        target: { atMost: 50 },
        note: `median ${shown(beside.p50Ms)}, 99 % ${shown(beside.p99Ms)} ms, ${times.length} answers; answered there: ${statuses.trim()}`,
      });
    }
    figures.push({ name: "cached pages not answered with 200", value: failed, unit: "", target: { atMost: 0 } });
    return { figures, remarks: [`${connections} connections each, from a process of its own on the same machine`] };
  } finally {
    agent.destroy();
    await site.end();
  }
}

/** Makes sure that the pages of `readKept` are cached. */
export async function fillCache(agent: Agent, origin: string): Promise<void> {
  for (const path of cached) await sendRequest(agent, origin + path);
}

/** How long each cached page took that was requested in `seconds`, and how many were not answered with 200. */
export async function readKept(
  agent: Agent,
  origin: string,
  seconds: number,
): Promise<{ times: number[]; failures: number }> {
  const times: number[] = [];
  const requests: Promise<void>[] = [];
  let failures = 0;
  const ends = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < ends; at += 1) {
    const began = performance.now();
    const one = sendRequest(agent, origin + (cached[at % cached.length] ?? "/"), {
      headers: { "accept-encoding": "br" },
    }).then(
      ({ status }) => {
        times.push(performance.now() - began);
        if (status !== 200) failures += 1;
      },
      () => void (failures += 1),
    );
    requests.push(one);
    await pause(everyMs);
  }
  await Promise.all(requests);
  return { times, failures };
}
