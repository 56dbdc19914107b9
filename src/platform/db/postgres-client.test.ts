import { readFileSync } from "node:fs";
import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { openTestDatabase } from "#test/open-database.ts";
import { runSqlOn, type Db } from "./database.server.ts";
import { maxNames, createNamedClientClass } from "./postgres.server.ts";

/** Opens a database, and returns `connect` for clients that share at most `max` statement names. */
async function open(max?: number) {
  const database = await openTestDatabase({ poolSize: 2 });
  onTestFinished(() => database.close());
  const Client = createNamedClientClass(max);
  const connect = async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  return { database, connect };
}

const readPlans = async (client: pg.Client) =>
  (await client.query<{ name: string; statement: string }>("select name, statement from pg_prepared_statements")).rows;

it("plans a statement with values once per connection, under one name on all connections; others are planned at each use", async () => {
  const { connect } = await open();
  const [first, second] = [await connect(), await connect()];
  for (const client of [first, second, first]) {
    expect((await client.query("select $1::int + 1 as n", [2])).rows).toEqual([{ n: 3 }]);
    expect((await client.query({ text: "select $1::int as n", values: [4], rowMode: "array" })).rows).toEqual([[4]]);
    await client.query("select 1");
  }
  const plans = await readPlans(first);
  expect(plans.map(({ statement }) => statement).toSorted()).toEqual([
    "select $1::int + 1 as n",
    "select $1::int as n",
  ]);
  expect(await readPlans(second)).toEqual(expect.arrayContaining(plans));
});

it("names each SQL text until there are `maxNames`, below PgBouncer's limit, and runs further texts without a name", async () => {
  const { connect } = await open();
  const client = await connect();
  for (let n = 0; n < maxNames + 20; n++)
    expect((await client.query(`select $1::int as n${n}`, [n])).rows).toEqual([{ [`n${n}`]: n }]);
  const plans = await readPlans(client);
  expect(plans).toHaveLength(maxNames);
  expect(new Set(plans.map(({ statement }) => statement)).size).toBe(maxNames);
  const maxStatements = /\nmax_prepared_statements = (\d+)/.exec(
    readFileSync("deploy/pgbouncer/pgbouncer.ini", "utf8"),
  )?.[1];
  expect(Number(maxStatements)).toBeGreaterThan(maxNames);
});

it("keeps working after PostgreSQL rejects a statement, when parsing or when running it", async () => {
  const { connect } = await open();
  const client = await connect();
  for (let round = 0; round < 2; round++) {
    await expect(client.query("selec $1", [1])).rejects.toMatchObject({ code: "42601" });
    await expect(client.query("select 1 / $1::int as n", [0])).rejects.toMatchObject({ code: "22012" });
    expect((await client.query("select 1 / $1::int as n", [1])).rows).toEqual([{ n: 1 }]);
  }
});

it("retries a transaction on another connection when a migration has outdated its plan", async () => {
  const { database, connect } = await open();
  const client = await connect();
  const text = "select value from outdated where $1 <> ''";
  const read = (tx: Db) => runSqlOn(tx)(text, ["0"]);
  await client.query("create table outdated (value int); insert into outdated values (7)");
  // Plans the statement on both connections of the pool.
  const readAndWait = async (tx: Db) => (await read(tx), tx.execute("select pg_sleep(0.1)"));
  await Promise.all([database.transaction(readAndWait), database.transaction(readAndWait), client.query(text, ["0"])]);
  await client.query("alter table outdated alter value type text");
  // Negative control: the same connection keeps rejecting it.
  for (let n = 0; n < 2; n++) await expect(client.query(text, ["0"])).rejects.toMatchObject({ code: "0A000" });
  expect((await database.transaction(read)).rows).toEqual([{ value: "7" }]);
});
