/** The last seats and 200 buyers at once, over two connection pools as two processes have them (reliability.md rows 1 and 2). */
import type { SQL } from "drizzle-orm";
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

const buyers = 200;
const capacity = 3;

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

/** The same database with the defence off: the statement that locks the runs is not sent. */
function withoutRunLock(database: Database): Database {
  const dialect = new PgDialect();
  const unlocked = (db: Db): Db =>
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === "execute") return (query: SQL) => (/from course_run .* for update$/s.test(dialect.sqlToQuery(query).sql) ? Promise.resolve({ rows: [] }) : target.execute(query));
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  return { ...database, transaction: (work) => database.transaction((tx) => work(unlocked(tx))) };
}

/** One round: everybody wants a seat of one new run; whoever gets one pays. Counted with SQL. */
async function round(databases: Database[]): Promise<{ held: number; sold: number; charged: number; refused: number; broken: number }> {
  const env = testEnv({ PAYMENTS_API_URL: `${sandbox.url}/v1`, PAYMENTS_PUBLISHABLE_KEY: testKeys.publishable, PAYMENTS_SECRET_KEY: testKeys.secret, PAYMENTS_WEBHOOK_SECRET: testKeys.webhook });
  const contexts: TestCtx[] = databases.map((database) => testContext(database, { env }));
  const run = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity });
  const answers = await Promise.allSettled(
    people.map((person, index) => beginCheckout((contexts[index % contexts.length] as TestCtx).as(person), { items: [{ course_id: run.id, qty: 1 }], billing: address })),
  );
  const begun = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  const { rows: holds } = await first.executeSql(`select coalesce(sum(qty), 0)::int as held from seat_hold where run_id = $1 and state = 'held'`, [run.id]);
  await Promise.all(begun.map((answer) => pay(answer)));
  // Return and webhook at once, on different processes.
  const settled = await Promise.allSettled(begun.flatMap((answer) => contexts.map((ctx) => settlePayment(ctx, answer.given_id))));
  const { rows: sales } = await first.executeSql(
    `select (select seats_sold from course_run where id = $1) as sold,
       (select count(*)::int from "order" o join order_line l on l.order_id = o.id where l.run_id = $1 and o.status = 'paid') as charged`,
    [run.id],
  );
  return {
    held: (holds[0] as { held: number }).held,
    ...(sales[0] as { sold: number; charged: number }),
    refused: failures.filter((error) => error instanceof Conflict).length,
    broken: failures.filter((error) => !(error instanceof Conflict)).length + settled.filter((answer) => answer.status === "rejected").length,
  };
}

describe("the last seats", () => {
  it("S-08 200 buyers on two pools, five rounds: every seat sold once, nobody charged without one", { timeout: 60_000 }, async () => {
    for (let i = 0; i < 5; i++) expect(await round([first, second])).toEqual({ held: capacity, sold: capacity, charged: capacity, refused: buyers - capacity, broken: 0 });
  });

  it("negative control: without the lock on the run the same round holds more seats than there are", { timeout: 60_000 }, async () => {
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    for (let i = 0; i < 5 && !rounds.some((result) => result.held > capacity); i++) rounds.push(await round([withoutRunLock(first), withoutRunLock(second)]));
    expect(Math.max(...rounds.map((result) => result.held))).toBeGreaterThan(capacity);
    // The last line of defence still stands: what was held too often is never sold too often.
    expect(Math.max(...rounds.map((result) => result.sold))).toBeLessThanOrEqual(capacity);
  });
});
