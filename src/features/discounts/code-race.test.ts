/** 200 buyers for a code of 20 uses, and one buyer with two first-order codes, over two connection pools. */
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { endUnpaidOrders } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { inTransaction, type Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { address } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { inFlight, makeBuyers, openTwoPools, withStatements, type TwoPools } from "#test/two-pools.ts";

const uses = 20;
const endingHolds = 10;
let pools: TwoPools;
let people: Viewer[];
let runs: number[];

beforeAll(async () => {
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, 700);
  runs = [];
  // Many runs, so that buyers do not wait for the lock of a run before the lock of the code.
  for (let at = 0; at < 40; at++)
    runs.push((await makeRun(pools.first.db, (await makeCourse(pools.first.db)).id, { capacity: 1000 })).id);
});
afterAll(() => pools.close());

async function playRound(databases: Database[], code: string, count: number, { doHoldsEnd = true } = {}) {
  const { id } = await makeCode(pools.first.db, code, { maxUses: uses });
  const env = testEnv({ RATE_LIMIT_FACTOR: "1000" });
  const contexts = databases.map((database) => testContext(database, { env }));
  // Buyers are on many networks, for the same reason.
  const buy = (buyer: Viewer, at: number) =>
    beginCheckout(
      { ...(contexts[at % contexts.length] as TestCtx).as(buyer), address: `10.0.${at >> 8}.${at & 255}` },
      {
        items: [{ runId: runs[at % runs.length] ?? 0, qty: 1 }],
        billing: address,
        discountCode: code,
      },
    );
  const [first] = contexts as [TestCtx];
  const holders: number[] = [];
  for (let at = 0; at < endingHolds; at++) holders.push((await buy(people.pop() as Viewer, at)).order_id);
  const release = (orderId: number) => inTransaction(first, (ctx) => endUnpaidOrders(ctx, [orderId], "superseded"));
  const buyers = people.splice(-count);
  const tries = await Promise.allSettled(
    buyers.flatMap((buyer, at) => [
      inFlight(() => buy(buyer, at)),
      ...(doHoldsEnd && at % (count / endingHolds) === 1
        ? [inFlight(() => release(holders[Math.floor((at * endingHolds) / count)] ?? 0))]
        : []),
    ]),
  );
  const broken = tries.flatMap((one) =>
    one.status === "rejected" && !(one.reason instanceof ValidationError) ? [one.reason as unknown] : [],
  );
  return { broken, used: await countHolding(id), buy, id };
}

/** The database with its defence off: the code is not locked, and after the count a pause lets others buy. */
const unlocked = (database: Database): Database =>
  withStatements(database, ({ sql }) => {
    if (/from "discount_code" .* for update$/s.test(sql)) return sql.replace(/ for update$/, "");
    return /count\(\*\).*"discount_code_id" in/s.test(sql) ? sql.replace(" from ", ", pg_sleep(0.1) from ") : undefined;
  });

async function countHolding(codeId: number): Promise<number> {
  const held = pools.first.db.select({ id: enrolments.orderId }).from(enrolments).where(eq(enrolments.state, "held"));
  return pools.first.db.$count(orders, and(eq(orders.discountCodeId, codeId), inArray(orders.id, held)));
}

describe("200 buyers for a code of 20 uses, while 10 holds end", () => {
  it("X-05 exactly 20 buyers get it", async () => {
    const { broken, used, buy, id } = await playRound([pools.first, pools.second], "TWENTY", 200);
    expect(broken).toEqual([]);
    expect(used).toBe(uses);
    await expect(buy(people.pop() as Viewer, 0)).rejects.toBeInstanceOf(ValidationError);
    expect(await countHolding(id)).toBe(uses);
  });

  it("X-05 negative control: without the lock on the code more than 20 get it", async () => {
    let used = 0;
    // No hold ends in these rounds: it would free a use and hide one above the limit.
    for (let i = 0; i < 5 && used <= uses; i++)
      used = (await playRound([pools.first, pools.second].map(unlocked), `CONTROL-${i}`, 80, { doHoldsEnd: false }))
        .used;
    expect(used).toBeGreaterThan(uses);
  });
});

describe("one account with two first-order codes, in two checkouts of two processes at once", () => {
  /** Begins both checkouts, each with a code and a run of its own, so that no lock on these makes one wait. */
  async function beginTwice(databases: Database[], name: string) {
    const codes = [`${name}-1`, `${name}-2`];
    for (const code of codes) await makeCode(pools.first.db, code, { firstOrderOnly: true });
    const buyer = people.pop() as Viewer;
    const env = testEnv({ RATE_LIMIT_FACTOR: "1000" });
    const tries = await Promise.allSettled(
      codes.map((discountCode, at) => {
        const ctx = testContext(databases[at] as Database, { env }).as(buyer);
        const items = [{ runId: runs[at] ?? 0, qty: 1 }];
        return inFlight(() => beginCheckout(ctx, { items, billing: address, discountCode }));
      }),
    );
    return tries.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  }
  /** The database with its defence off: no advisory lock, and after the check a pause lets the other checkout buy. */
  const unguarded = (database: Database): Database => {
    const slow = withStatements(database, ({ sql }) => {
      if (/pg_advisory_xact_lock/.test(sql)) return "select 1 where $1::text is not null";
      const isOrderCount = /^select count\(\*\).* from "order" where \("order"."user_id"/s.test(sql);
      return isOrderCount ? sql.replace(" from ", ", pg_sleep(0.1) from ") : undefined;
    });
    return { ...slow, transaction: (work, { advisoryLock: _lock, ...others } = {}) => slow.transaction(work, others) };
  };

  it("X-05 only one checkout gets its discount", async () => {
    for (let at = 0; at < 5; at++) {
      const refused = await beginTwice([pools.first, pools.second], `FIRST-${at}`);
      expect(refused).toEqual([expect.any(ValidationError)]);
    }
  });

  it("X-05 negative control: without the locks both checkouts get theirs", async () => {
    let refused: unknown[] = [];
    for (let at = 0; at < 5 && (at === 0 || refused.length > 0); at++)
      refused = await beginTwice([pools.first, pools.second].map(unguarded), `BOTH-${at}`);
    expect(refused).toEqual([]);
  });
});
