/**
 * Compares whole orders whose invoices are all sealed and sent to the fake tax authority with orders without
 * e-invoicing.
 */
import { Agent } from "node:http";
import type { Database } from "#platform/db/database.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { onboard, switchOn } from "#test/einvoicing.ts";
import { makeBuyers } from "../lib/buyers.ts";
import { alternate } from "../lib/compare.ts";
import { freePort } from "../lib/processes.ts";
import { formatNumber, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";
import { authSecret, openBenchDatabase, type Stage } from "../lib/stage.ts";
import { countRuns, createSeatBuyer, makeRuns, measureRound } from "./orders.ts";

const runSeats = 1_000_000;

interface Shop {
  database: Database;
  /** Buys for so many seconds and resolves with the orders per second. */
  measure(seconds: number): Promise<number>;
}

/** Opens a site with fifty buyers on a new database. Disposing of `opened` closes both. */
async function openShop(
  { stage, agent, opened, seconds }: { stage: Stage; agent: Agent; opened: AsyncDisposableStack; seconds: number },
  isOn: boolean,
): Promise<Shop> {
  const databaseUrl = await stage.database(`bench_einvoicing_${isOn ? "on" : "off"}`);
  const database = await openBenchDatabase(databaseUrl);
  opened.defer(() => database.close());
  const sandboxPort = await freePort();
  const EINVOICING_API_URL = `http://127.0.0.1:${sandboxPort}/e-invoicing`;
  const ctx = testContext(database, { env: testEnv({ EINVOICING_API_URL, AUTH_SECRET: authSecret }) });
  if (isOn) await switchOn(ctx);
  const site = await stage.site({ databaseUrl }, "/healthz", { PAYMENTS_SANDBOX_PORT: String(sandboxPort) });
  opened.defer(() => site.end());
  if (isOn) await onboard(ctx);
  const buyers = await makeBuyers(database, site.url, connections);
  const runs = await makeRuns(database, countRuns(seconds), runSeats);
  const order = createSeatBuyer(agent, site.url, runs);
  return { database, measure: (seconds) => measureRound(buyers, seconds, order, []) };
}

/** Resolves with the number of documents once the authority has accepted every one. Throws if it rejects one. */
async function waitForAcceptance(database: Database): Promise<number> {
  for (;;) {
    const { rows } = await database.executeSql(`
      select count(*) filter (where e.state = 'accepted')::int as accepted,
        count(*) filter (where e.state = 'rejected')::int as rejected, count(*)::int as documents
      from tax_document d left join einvoice e on e.tax_document_id = d.id`);
    const { accepted, rejected, documents } = rows[0] as Record<"accepted" | "rejected" | "documents", number>;
    if (rejected > 0) throw new Error(`The authority rejected ${rejected} documents`);
    if (accepted === documents) return accepted;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function einvoicing({ stage, ...bench }: Bench): Promise<PartFigures> {
  // The rounds are longer than those of `orders`, because the jobs that seal and send invoices run every five seconds.
  const seconds = 10 * bench.seconds;
  const rounds = Math.max(3, Math.ceil(bench.rounds / 3));
  await using opened = new AsyncDisposableStack();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  opened.defer(() => agent.destroy());
  const options = { stage, agent, opened, seconds: seconds * rounds + 2 };
  const [off, on] = [await openShop(options, false), await openShop(options, true)];
  for (const shop of [off, on]) await shop.measure(2);
  await waitForAcceptance(on.database);
  // The invoices still open after a round are sent before the other side begins. This time counts for neither side.
  const measureOn = async () => {
    const perSecond = await on.measure(seconds);
    await waitForAcceptance(on.database);
    return perSecond;
  };
  const { perSecond, ratio } = await alternate(
    [
      { name: "off", measure: () => off.measure(seconds) },
      { name: "on", measure: measureOn },
    ],
    rounds,
  );
  const accepted = await waitForAcceptance(on.database);
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
}
