import { readFileSync } from "node:fs";
import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { openTestDatabase } from "#test/open-database.ts";
import { runSqlOn, type Db } from "./database.server.ts";
import { maxNames, namedClient } from "./postgres.server.ts";

/** A database and a way to connect to it, by clients that share `most` names. */
async function open(most?: number) {
  const database = await openTestDatabase({ poolSize: 2 });
  onTestFinished(() => database.close());
  const Client = namedClient(most);
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

it("plans a statement with values once, by the same name on each connection, and one without values at each use", async () => {
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  for (const client of [one, other, one]) {
    expect((await client.query("select $1::int + 1 as n", [2])).rows).toEqual([{ n: 3 }]);
    expect((await client.query({ text: "select $1::int as n", values: [4], rowMode: "array" })).rows).toEqual([[4]]);
    await client.query("select 1");
  }
  const plans = await readPlans(one);
  expect(plans.map(({ statement }) => statement).toSorted()).toEqual([
    "select $1::int + 1 as n",
    "select $1::int as n",
  ]);
  expect(await readPlans(other)).toEqual(expect.arrayContaining(plans));
});

it("gives no two texts one name and no more names than PgBouncer keeps, and answers as before when they are gone", async () => {
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

it("goes on after statements that PostgreSQL refuses, at once or when they run", async () => {
  const { connect } = await open();
  const client = await connect();
  for (let round = 0; round < 2; round++) {
    await expect(client.query("selec $1", [1])).rejects.toMatchObject({ code: "42601" });
    await expect(client.query("select 1 / $1::int as n", [0])).rejects.toMatchObject({ code: "22012" });
    expect((await client.query("select 1 / $1::int as n", [1])).rows).toEqual([{ n: 1 }]);
  }
});

it("a transaction whose plan a migration has outdated is tried again on another connection", async () => {
  const { database, connect } = await open();
  const client = await connect();
  const text = "select value from outdated where $1 <> ''";
  const read = (tx: Db) => runSqlOn(tx)(text, ["0"]);
  await client.query("create table outdated (value int); insert into outdated values (7)");
  // On both connections of the pool.
  const readAndWait = async (tx: Db) => (await read(tx), tx.execute("select pg_sleep(0.1)"));
  await Promise.all([database.transaction(readAndWait), database.transaction(readAndWait), client.query(text, ["0"])]);
  await client.query("alter table outdated alter value type text");
  // Negative control: the same connection refuses it for ever.
  for (let n = 0; n < 2; n++) await expect(client.query(text, ["0"])).rejects.toMatchObject({ code: "0A000" });
  expect((await database.transaction(read)).rows).toEqual([{ value: "7" }]);
});
