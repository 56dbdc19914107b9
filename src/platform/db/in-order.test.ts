import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { testContext } from "#test/context.ts";
import { describeOnBothDatabases, openTestDatabase } from "#test/database.ts";
import { inTransaction } from "../context.server.ts";
import { inOrder } from "./in-order.server.ts";
import { sqlStateOf } from "./sql-errors.server.ts";

const add = (id: number) => sql`insert into in_order_test (id) values (${id}) returning id`;
const count = sql`select count(*)::int as rows from in_order_test`;

describeOnBothDatabases("statements sent together", (open) => {
  const fresh = async () => {
    const ctx = testContext(await open());
    await ctx.database.executeSql("drop table if exists in_order_test; create table in_order_test (id int primary key)");
    return ctx;
  };

  it("are refused outside of a transaction", async () => {
    const ctx = await fresh();
    await expect(inOrder(ctx, [add(1)])).rejects.toThrow("outside of a transaction");
  });

  it("are done in their order, each seeing those before it", async () => {
    const ctx = await fresh();
    const answers = await inTransaction(ctx, (ctx) => inOrder<[{ rows: number }, { id: number }, { rows: number }]>(ctx, [count, add(7), count]));
    expect(answers).toEqual([[{ rows: 0 }], [{ id: 7 }], [{ rows: 1 }]]);
  });

  it("fail with the first failure and leave nothing; what came after it can be sent again", async () => {
    const ctx = await fresh();
    const double = inTransaction(ctx, (ctx) => inOrder(ctx, [add(1), add(1), sql`select ${"never sent before"}::text as text`]));
    expect(sqlStateOf(await double.catch((error: unknown) => error))).toBe("23505");
    const [left, [text]] = await inTransaction(ctx, (ctx) => inOrder<[{ rows: number }, { text: string }]>(ctx, [count, sql`select ${"never sent before"}::text as text`]));
    expect([left, text]).toEqual([[{ rows: 0 }], { text: "never sent before" }]);
  });
});

it("what is read after a lock was waited for is what its holder committed (postgres)", async () => {
  const database = await openTestDatabase("postgres");
  onTestFinished(() => database.close());
  const ctx = testContext(database);
  await database.executeSql("create table in_order_test (id int primary key, seats int not null); insert into in_order_test values (1, 5)");
  const held = Promise.withResolvers<void>();
  const first = inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`update in_order_test set seats = 4 where id = 1`);
    held.resolve();
    // The other one waits for this row by now, or will: both ways it reads what is committed here.
    await database.executeSql("select pg_sleep(0.1)");
  });
  await held.promise;
  const [, [read]] = await inTransaction(ctx, (ctx) => inOrder<[unknown, { seats: number }]>(ctx, [sql`select id from in_order_test where id = 1 for update`, sql`select seats from in_order_test where id = 1`]));
  await first;
  expect(read).toEqual({ seats: 4 });
});
