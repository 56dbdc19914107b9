/**
 * Uploads of the largest picture that is taken: how long, how much memory, and what cached pages notice of ten at once.
 */
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { mediaFiles } from "#features/content/media/tables.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { cookieOf } from "#test/staff.ts";
import { percentiles } from "../lib/load.ts";
import { memoryOf } from "../lib/processes.ts";
import { shown, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { authSecret, openBenchDatabase } from "../lib/stage.ts";
import { fillCache, readKept } from "./flood.ts";

const megabyte = 2 ** 20;
const atOnce = 10;

/**
 * Of 12 megapixels, as a phone takes it, with so much noise that it has nearly 12 MB; `shade` makes each another file.
 */
async function photograph(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 120, b: 90 };
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: 4000, height: 3000, channels: 3, background, noise } });
  for (let quality = 96; ; quality -= 3) {
    const bytes = await picture.clone().jpeg({ quality }).toBuffer();
    if (bytes.length < 12 * megabyte) return bytes;
  }
}

/** Watches a process until `stop`, which answers with the most memory it had. */
function watchMemory(pid: number) {
  let most = memoryOf(pid);
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50);
  return { stop: () => (clearInterval(timer), most) };
}

/** Waits until every picture has its sizes. Rejects after five minutes. */
async function untilMade(database: Database, count: number): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 300_000; await pause(50)) {
    const rows = await database.db.select({ state: mediaFiles.state }).from(mediaFiles);
    if (rows.filter(({ state }) => state === "ready").length === count) return;
  }
  throw new Error("sizes were not made in five minutes");
}

export async function media({ stage }: Bench): Promise<PartFigures> {
  const databaseUrl = await stage.database("bench_media");
  const [site, database] = [await stage.site({ databaseUrl }, "/readyz"), await openBenchDatabase(databaseUrl)];
  const agent = new Agent({ keepAlive: true });
  try {
    const ctx = testContext(database, { env: testEnv({ AUTH_SECRET: authSecret, BASE_URL: site.url }) });
    const cookie = await cookieOf(ctx, "content");
    const upload = async (bytes: Buffer): Promise<number> => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), "photograph.jpg");
      const began = performance.now();
      const answer = await fetch(`${site.url}/api/staff/media`, {
        method: "POST",
        headers: { cookie, origin: site.url },
        body: form,
      });
      if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}: ${await answer.text()}`);
      return performance.now() - began;
    };
    await fillCache(agent, site.url);
    const quiet = percentiles((await readKept(agent, site.url, 3)).times);

    const first = await photograph(1);
    const before = memoryOf(site.pid);
    const memory = watchMemory(site.pid);
    const uploadMs = await upload(first);
    const began = performance.now();
    await untilMade(database, 1);
    const madeMs = performance.now() - began;
    const single = memory.stop();

    const photographs = await Promise.all(Array.from({ length: atOnce }, (_, at) => photograph(at + 2)));
    const memoryOfTen = watchMemory(site.pid);
    const ten = Promise.all(photographs.map(upload));
    const reading = readKept(agent, site.url, 20);
    const times = await ten;
    const beside = await reading;
    await untilMade(database, 1 + atOnce);
    const most = memoryOfTen.stop();
    const { p50Ms, p95Ms, p99Ms } = percentiles(beside.times);
    const size = `${shown(first.length / megabyte)} MB, 12 megapixels of noise`;
    return {
      figures: [
        { name: "upload on the server", value: uploadMs / 1000, unit: "s", target: { atMost: 3 }, note: size },
        { name: "all six sizes by the job", value: madeMs / 1000, unit: "s", target: { atMost: 30 } },
        {
          name: "memory added by one",
          value: single - before,
          unit: "MB",
          target: { atMost: 200 },
          note: `${shown(before)} MB before`,
        },
        { name: `memory added by ${atOnce} at once`, value: most - before, unit: "MB", target: { atMost: 200 } },
        {
          name: `cached pages beside ${atOnce} at once, 95th percentile`,
          value: p95Ms,
          unit: "ms",
          target: { atMost: 50 },
          note: `median ${shown(p50Ms)}, 99 % ${shown(p99Ms)} ms, ${beside.times.length} answers in 20 s; without uploads ${shown(quiet.p95Ms)} ms; uploads answered in ${shown(Math.max(...times) / 1000)} s at most`,
        },
        { name: "cached pages not answered with 200", value: beside.failures, unit: "", target: { atMost: 0 } },
      ],
      remarks: [],
    };
  } finally {
    agent.destroy();
    await database.close();
    await site.end();
  }
}
