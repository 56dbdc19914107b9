/**
 * 200 buyers compete for the last seats over two connection pools; only the database prevents a double sale
 * (reliability.md rows 1 and 2). test/simulation runs this race with all defences.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import type { Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { inFlight, makeBuyers, openTwoPools, sorted, withoutStatement, type TwoPools } from "#test/two-pools.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { beginCheckout } from "./begin-checkout.server.ts";

const buyers = 200;
const capacity = 3;

let sandbox: Sandbox;
let pools: TwoPools;
let people: Viewer[];

beforeAll(async () => {
  sandbox = await startSandbox();
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, buyers);
});
afterAll(async () => {
  await pools.close();
  await sandbox.close();
});

/** The defence off: the statement that locks the runs is not sent. */
const withoutRunLock = (database: Database) => withoutStatement(database, /from "course_run" .* for update$/s);

/** Plays a round: everyone asks for a seat of one new run, and those who get one pay. Counts the seats with SQL. */
async function playRound(databases: Database[]): Promise<{ held: number; sold: number; charged: number }> {
  const { first } = pools;
  const contexts: TestCtx[] = databases.map((database) => testContext(database, { env: testEnv(paymentsAt(sandbox)) }));
  const run = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity });
  const tries = sorted(
    await Promise.allSettled(
      people.map((person, index) =>
        inFlight(() =>
          beginCheckout((contexts[index % contexts.length] as TestCtx).as(person), {
            items: [{ runId: run.id, qty: 1 }],
            billing: address,
          }),
        ),
      ),
    ),
  );
  const { rows: holds } = await first.executeSql(
    `select count(*)::int as held from enrolment where run_id = $1 and state = 'held'`,
    [run.id],
  );
  await Promise.all(tries.answers.map((answer) => pay(answer)));
  // Settles each payment twice at once, as its return and its webhook do on different processes.
  await Promise.allSettled(
    tries.answers.flatMap((answer) => contexts.map((ctx) => settlePayment(ctx, answer.given_id))),
  );
  const { rows: sales } = await first.executeSql(
    `select (select seats_sold from course_run where id = $1) as sold,
       (select count(*)::int from "order" o join order_line l on l.order_id = o.id where l.run_id = $1 and o.status = 'paid') as charged`,
    [run.id],
  );
  return {
    held: (holds[0] as { held: number }).held,
    ...(sales[0] as { sold: number; charged: number }),
  };
}

describe("the last seats", () => {
  it("S-08 G-01 without the lock on the run the database keeps a seat from being held or sold twice", async () => {
    const { held, sold, charged } = await playRound([pools.first, pools.second].map(withoutRunLock));
    expect([held, sold, charged]).toEqual([capacity, capacity, capacity]);
  });
});
