/**
 * Measures whole orders of fifty concurrent buyers, with webhooks and with the fake card provider in its own process.
 * Then lets all buyers order the last seats of a run at once.
 */
import { Agent } from "node:http";
import pg from "pg";
import { makeCourse } from "#db/factories/course.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Database } from "#platform/db/database.server.ts";
import { writeBareOrder } from "../lib/bare-order.ts";
import { buySeat, makeBuyers, type Buyer } from "../lib/buyers.ts";
import { alternate } from "../lib/compare.ts";
import { percentiles } from "../lib/load.ts";
import type { Running } from "../lib/processes.ts";
import { formatNumber, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";
import { openBenchDatabase, poolSize } from "../lib/stage.ts";

/** Fewer seats than buyers, so that most orders of the rush must be refused. */
const lastSeats = 20;
/**
 * An upper limit of what a machine can do. It determines how many runs are created, because a buyer may have only one
 * seat of a run.
 */
const maxOrdersPerSecond = 800;

/** Returns how many runs are needed so that no buyer orders a run twice in so many seconds. */
export const countRuns = (seconds: number): number => Math.ceil(seconds * (maxOrdersPerSecond / connections));

/** Creates runs of one course that begin in 60 days, and resolves with their ids. */
export async function makeRuns(database: Database, count: number, capacity: number): Promise<number[]> {
  const course = await makeCourse(database.db);
  const start = addDays(riyadhDate(new Date()), 60);
  const run = {
    courseId: course.id,
    startDate: start,
    endDate: addDays(start, 1),
    days: 2,
    hours: "12.0",
    venueEng: "Riyadh",
    delivery: "onsite" as const,
    capacity,
    priceHalalas: 240_000,
    accreditationStatus: "accredited" as const,
  };
  const newRuns = await database.db
    .insert(courseRuns)
    .values(Array.from({ length: count }, () => run))
    .returning({ id: courseRuns.id });
  return newRuns.map(({ id }) => id);
}

/**
 * Lets every buyer order repeatedly for so many seconds and resolves with the orders per second. Adds the milliseconds
 * of each order to `times`. `lane` is the buyer's position in the list.
 */
export async function measureRound(
  buyers: Buyer[],
  seconds: number,
  order: (buyer: Buyer, lane: number) => Promise<void>,
  times: number[],
): Promise<number> {
  const began = performance.now();
  const endsAt = began + seconds * 1000;
  let count = 0;
  const orderUntilEnd = async (buyer: Buyer, lane: number) => {
    while (performance.now() < endsAt) {
      const orderedAt = performance.now();
      await order(buyer, lane);
      times.push(performance.now() - orderedAt);
      count += 1;
    }
  };
  await Promise.all(buyers.map(orderUntilEnd));
  return count / ((performance.now() - began) / 1000);
}

/**
 * Returns a function that buys one seat for a buyer. Each call for the same buyer takes the next run, so that nobody
 * buys a run twice. `lane` is the buyer's position in the list.
 */
export function createSeatBuyer(
  agent: Agent,
  siteUrl: string,
  runs: readonly number[],
): (buyer: Buyer, lane: number) => Promise<void> {
  const bought = Array.from({ length: connections }, () => 0);
  return async (buyer, lane) => {
    const turn = (bought[lane] = (bought[lane] ?? 0) + 1);
    // Each buyer starts at another run of the list, because real buyers also order different runs.
    const runId = runs[(Math.floor((lane * runs.length) / connections) + turn) % runs.length] ?? 0;
    if ((await buySeat(agent, siteUrl, buyer, runId)) !== "paid")
      throw new Error("An order was refused although seats were free");
  };
}

/**
 * Counts orders and the seats sold beyond the capacity. Seats are recorded on the run, in paid orders and in
 * enrolments; the highest of the three numbers counts. Throws when runs and paid orders disagree.
 */
async function countOversold(database: Database): Promise<{ oversold: number; paid: number; orders: number }> {
  const { rows } = await database.executeSql(`
    select coalesce(sum(greatest(0, greatest(r.seats_sold, paid.seats, held.seats) - r.capacity)), 0)::int as oversold,
      coalesce(sum(abs(r.seats_sold - paid.seats)), 0)::int as differing,
      (select count(*)::int from "order" where status = 'paid') as paid, (select count(*)::int from "order") as orders
    from course_run r
    cross join lateral (select coalesce(sum(l.qty), 0) as seats from order_line l join "order" o on o.id = l.order_id where l.run_id = r.id and o.status = 'paid') paid
    cross join lateral (select count(*) as seats from enrolment e where e.run_id = r.id and e.state in ('held', 'confirmed')) held
    where exists (select 1 from order_line l where l.run_id = r.id)`);
  const { oversold, differing, paid, orders } = rows[0] as {
    oversold: number;
    differing: number;
    paid: number;
    orders: number;
  };
  if (differing > 0) throw new Error(`Runs and paid orders disagree about ${differing} seats`);
  return { oversold, paid, orders };
}

export async function orders({ stage, ...bench }: Bench): Promise<PartFigures> {
  // An order takes a hundred times as long as a page, so the rounds are longer and fewer.
  const seconds = 3 * bench.seconds;
  const rounds = Math.max(3, Math.ceil(bench.rounds / 3));
  const databaseUrl = await stage.database("bench_orders");
  const bareUrl = await stage.database("bench_bare_orders");
  const database = await openBenchDatabase(databaseUrl);
  const bareDatabase = await openBenchDatabase(bareUrl);
  const pool = new pg.Pool({ connectionString: bareUrl, max: poolSize });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const running: Running[] = [];
  try {
    const site = await stage.site({ databaseUrl });
    running.push(site);
    const buyers = await makeBuyers(database, site.url, connections);
    const bareBuyers = await copyBuyers(bareDatabase, buyers);

    const runCount = countRuns(seconds * rounds + 2);
    const runs = await makeRuns(database, runCount, 1_000_000);
    const bareRuns = await makeRuns(bareDatabase, runCount, 1_000_000);
    const orderFromSite = createSeatBuyer(agent, site.url, runs);
    let turn = 0;
    const orderThroughPg = (buyer: Buyer) => writeBareOrder(pool, buyer.user.id, bareRuns[turn++ % runCount] ?? 0);

    await measureRound(buyers, 2, orderFromSite, []);
    await measureRound(bareBuyers, 1, orderThroughPg, []);
    const times: number[] = [];
    const { perSecond, ratio } = await alternate(
      [
        { name: "site", measure: () => measureRound(buyers, seconds, orderFromSite, times) },
        { name: "pg", measure: () => measureRound(bareBuyers, seconds, orderThroughPg, []) },
      ],
      rounds,
    );

    const [lastRun = 0] = await makeRuns(database, 1, lastSeats);
    const rush = await Promise.all(buyers.map((buyer) => buySeat(agent, site.url, buyer, lastRun)));
    const sold = rush.filter((outcome) => outcome === "paid").length;
    if (sold > lastSeats) throw new Error(`${sold} of ${lastSeats} last seats were sold`);
    const { oversold, paid, orders } = await countOversold(database);
    const { p50Ms, p99Ms } = percentiles(times);
    return {
      figures: [
        {
          name: "whole orders",
          value: perSecond["site"] ?? 0,
          unit: "/s",
          target: { atLeast: 150 },
          note: `${connections} buyers at once, fake provider and webhooks included, ${paid} orders paid of ${orders}`,
        },
        {
          name: "whole order / bare order through pg",
          value: ratio("site", "pg"),
          unit: "x",
          target: { atLeast: 0.06 },
          note: `${formatNumber(perSecond["site"] ?? 0)}/s against ${formatNumber(perSecond["pg"] ?? 0)}/s`,
        },
        { name: "whole order, median", value: p50Ms, unit: "ms" },
        { name: "whole order, 99th percentile", value: p99Ms, unit: "ms", target: { atMost: 500 } },
        {
          name: "seats sold beyond capacity",
          value: oversold,
          unit: "",
          target: { atMost: 0 },
          note: `${connections} buyers rushed for ${lastSeats} seats: ${sold} paid, ${rush.length - sold} refused`,
        },
      ],
      remarks: [],
    };
  } finally {
    agent.destroy();
    await Promise.all([database.close(), bareDatabase.close(), pool.end()]);
    for (const process of running) await process.end();
  }
}

/** Creates the buyers' accounts, with the same ids, in another database. */
async function copyBuyers(database: Database, buyers: Buyer[]): Promise<Buyer[]> {
  for (const { user } of buyers)
    await database.executeSql(`insert into "user" (id, name, email) values ($1, $2, $3)`, [
      user.id,
      user.name,
      user.email,
    ]);
  return buyers;
}
