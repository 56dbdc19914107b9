/**
 * Kills the application process (kill -9) between freeing a seat and offering it: the first waitlist entry gets one
 * offer.
 */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { advanceDueWaitlists } from "#features/waitlist/waitlist.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase, stepsToKill, type TestDatabase } from "#test/database.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import { startAppProcess } from "./app-process.ts";

let sandbox: Sandbox;
let database: TestDatabase;
let ctx: TestCtx;

beforeAll(async () => {
  sandbox = await startSandbox();
  database = await openTestDatabase();
  ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
});
afterAll(async () => {
  await database.close();
  await sandbox.close();
});

/**
 * Sells the only seat of a run that someone else waits for. Then its buyer cancels it in a new process, which is killed
 * at step `killAt`, or not at all if that is 0. `steps` is null if it was killed.
 */
async function freeSeatInNewProcess(killAt: number): Promise<{ runId: number; steps: number | null }> {
  const { db } = database;
  const runId = (await makeRun(db, (await makeCourse(db)).id, { capacity: 1 })).id;
  const [buyer, waitingUser] = [await makeUser(db), await makeUser(db)];
  const begun = await beginCheckout(ctx.as(buyer), { items: [{ runId, qty: 1 }], billing: address });
  await pay(begun);
  await settlePayment(ctx, begun.given_id);
  await db.insert(waitlistEntries).values({ runId, userId: waitingUser.id, seats: 1, rank: 1, joinedAt: ctx.now() });
  const [seat] = await db.select().from(enrolments).where(eq(enrolments.runId, runId));
  const app = await startAppProcess(database.url ?? "", sandbox.url);
  const person = { id: buyer.id, name: buyer.name, email: buyer.email };
  try {
    const task = { kind: "free" as const, runId, orderId: begun.order_id, seatId: seat?.id ?? 0, person, killAt };
    return { runId, steps: (await app.do(task))?.steps ?? null };
  } finally {
    await app.end();
  }
}

/** Seats sold, offers made, and mails about them. */
async function readWaitlist(runId: number) {
  const [run] = await database.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
  const [entry] = await database.db.select().from(waitlistEntries).where(eq(waitlistEntries.runId, runId));
  const { key, template } = outboxMails;
  const mail = and(eq(template, "waiting-offer"), eq(key, `waiting-offer:${entry?.id ?? 0}:1`));
  return { sold: run?.seatsSold, offers: entry?.offers, mails: await database.db.$count(outboxMails, mail) };
}

it(
  "W-01 X-01 after a kill at each step from cancellation to offer, the jobs offer a freed seat once",
  { timeout: 540_000 },
  async () => {
    const { steps: total, ...complete } = await freeSeatInNewProcess(0);
    expect(await readWaitlist(complete.runId)).toEqual({ sold: 0, offers: 1, mails: 1 });
    const runs: number[] = [];
    const steps = stepsToKill(total ?? 0);
    while (steps.length > 0)
      for (const { runId, steps: passed } of await Promise.all(steps.splice(0, 3).map(freeSeatInNewProcess))) {
        expect(passed).toBeNull();
        runs.push(runId);
      }
    const before = await Promise.all(runs.map(readWaitlist));
    // Negative control: without the job a freed seat is offered to no one.
    expect(before).toContainEqual({ sold: 0, offers: 0, mails: 0 });
    const killedAt = ctx.clock.now.getTime();
    for (const seconds of [0, 5, 60]) {
      ctx.clock.now = new Date(killedAt + seconds * 1000);
      await reconcile(ctx);
      await advanceDueWaitlists(ctx);
    }
    for (const state of await Promise.all(runs.map(readWaitlist)))
      expect(state).toEqual(state.sold === 1 ? { sold: 1, offers: 0, mails: 0 } : { sold: 0, offers: 1, mails: 1 });
  },
);
