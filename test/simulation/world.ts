/** The world of a history: the site as two processes on one database, with the fake card provider. */
import type { Scheduler } from "fast-check";
import { sql } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { recordTransferRefund } from "#features/settlement/transfers/transfers.server.ts";
import { users } from "#features/people/tables.server.ts";
import { changeSetting, storedSettings } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { Unauthenticated } from "#platform/errors.ts";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { withStatements, type TwoPools } from "#test/two-pools.ts";
import { bank } from "../bank.ts";
import { jobs } from "../../src/jobs.ts";
import type { Sandbox } from "../../sandbox/server.ts";
import { riyadhDay, type Model } from "./model.ts";
import { openTurns, type Turns } from "./turns.ts";

/**
 * A planned cut of connections, which rolls back their transactions. It kills the process that is about to take a lock,
 * or restarts the database, which cuts every connection with an open transaction.
 */
export interface Cut {
  /** Number of locks before the cut; null for no cut. */
  after: number | null;
  isRestart: boolean;
  /** Number of cuts so far. */
  count: number;
}

export interface World {
  processes: readonly [TestCtx, TestCtx];
  sandbox: Sandbox;
  buyers: readonly Viewer[];
  runIds: readonly number[];
  /** A discount code of 10 % for at most six orders. */
  code: string;
  clock: { now: Date };
  turns: Turns;
  /** Whether two steps run at the same time. */
  isCrowded: boolean;
  cut: Cut;
  /** Number of idempotency keys so far, which makes each key different. */
  keys: number;
  /** Ids of the seats that were claimed by their link. */
  claimed: Set<number>;
  /** Text of each certificate by its number, as first read; null until a date has taken place. */
  certificates: Map<string, string> | null;
  /** Buyers whose account is erased. */
  erased: Set<number>;
  /** Sentences about what has happened. */
  story: string[];
  outcomes: { done: number; refused: number };
}

export const buyerCount = 4;
/** Returns a name unlike any other text, so that a search finds every trace that an erasure has left. */
export const getBuyerName = (buyer: number): { name: string } => ({ name: `Zahra${buyer} Qasim` });
export const getBuyerEmail = (buyer: number): string => `zahra${buyer}@example.com`;
/** Runs of one course with few seats: two at the same price, one cheaper, one dearer. They begin after `days`. */
const runFacts = [
  { priceHalalas: 240_000, capacity: 3, days: 30 },
  { priceHalalas: 240_000, capacity: 2, days: 45 },
  { priceHalalas: 200_000, capacity: 4, days: 40 },
  { priceHalalas: 310_000, capacity: 3, days: 60 },
] as const;
export const runCount = runFacts.length;

/** Describes what a statement locks, for the story; undefined if it locks nothing. */
const describeLock = (statement: string): string | undefined =>
  statement.includes("pg_advisory_xact_lock")
    ? "takes a lock by name"
    : / for (?:no key )?(?:update|share)/.test(statement)
      ? `locks ${/ from "(\w+)"/.exec(statement)?.[1] ?? "rows"}`
      : undefined;

const endOtherTransactions = sql`
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and (state = 'idle in transaction' or wait_event_type = 'Lock')`;

/** Sends a request, and sends it again if the process was killed or the database restarted meanwhile. */
export async function sendUntilAnswered<T>({ cut, story }: World, send: () => Promise<T>): Promise<T> {
  const countBefore = cut.count;
  try {
    return await send();
  } catch (error) {
    if (cut.count === countBefore) throw error;
    story.push(`      the ${cut.isRestart ? "database is restarted" : "process is killed"}; the same is sent again`);
    return send();
  }
}

/**
 * Returns the same database with transactions that pause before each lock and after they have committed, and with
 * connections that `cut` may cut.
 */
function withPauses(database: Database, turns: Turns, cut: Cut): Database {
  const pausing = withStatements(database, (statement, tx) => {
    const lock = describeLock(statement.sql);
    if (lock === undefined) return undefined;
    return async (send) => {
      await turns.pause(lock);
      if (cut.after !== null && cut.after-- === 0) {
        cut.after = null;
        cut.count++;
        if (cut.isRestart) await tx.execute(endOtherTransactions);
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      }
      return send();
    };
  });
  return {
    ...pausing,
    transaction: async (work, options) => {
      const result = await pausing.transaction(work, options);
      await turns.pause("has committed");
      return result;
    },
  };
}

/** Tables that migrations fill and all histories share. */
const sharedTables = ["installation", "tax_counter", "site_setting", "setting_period", "search_synonym", "badge_key"];

/** Empties every other table without its triggers and restarts its ids, so that each seed always has the same ids. */
async function emptyTables({ first }: TwoPools): Promise<void> {
  // A table whose size is 0 has never had a row.
  const { rows } = (await first.executeSql(
    `select relname as name, pg_get_serial_sequence(format('%I', relname), attname) as sequence
     from pg_class left join pg_attribute on attrelid = pg_class.oid and attidentity <> ''
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(pg_class.oid) > 0 and relname <> all ($1)`,
    [sharedTables],
  )) as { rows: { name: string; sequence: string | null }[] };
  const statements = rows.flatMap(({ name, sequence }) => [
    `delete from "${name}"`,
    ...(sequence === null ? [] : [`select setval('${sequence}', 1, false)`]),
  ]);
  const policy = "delete from site_setting where key = 'changes'";
  await first.executeSql(["set local session_replication_role = replica", ...statements, policy].join("; "));
}

async function countBlocked({ first }: TwoPools): Promise<number> {
  const { rows } = (await first.executeSql(
    `select count(distinct pid)::int as blocked from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`,
  )) as { rows: { blocked: number }[] };
  return rows[0]?.blocked ?? 0;
}

