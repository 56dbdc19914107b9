/**
 * 200 buyers compete for the last seats in two application processes on one PostgreSQL, while the capacity changes
 * (reliability rows 1 and 2).
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { users } from "#features/people/tables.server.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import type { Person } from "./app-process-main.ts";
import { startAppProcess, type AppProcess } from "./app-process.ts";

/** The figures of the benchmark are from `ROUNDS=20`. */
const rounds = Number(process.env["ROUNDS"] ?? 2);
const buyers = 200;

let sandbox: Sandbox;
let database: TestDatabase;
let apps: AppProcess[];
const people: Person[] = Array.from({ length: buyers }, (_, at) => ({
  id: `rush-${at}`,
  name: "Sara N.",
  email: `rush-${at}@example.com`,
}));

beforeAll(async () => {
  sandbox = await startSandbox();
  database = await openTestDatabase();
  await database.db.insert(users).values(people);
  apps = await Promise.all([1, 2].map(() => startAppProcess(database.url ?? "", sandbox.url)));
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.end()));
  await database.close();
  await sandbox.close();
});

/** Counts the results for a run in the tables and at the provider, not by what the processes report. */
async function countResults(runId: number) {
  const { rows } = await database.executeSql(
    `select r.seats_sold - r.capacity as over, r.seats_sold as sold,
       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'status', o.status)), '[]') from payment a join "order" o on o.id = a.order_id join order_line l on l.order_id = o.id where l.run_id = r.id) as orders
     from course_run r where r.id = $1`,
    [runId],
  );
  const { over, sold, orders } = rows[0] as { over: number; sold: number; orders: { id: string; status: string }[] };
  const charged = sandbox.control.payments().filter(({ status, refunded }) => status === "paid" && refunded === 0);
  const paidIds = new Set(orders.filter(({ status }) => status === "paid").map(({ id }) => id));
  return {
    oversold: Math.max(0, over),
    doubleCharged: charged.length - new Set(charged.map(({ metadata }) => metadata?.["order_id"])).size,
    lost: charged.filter(({ id }) => !paidIds.has(id)).length,
    wronglyPaid: [...paidIds].filter((id) => !charged.some((payment) => payment.id === id)).length,
    sold,
  };
}

it(
  `S-08 rows 1 and 2: ${rounds} rounds of ${buyers} buyers on two processes: nothing oversold, double charged, lost or wrongly paid`,
  { timeout: 580_000 },
  async () => {
    const total = { buyers: 0, sold: 0, refused: 0, oversold: 0, doubleCharged: 0, lost: 0, wronglyPaid: 0 };
    for (let round = 0; round < rounds; round++) {
      sandbox.control.reset();
      const run = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 1 });
      const rush = apps.map((app, at) =>
        app.do({ kind: "rush", runId: run.id, people: people.filter((_, index) => index % 2 === at) }),
      );
      // Meanwhile staff add two seats.
      const edited = database.executeSql("update course_run set capacity = 3 where id = $1", [run.id]);
      const outcomes = await Promise.all(rush);
      await edited;
      for (const outcome of outcomes) {
        expect(outcome?.broken).toEqual([]);
        total.refused += outcome?.refused ?? 0;
      }
      const counted = await countResults(run.id);
      expect(counted).toMatchObject({ oversold: 0, doubleCharged: 0, lost: 0, wronglyPaid: 0 });
      expect(counted.sold).toBeGreaterThan(0);
      for (const name of ["sold", "oversold", "doubleCharged", "lost", "wronglyPaid"] as const)
        total[name] += counted[name];
      total.buyers += buyers;
    }
    expect(total.sold + total.refused).toBe(total.buyers);
    console.log(JSON.stringify(total));
  },
);
