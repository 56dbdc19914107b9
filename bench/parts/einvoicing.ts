/** Whole orders while every invoice is sealed and sent to the fake tax authority, against orders without e-invoicing. */
import { Agent } from "node:http";
import type { Database } from "#platform/db/database.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { onboard, switchOn } from "#test/einvoicing.ts";
import { makeBuyers } from "../lib/buyers.ts";
import { alternate } from "../lib/compare.ts";
import { freePort, type Running } from "../lib/processes.ts";
import { formatNumber, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";
import { authSecret, openBenchDatabase, type Stage } from "../lib/stage.ts";
import { countRuns, createOrder, makeRuns, measureRound } from "./orders.ts";

const runSeats = 1_000_000;

interface Shop {
  database: Database;
  site: Running;
  /** Orders a second. */
  measure(seconds: number): Promise<number>;
}

/** A site on a database of its own, with fifty buyers. */
async function openShop(stage: Stage, agent: Agent, name: string, isOn: boolean, seconds: number): Promise<Shop> {
  const databaseUrl = await stage.database(name);
  const database = await openBenchDatabase(databaseUrl);
  const sandboxPort = await freePort();
  const EINVOICING_API_URL = `http://127.0.0.1:${sandboxPort}/e-invoicing`;
  const ctx = testContext(database, { env: testEnv({ EINVOICING_API_URL, AUTH_SECRET: authSecret }) });
  if (isOn) await switchOn(ctx);
  const site = await stage.site({ databaseUrl }, "/healthz", { PAYMENTS_SANDBOX_PORT: String(sandboxPort) });
  if (isOn) await onboard(ctx);
  const buyers = await makeBuyers(database, site.url, connections);
  const runs = await makeRuns(database, countRuns(seconds), runSeats);
  const order = createOrder(agent, site.url, runs);
  return { database, site, measure: (seconds) => measureRound(buyers, seconds, order, []) };
}

/** Resolves with how many documents the authority has accepted, once it has decided about every one. */
async function waitForDecisions(database: Database): Promise<number> {
  for (;;) {
    const { rows } = await database.executeSql(`
      select count(*) filter (where e.state = 'accepted')::int as accepted, count(*)::int as documents
      from tax_document d left join einvoice e on e.tax_document_id = d.id`);
    const { accepted, documents } = rows[0] as { accepted: number; documents: number };
    if (accepted === documents) return accepted;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function einvoicing({ stage, ...bench }: Bench): Promise<PartFigures> {
  // Longer rounds than of orders: what an order leaves to be sealed and sent is done every five seconds.
  const seconds = 10 * bench.seconds;
  const rounds = Math.max(3, Math.ceil(bench.rounds / 3));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const shops: Shop[] = [];
  try {
    for (const isOn of [false, true])
      shops.push(await openShop(stage, agent, `bench_einvoicing_${isOn ? "on" : "off"}`, isOn, seconds * rounds + 2));
    const [off, on] = shops;
    if (!off || !on) throw new Error("no sites");
    for (const shop of shops) await shop.measure(2);
    // What is left of a round is done before the other side begins, and counts for neither.
    const measureOn = async () => {
      const perSecond = await on.measure(seconds);
      await waitForDecisions(on.database);
      return perSecond;
    };
    await waitForDecisions(on.database);
    const { perSecond, ratio } = await alternate(
      [
        { name: "off", measure: () => off.measure(seconds) },
        { name: "on", measure: measureOn },
      ],
      rounds,
    );
    const accepted = await waitForDecisions(on.database);
    return {
      figures: [
        {
          name: "whole order with e-invoicing / without",
          value: ratio("on", "off"),
          unit: "x",
          target: { atLeast: 0.97 },
          note: `${formatNumber(perSecond["on"] ?? 0)}/s against ${formatNumber(perSecond["off"] ?? 0)}/s, ${accepted} documents accepted`,
        },
      ],
      remarks: ["The fake authority verifies each document on the same processors, which the real one does not."],
    };
  } finally {
    agent.destroy();
    for (const { database, site } of shops) {
      await database.close();
      await site.end();
    }
  }
}
