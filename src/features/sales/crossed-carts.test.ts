/** Two carts with the same courses in opposite order, and the last seats of several lines, over two connection pools (reliability.md rows 1 and 2). */
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { users } from "#features/accounts/tables.server.ts";
import { openDatabase, type Database, type Db } from "#platform/db/database.server.ts";
import { Conflict } from "#platform/errors.ts";
import { address, pay } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase, silentLog, type TestDatabase } from "#test/database.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { testKeys } from "../../../sandbox/settings.ts";
import { beginCheckout } from "./begin-checkout.server.ts";
import { settlePayment } from "./settle.server.ts";

const buyers = 60;
let sandbox: Sandbox;
let first: TestDatabase;
let second: Database;
let people: { id: string; name: string; email: string }[];

beforeAll(async () => {
  sandbox = await startSandbox();
  first = await openTestDatabase("postgres");
  second = await openDatabase({ databaseUrl: first.url, dataDir: "", poolSize: 10, log: silentLog });
  people = Array.from({ length: buyers }, (_, index) => ({ id: `buyer-${index}`, name: "Sara N.", email: `buyer-${index}@example.com` }));
  await first.db.insert(users).values(people);
  // A cold pool hides races: every connection exists before the first round.
  await Promise.all([first, second].flatMap((database) => Array.from({ length: 10 }, () => database.executeSql("select pg_sleep(0.05)"))));
});
afterAll(async () => {
  await second.close();
  await first.close();
  await sandbox.close();
});

/** Deadlocks as PostgreSQL counts them; its numbers come when a session is idle. */
async function deadlocks(): Promise<number> {
  await Promise.all([first, second].flatMap((database) => Array.from({ length: 10 }, () => database.executeSql("select pg_stat_force_next_flush(), pg_sleep(0.02)"))));
  await first.executeSql("select pg_stat_clear_snapshot()");
  const { rows } = await first.executeSql("select deadlocks::int from pg_stat_database where datname = current_database()");
  return (rows[0] as { deadlocks: number }).deadlocks;
}

/** The same database with the defence off: runs are locked in the order of the cart, one by one. */
function lockingAsTheyCome(database: Database): Database {
  const dialect = new PgDialect();
  const careless = (db: Db): Db =>
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== "execute") return typeof value === "function" ? (value.bind(target) as unknown) : value;
        return async (query: SQL) => {
          const { sql: text, params } = dialect.sqlToQuery(query);
          if (!/from course_run .* for update$/s.test(text)) return target.execute(query);
          for (const id of params) {
            await target.execute(sql`select id from course_run where id = ${id} for update`);
            await target.execute(sql`select pg_sleep(0.005)`);
          }
          return { rows: [] };
        };
      },
    });
  return { ...database, transaction: (work) => database.transaction((tx) => work(careless(tx))) };
}

async function round(databases: Database[], capacity: number, buying = people) {
  const env = testEnv({ PAYMENTS_API_URL: `${sandbox.url}/v1`, PAYMENTS_PUBLISHABLE_KEY: testKeys.publishable, PAYMENTS_SECRET_KEY: testKeys.secret, PAYMENTS_WEBHOOK_SECRET: testKeys.webhook });
  const contexts: TestCtx[] = databases.map((database) => testContext(database, { env }));
  const runs = await Promise.all(Array.from({ length: 3 }, async () => (await makeRun(first.db, (await makeCourse(first.db)).id, { capacity })).id));
  const before = await deadlocks();
  const answers = await Promise.allSettled(
    buying.map((person, index) => {
      // Every cart begins with another course.
      const items = runs.map((_, at) => ({ course_id: runs[(at + index) % runs.length] ?? 0, qty: 1 }));
      return beginCheckout((contexts[index % contexts.length] as TestCtx).as(person), { items: index % 2 ? items : items.reverse(), billing: address });
    }),
  );
  const begun = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  await Promise.all(begun.map((answer) => pay(answer)));
  const settled = await Promise.allSettled(begun.flatMap((answer) => contexts.map((ctx) => settlePayment(ctx, answer.given_id))));
  const { rows } = await first.db.execute(sql`
    select (select array_agg(seats_sold order by id) from course_run where id in (${sql.join(runs.map((id) => sql`${id}`), sql`, `)})) as sold,
      (select count(distinct o.id)::int from "order" o join order_line l on l.order_id = o.id where l.run_id = ${runs[0] ?? 0} and o.status = 'paid') as paid,
      (select count(*)::int from attendee where run_id in (${sql.join(runs.map((id) => sql`${id}`), sql`, `)}) and state = 'booked') as people`);
  return {
    ...(rows[0] as { sold: number[]; paid: number; people: number }),
    refused: failures.filter((error) => error instanceof Conflict).length,
    broken: failures.filter((error) => !(error instanceof Conflict)).length + settled.filter((answer) => answer.status === "rejected").length,
    deadlocks: (await deadlocks()) - before,
  };
}

describe("carts with the same courses in another order", () => {
  it("S-08 60 buyers on two pools, the last seats of three courses: each seat sold once, no deadlock", { timeout: 60_000 }, async () => {
    for (let i = 0; i < 4; i++) expect(await round([first, second], 5)).toEqual({ sold: [5, 5, 5], paid: 5, people: 15, refused: buyers - 5, broken: 0, deadlocks: 0 });
  });

  it("negative control: locked as they come, the same carts lock each other out", { timeout: 60_000 }, async () => {
    const { deadlocks: found } = await round([lockingAsTheyCome(first), lockingAsTheyCome(second)], 5, people.slice(0, 6));
    expect(found).toBeGreaterThan(0);
  });

  it("S-08 a repeated submit while its payment is settled: nobody waits for the other", { timeout: 60_000 }, async () => {
    const env = testEnv({ PAYMENTS_API_URL: `${sandbox.url}/v1`, PAYMENTS_PUBLISHABLE_KEY: testKeys.publishable, PAYMENTS_SECRET_KEY: testKeys.secret, PAYMENTS_WEBHOOK_SECRET: testKeys.webhook });
    const run = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity: 500 });
    const before = await deadlocks();
    for (const person of people.slice(0, 30)) {
      const [one, two] = [testContext(first, { env }).as(person), testContext(second, { env }).as(person)];
      const items = [{ course_id: run.id, qty: 1 }];
      const begun = await beginCheckout(one, { items, billing: address });
      await pay(begun);
      const ends = await Promise.allSettled([settlePayment(one, begun.given_id), beginCheckout(two, { items, billing: address })]);
      expect(ends[0]?.status).toBe("fulfilled");
    }
    expect((await deadlocks()) - before).toBe(0);
  });
});