/** Opens a history at `startsAt`: one course with four dates, four buyers, and a code. */
export async function openWorld(
  pools: TwoPools,
  sandbox: Sandbox,
  { startsAt, scheduler, story }: { startsAt: Date; scheduler: Scheduler; story: string[] },
): Promise<{ world: World; model: Model }> {
  sandbox.control.reset();
  await emptyTables(pools);
  const clock = { now: startsAt };
  const cut: Cut = { after: null, isRestart: false, count: 0 };
  const turns = openTurns({
    scheduler,
    countBlocked: () => countBlocked(pools),
    log: (turn) => void story.push(`      ${turn}`),
  });
  const values = { env: testEnv(paymentsAt(sandbox)), now: () => clock.now };
  const processes = [pools.first, pools.second].map((database) =>
    testContext(withPauses(database, turns, cut), values),
  ) as [TestCtx, TestCtx];
  const { db } = pools.first;
  const courseId = (await makeCourse(db, { slug: "patient-safety", name_eng: "Patient safety" })).id;
  const runIds: number[] = [];
  for (const { priceHalalas, capacity, days } of runFacts) {
    const startDate = addDays(riyadhDate(startsAt), days);
    runIds.push((await makeRun(db, courseId, { startDate, endDate: startDate, days: 1, priceHalalas, capacity })).id);
  }
  // This setting stays from history to history.
  if ((await storedSettings(processes[0])).transfers.iban === "") await changeSetting(processes[0], "transfers", bank);
  const buyers = Array.from({ length: buyerCount }, (_, index) => ({
    id: `buyer-${index}`,
    ...getBuyerName(index),
    nameOther: "سارة ناصر",
    email: getBuyerEmail(index),
    contactNumber: "+966500000001",
    scfhsNumber: "12JM0012345",
    emailVerified: true,
  }));
  await db.insert(users).values(buyers);
  const code = `SIM-${courseId}`;
  await makeCode(db, code, { percent: 10, maxUses: 6 });
  const owner = { role: "owner", locale: "en", createdAt: startsAt, acceptedAt: startsAt } as const;
  const owners = ["staff-owner", "staff-second"].map((id) => ({ id, name: id, email: `${id}@example.com`, ...owner }));
  await db.insert(staffUsers).values(owners);
  const today = riyadhDay(startsAt.getTime());
  return {
    world: {
      processes,
      sandbox,
      buyers,
      runIds,
      code,
      clock,
      turns,
      isCrowded: false,
      cut,
      keys: 0,
      claimed: new Set(),
      certificates: null,
      erased: new Set(),
      story,
      outcomes: { done: 0, refused: 0 },
    },
    model: {
      now: startsAt.getTime(),
      policy: defaultSettings.changes,
      runs: runFacts.map(({ days, priceHalalas }) => ({
        priceHalalas,
        startDay: today + days,
        group: null,
        isCancelled: false,
      })),
      orders: new Map(),
      unsettled: new Map(),
      transfers: [],
    },
  };
}

/**
 * Returns the context of a buyer at one of the two processes, with an IP address of their own. Throws Unauthenticated
 * once the buyer is erased.
 */
export function asBuyer({ processes, buyers, erased }: World, process: 0 | 1, buyer: number): TestCtx {
  if (erased.has(buyer)) throw new Unauthenticated("The account is erased");
  return { ...processes[process].as(buyers[buyer] as Viewer), address: `10.0.0.${buyer + 1}` };
}

/** Returns the context of an owner with a fresh sign-in. */
export const asOwner = ({ processes, clock }: World, process: 0 | 1, id = "staff-owner"): TestCtx =>
  processes[process].asStaff("owner", {
    id,
    get confirmedAt() {
      return clock.now;
    },
  });

/** The scheduled jobs that change seats and money. The others send mails, list cases or tidy. */
const moneyJobs = [
  "sales.reconcile",
  "sales.watch-payments",
  "waiting.move-due",
  "transfers.expire",
  "runs.decide",
] as const;
const isQueuedJob = (name: string) => name === "waiting.offer" || name.startsWith("tasks.run");

/** Runs a job once, in one process. */
export async function runJob(world: World, process: 0 | 1, name: string, data: object = {}): Promise<void> {
  const job = jobs[name];
  if (!job) throw new Error(`There is no job ${name}`);
  await sendUntilAnswered(world, () =>
    job.work({ ...world.processes[process], actor: { kind: "job", name } }, data, { isLast: true }),
  );
}

async function runQueued(world: World, process: 0 | 1): Promise<void> {
  for (const { queued } of world.processes)
    for (const { name, data } of queued.splice(0)) if (isQueuedJob(name)) await runJob(world, process, name, data);
}

/** Runs in one process the queued jobs, then each scheduled job once, then the jobs that these have queued. */
export async function runJobs(world: World, process: 0 | 1): Promise<void> {
  await runQueued(world, process);
  for (const name of moneyJobs) await runJob(world, process, name);
  await runQueued(world, process);
}

/** Records every waiting refund by bank transfer as paid. */
export async function payBackAll(world: World, process: 0 | 1): Promise<void> {
  const ctx = asOwner(world, process);
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    select f.id from refund f join payment p on p.id = f.payment_id
    where p.method = 'transfer' and f.status = 'needs-person' order by f.id`);
  const paidOn = riyadhDate(world.clock.now);
  for (const { id } of rows) await recordTransferRefund(ctx, { refundId: id, reference: `OUT-${id}`, paidOn });
}

/** Moves the clock of both processes and of the model. */
export function advance({ clock }: World, model: Model, minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  model.now = clock.now.getTime();
}
