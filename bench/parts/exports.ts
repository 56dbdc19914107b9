/** Exports of every order by the site itself, several at once, and what cached pages notice of them. */
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { cookieOf } from "#test/staff.ts";
import { fillOrders, orderCount } from "../lib/hundred-thousand.ts";
import { percentiles } from "../lib/load.ts";
import { shown, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { authSecret, openBenchDatabase } from "../lib/stage.ts";
import { fillCache, readKept } from "./flood.ts";

const atOnce = 4;

export async function besideExports({ stage, seconds, rounds }: Bench): Promise<PartFigures> {
  const databaseUrl = await stage.database("bench_exports");
  await fillOrders(databaseUrl);
  const [site, database] = [await stage.site({ databaseUrl }, "/readyz"), await openBenchDatabase(databaseUrl)];
  const agent = new Agent({ keepAlive: true });
  try {
    const ctx = testContext(database, { env: testEnv({ AUTH_SECRET: authSecret, BASE_URL: site.url }) });
    const cookie = await cookieOf(ctx, "owner");
    const start = async () => {
      const answer = await fetch(`${site.url}/api/staff/exports`, {
        method: "POST",
        headers: { cookie, origin: site.url, "content-type": "application/json" },
        body: JSON.stringify({ kind: "orders", format: "csv", filter: {} }),
      });
      if (!answer.ok) throw new Error(`an export answered ${answer.status}: ${await answer.text()}`);
    };
    const written = async () => {
      const rows = await database.db
        .select({ done: staffTasks.done })
        .from(staffTasks)
        .where(eq(staffTasks.kind, "export.orders"));
      return rows.reduce((sum, { done }) => sum + done, 0);
    };
    await fillCache(agent, site.url);
    const time = Math.max(3, seconds * rounds);
    const quiet = percentiles((await readKept(agent, site.url, time / 3)).times);
    for (let one = 0; one < atOnce; one += 1) await start();
    while ((await written()) === 0) await pause(50);
    const before = await written();
    const { times, failures } = await readKept(agent, site.url, time);
    const lines = (await written()) - before;
    const { p50Ms, p95Ms, p99Ms } = percentiles(times);
    return {
      figures: [
        {
          name: `cached pages beside ${atOnce} exports at once, 95th percentile`,
          value: p95Ms,
          unit: "ms",
          target: { atMost: 50 },
          note: `median ${shown(p50Ms)}, 99 % ${shown(p99Ms)} ms, ${times.length} answers; without exports ${shown(quiet.p95Ms)} ms`,
        },
        {
          name: "lines exported meanwhile",
          value: lines,
          unit: "",
          target: { atLeast: 1 },
          note: `of ${atOnce} times ${shown(orderCount)} orders`,
        },
        { name: "cached pages not answered with 200", value: failures, unit: "", target: { atMost: 0 } },
      ],
      remarks: [],
    };
  } finally {
    agent.destroy();
    await database.close();
    await site.end();
  }
}
