/**
 * Carts with the same courses in opposite order compete for the last seats over two connection pools (reliability.md
 * rows 1 and 2).
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import type { Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import type { Env } from "#platform/env.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { raceRounds } from "#test/database.ts";
import { makeBuyers, openTwoPools, sorted, withoutStatement, type TwoPools } from "#test/two-pools.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { beginCheckout } from "./begin-checkout.server.ts";

const buyers = 60;
let sandbox: Sandbox;
let env: Env;
let pools: TwoPools;
let people: Viewer[];

beforeAll(async () => {
  sandbox = await startSandbox();
  env = testEnv(paymentsAt(sandbox));
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, buyers);
});
afterAll(async () => {
  await pools.close();
  await sandbox.close();
});

/** Counts deadlocks by the statistics of PostgreSQL, which a session updates only while it is idle. */
async function countDeadlocks(): Promise<number> {
  await pools.onEveryConnection("select pg_stat_force_next_flush(), pg_sleep(0.02)");
  await pools.first.executeSql("select pg_stat_clear_snapshot()");
  const { rows } = await pools.first.executeSql(
    "select deadlocks::int from pg_stat_database where datname = current_database()",
  );
  return (rows[0] as { deadlocks: number }).deadlocks;
}

/** The database with its defence off: runs are locked one by one, in the order of the cart. */
const withoutSorting = (database: Database) =>
  withoutStatement(database, /from "course_run" .* for update$/s, async (tx, params) => {
    for (const id of params) {
      await tx.execute(sql`select id from course_run where id = ${id} for update`);
      await tx.execute(sql`select pg_sleep(0.005)`);
    }
    return [];
  });

async function playRound(databases: Database[], capacity: number, buying = people) {
  const { first } = pools;
  const contexts: TestCtx[] = databases.map((database) => testContext(database, { env }));
  const runs = await Promise.all(
    Array.from({ length: 3 }, async () => (await makeRun(first.db, (await makeCourse(first.db)).id, { capacity })).id),
  );
  const before = await countDeadlocks();
  const tries = sorted(
    await Promise.allSettled(
      buying.map((person, index) => {
        // Every cart begins with another course.
        const items = runs.map((_, at) => ({ runId: runs[(at + index) % runs.length] ?? 0, qty: 1 }));
        return beginCheckout((contexts[index % contexts.length] as TestCtx).as(person), {
          items: index % 2 ? items : items.reverse(),
          billing: address,
        });
      }),
    ),
  );
  await Promise.all(tries.answers.map((answer) => pay(answer)));
  const settled = sorted(
    await Promise.allSettled(
      tries.answers.flatMap((answer) => contexts.map((ctx) => settlePayment(ctx, answer.given_id))),
    ),
  );
  const { rows } = await first.db.execute(sql`
    select (select array_agg(seats_sold order by id) from course_run where id in (${sql.join(
      runs.map((id) => sql`${id}`),
      sql`, `,
    )})) as sold,
      (select count(distinct o.id)::int from "order" o join order_line l on l.order_id = o.id where l.run_id = ${runs[0] ?? 0} and o.status = 'paid') as paid,
      (select count(attendee_email)::int from enrolment where run_id in (${sql.join(
        runs.map((id) => sql`${id}`),
        sql`, `,
      )}) and state = 'confirmed') as people`);
  return {
    ...(rows[0] as { sold: number[]; paid: number; people: number }),
    refused: tries.refused + settled.refused,
    broken: [...tries.broken, ...settled.broken],
    deadlocks: (await countDeadlocks()) - before,
  };
}

describe("carts with the same courses in another order", () => {
  it("S-08 60 buyers on two pools compete for the last seats of three courses: each is sold once, no deadlock", async () => {
    for (let i = 0; i < raceRounds(4); i++)
      expect(await playRound([pools.first, pools.second], 5)).toEqual({
        sold: [5, 5, 5],
        paid: 5,
        people: 15,
        refused: buyers - 5,
        broken: [],
        deadlocks: 0,
      });
  });

  it("negative control: without ordered locks the same carts deadlock", async () => {
    let deadlocks = 0;
    for (let i = 0; i < 5 && deadlocks === 0; i++)
      deadlocks = (await playRound([pools.first, pools.second].map(withoutSorting), 5, people.slice(0, 6))).deadlocks;
    expect(deadlocks).toBeGreaterThan(0);
  });

  it("S-08 a repeated submit while its payment settles causes no deadlock", async () => {
    const { first, second } = pools;
    const run = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity: 500 });
    const before = await countDeadlocks();
    for (const person of people.slice(0, 30)) {
      const [one, two] = [testContext(first, { env }).as(person), testContext(second, { env }).as(person)];
      const items = [{ runId: run.id, qty: 1 }];
      const begun = await beginCheckout(one, { items, billing: address });
      await pay(begun);
      const results = await Promise.allSettled([
        settlePayment(one, begun.given_id),
        beginCheckout(two, { items, billing: address }),
      ]);
      expect(results[0]?.status).toBe("fulfilled");
    }
    expect((await countDeadlocks()) - before).toBe(0);
  });
});
