/** The site as two processes on one database, with the fake card provider: where a history happens. */
import { sql } from "drizzle-orm";
import type { Scheduler } from "fast-check";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Viewer } from "#platform/context.server.ts";
import type { Database, Db } from "#platform/db/database.server.ts";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import type { TwoPools } from "#test/two-pools.ts";
import { jobs } from "../../src/jobs.ts";
import type { Sandbox } from "../../sandbox/server.ts";
import { riyadhDay, type Model } from "./model.ts";

/** Waits at a lock, for another step to go first. */
export type Pause = (statement: string) => Promise<void>;

/** A defence that is off. */
export type Defect = (database: Database) => Database;

export interface World {
  processes: readonly [TestCtx, TestCtx];
  sandbox: Sandbox;
  buyers: readonly Viewer[];
  runIds: readonly number[];
  /** Takes 10 % off. */
  code: string;
  /** Orders of this history have higher ids. */
  lastOrderId: number;
  clock: { now: Date };
  /** Set while two steps run at the same time. */
  pause: { atLock: Pause | null };
  /** Numbers idempotency keys. */
  keys: number;
  scheduler: Scheduler;
  outcomes: { done: number; refused: number };
}

export const buyerCount = 4;
/** Dates of one course: equal, cheaper and dearer than the first, few seats. */
const runFacts = [
  { priceHalalas: 240_000, capacity: 3, days: 30 },
  { priceHalalas: 240_000, capacity: 2, days: 45 },
  { priceHalalas: 200_000, capacity: 4, days: 40 },
  { priceHalalas: 310_000, capacity: 3, days: 60 },
] as const;
export const runCount = runFacts.length;

const isLock = (statement: string) => / for (?:no key )?(?:update|share)/.test(statement);

/** The same database, whose transactions pause before they lock rows. */
function pausingAtLocks(database: Database, pause: World["pause"]): Database {
  const paused = (tx: Db): Db => {
    const { session } = tx._;
    const prepare = session.prepareQuery.bind(session);
    session.prepareQuery = (query, ...rest) => {
      const prepared = prepare(query, ...rest);
      const execute = prepared.execute.bind(prepared);
      return Object.assign(prepared, {
        execute: async (...values: Parameters<typeof execute>) => {
          if (pause.atLock && isLock(query.sql)) await pause.atLock(query.sql);
          return execute(...values);
        },
      });
    };
    return tx;
  };
  return { ...database, transaction: (work, options) => database.transaction((tx) => work(paused(tx)), options) };
}

/** Opens a history at `startsAt`: one course with four dates, four buyers, and a code for 10 % off. */
export async function openWorld(
  pools: TwoPools,
  sandbox: Sandbox,
  { startsAt, scheduler, defect }: { startsAt: Date; scheduler: Scheduler; defect?: Defect | undefined },
): Promise<{ world: World; model: Model }> {
  sandbox.control.reset();
  const clock = { now: startsAt };
  const pause: World["pause"] = { atLock: null };
  const values = { env: testEnv(paymentsAt(sandbox)), now: () => clock.now };
  const processes = [pools.first, pools.second].map((database) =>
    testContext(pausingAtLocks(defect ? defect(database) : database, pause), values),
  ) as [TestCtx, TestCtx];
  const { db } = pools.first;
  const courseId = (await makeCourse(db)).id;
  const runIds: number[] = [];
  for (const { priceHalalas, capacity, days } of runFacts) {
    const startDate = addDays(riyadhDate(startsAt), days);
    runIds.push((await makeRun(db, courseId, { startDate, endDate: startDate, days: 1, priceHalalas, capacity })).id);
  }
  const buyers: Viewer[] = [];
  for (let n = 0; n < buyerCount; n++) buyers.push(await makeUser(db));
  const code = `SIM-${courseId}`;
  await makeCode(db, code, { percent: 10 });
  for (const id of ["staff-owner", "staff-second"])
    await db
      .insert(staffUsers)
      .values({
        id,
        name: id,
        email: `${id}@example.com`,
        role: "owner",
        locale: "en",
        createdAt: startsAt,
        acceptedAt: startsAt,
      })
      .onConflictDoNothing();
  const { rows } = await db.execute<{ id: number }>(sql`select coalesce(max(id), 0)::int as id from "order"`);
  const today = riyadhDay(startsAt.getTime());
  return {
    world: {
      processes,
      sandbox,
      buyers,
      runIds,
      code,
      lastOrderId: rows[0]?.id ?? 0,
      clock,
      pause,
      keys: 0,
      scheduler,
      outcomes: { done: 0, refused: 0 },
    },
    model: {
      now: startsAt.getTime(),
      runs: runFacts.map(({ days, ...facts }) => ({ ...facts, startDay: today + days, isCancelled: false })),
      orders: new Map(),
      unsettled: new Map(),
    },
  };
}

/** A buyer at one of the two processes, on a network of their own. */
export const asBuyer = ({ processes, buyers }: World, process: 0 | 1, buyer: number): TestCtx => ({
  ...processes[process].as(buyers[buyer] as Viewer),
  address: `10.0.0.${buyer + 1}`,
});

/** An owner who has just proved their second factor. */
export const asOwner = ({ processes, clock }: World, process: 0 | 1, id = "staff-owner"): TestCtx =>
  processes[process].asStaff("owner", {
    id,
    get confirmedAt() {
      return clock.now;
    },
  });

/** Jobs that change seats and money; the others send mails, or tidy. */
const scheduled = [
  "sales.reconcile",
  "sales.watch-payments",
  "waiting.move-due",
  "transfers.expire",
  "runs.decide",
  "payments.compare",
] as const;
const isQueuedJob = (name: string) => name === "waiting.offer" || name.startsWith("tasks.run");

/** Runs what was queued, then each scheduled job once, in one process. */
export async function runJobs({ processes }: World, process: 0 | 1): Promise<void> {
  const ctx = processes[process];
  const work = async (name: string, data: object) => {
    const job = jobs[name];
    if (!job) throw new Error(`There is no job ${name}`);
    await job.work({ ...ctx, actor: { kind: "job", name } }, data, { isLast: true });
  };
  for (const { queued } of processes)
    for (const { name, data } of queued.splice(0)) if (isQueuedJob(name)) await work(name, data);
  for (const name of scheduled) await work(name, {});
}

/** Moves the clock of both processes and of the model. */
export function advance({ clock }: World, model: Model, minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  model.now = clock.now.getTime();
}
