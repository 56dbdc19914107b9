/** A simulated company under a simulated clock: its people, its runs, and a schedule of what they do. */
import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { eq } from "drizzle-orm";
import { getRolePermissions, type StaffRole } from "#features/people/permissions.ts";
import { users } from "#features/people/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { taskJob, runTasks } from "#features/staff/tasks/run.server.ts";
import type { AnyTaskKind } from "#features/staff/tasks/define.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import type { Ctx, StaffActor, Viewer } from "#platform/context.server.ts";
import type { Sandbox } from "../../../sandbox/server.ts";
import { demoPeople, getPersonEmail, getPersonName, waitingPeople, type DemoPerson } from "./people.ts";
import { demoRunKeys, demoSales, type RunKey } from "./sales.ts";

export interface World {
  /** A visitor's context, at the simulated time. */
  ctx: Ctx;
  sandbox: Sandbox;
  /** The day of loading in Riyadh. */
  today: string;
  /** The simulated time. */
  now(): Date;
  /** Moves the simulated clock forward, at most to the real time. */
  advance(minutes: number): void;
  /** Schedules work for a day counted from today, at a time in Riyadh. Work in the real future is dropped. */
  schedule(day: number, time: string, work: () => Promise<void>): void;
  /** Schedules work for some minutes after the simulated time. Work in the real future is dropped. */
  scheduleIn(minutes: number, work: () => Promise<void>): void;
  /** Context of the demo's staff member with this role, with a fresh sign-in. Throws when there is none. */
  asStaff(role: StaffRole): Ctx;
  getPerson(key: string): DemoPerson;
  /** Context of someone with an account, in their language. Throws when they have no account. */
  asBuyer(key: string): Ctx & { viewer: Viewer };
  getRunId(key: RunKey): number;
  /** Stores the id of a run that staff created during the history. */
  addRun(key: RunKey, id: number): void;
  /** Runs the background tasks that staff have started. */
  runQueuedTasks(): Promise<void>;
  /** Does all scheduled work in the order of time, then moves the clock to the real time. */
  playSchedule(): Promise<void>;
  close(): Promise<void>;
}

/** The first day of the history, counted from today. */
export const firstDay = -490;

async function readStaff(ctx: Ctx, now: () => Date): Promise<Map<StaffRole, StaffActor>> {
  const rows = await ctx.db.select().from(staffUsers).where(eq(staffUsers.isDemo, true));
  return new Map(
    rows.map(({ id, name, nameAr, role }) => [
      role,
      {
        kind: "staff",
        id,
        name,
        nameAr,
        role,
        permissions: getRolePermissions(role),
        sessionId: "demo",
        get confirmedAt() {
          return now();
        },
      },
    ]),
  );
}

/**
 * Registers all demo people except the learner, who has an account already. Each registers on the morning of the day
 * of their first sale. They get no password: nothing here needs one, and hashing takes long.
 */
async function registerPeople(ctx: Ctx, today: string): Promise<void> {
  const rows = demoPeople.map((person, index) => {
    const sales = demoSales.filter(({ buyer, people }) => buyer === person.key || people?.includes(person.key));
    const day = sales.length > 0 ? Math.min(...sales.map((sale) => sale.day)) : firstDay;
    const createdAt = riyadhInstant(addDays(today, day), `08:${String(index % 60).padStart(2, "0")}`);
    return {
      id: randomUUID(),
      name: getPersonName(person),
      // A few people lack this name; their certificates wait for it.
      nameOther: index % 9 === 8 ? null : person.locale === "ar" ? person.nameEng : person.nameAr,
      email: getPersonEmail(person),
      // A few never confirmed their address. A waitlist requires a confirmed one.
      emailVerified: index % 9 !== 4 || waitingPeople.includes(person.key),
      contactNumber: `+96655000${String(1000 + index)}`,
      // Some have no SCFHS number yet; the roster asks them for it.
      scfhsNumber: index % 5 === 3 ? "" : `${String(10 + (index % 80))}RM00${String(20_000 + index * 137)}`,
      workplace: person.workplace,
      profession: person.profession,
      locale: person.locale,
      termsAcceptedAt: createdAt,
      createdAt,
      updatedAt: createdAt,
    };
  });
  await ctx.db.insert(users).values(rows);
}

async function readRuns(ctx: Ctx): Promise<Map<RunKey, number>> {
  const rows = await ctx.db
    .select({ id: courseRuns.id, slug: courses.slug })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .orderBy(courseRuns.id);
  return new Map(
    Object.entries(demoRunKeys).map(([key, [slug, runIndex]]) => {
      const run = rows.filter((row) => row.slug === slug)[runIndex];
      if (!run) throw new Error(`The demo has no run ${slug} ${runIndex}`);
      return [key as RunKey, run.id];
    }),
  );
}

/**
 * Opens the simulated company in the open transaction of `real`. Starts a fake card provider of its own, which writes
 * its journal to `DATA_DIR`; the site's fake provider reads that journal when it starts.
 */
export async function openWorld(real: Ctx, kinds: readonly AnyTaskKind[]): Promise<World> {
  const end = real.now();
  const today = riyadhDate(end);
  let clock = riyadhInstant(addDays(today, firstDay), "08:00");
  const now = () => clock;
  // Like `npm start`, import the sandbox from its own files, not from the bundle.
  const path = pathToFileURL(resolve("sandbox/server.ts")).href;
  const { startSandbox } = (await import(/* @vite-ignore */ path)) as typeof import("../../../sandbox/server.ts");
  const sandbox = await startSandbox({
    dataDir: join(real.env.DATA_DIR, "sandbox"),
    publishableKey: real.env.PAYMENTS_PUBLISHABLE_KEY,
    secretKey: real.env.PAYMENTS_SECRET_KEY,
    webhookSecret: real.env.PAYMENTS_WEBHOOK_SECRET,
    clock: () => clock.getTime(),
  });
  const { SMTP_URL: _, ...env } = real.env;
  const queued: { id: number }[] = [];
  const ctx: Ctx = {
    ...real,
    // Everything happens in one transaction, and nothing else runs, so there is no lock to wait for.
    database: { ...real.database, transaction: (work) => real.db.transaction(work) },
    now,
    env: { ...env, PAYMENTS_API_URL: `${sandbox.url}/v1`, RATE_LIMIT_FACTOR: 1000 },
    actor: { kind: "visitor" },
    jobs: {
      // Mails stay in the outbox; `fillMailbox` handles the recent ones at the end.
      send: async (_, name, data) => void (name === taskJob && queued.push(data as { id: number })),
    },
  };
  const staff = await readStaff(ctx, now);
  await registerPeople(ctx, today);
  const accounts = new Map((await ctx.db.select().from(users)).map((user) => [user.email, user]));
  const runs = await readRuns(ctx);
  const people = new Map(demoPeople.map((person) => [person.key, person]));
  const plan: { at: Date; work: () => Promise<void> }[] = [];

  const getPerson = (key: string) => {
    const demoPerson = people.get(key);
    if (!demoPerson) throw new Error(`No one in the demo's history is called ${key}`);
    return demoPerson;
  };
  const scheduleAt = (at: Date, work: () => Promise<void>) => void (at < end && plan.push({ at, work }));
  const asStaff = (role: StaffRole): Ctx => {
    const actor = staff.get(role);
    if (!actor) throw new Error(`The demo has no ${role}`);
    return { ...ctx, actor };
  };
  return {
    ctx,
    sandbox,
    today,
    now,
    advance: (minutes) => void (clock = new Date(Math.min(clock.getTime() + minutes * 60_000, end.getTime()))),
    schedule: (day, time, work) => scheduleAt(riyadhInstant(addDays(today, day), time), work),
    scheduleIn: (minutes, work) => scheduleAt(new Date(clock.getTime() + minutes * 60_000), work),
    asStaff,
    getPerson,
    asBuyer(key) {
      const user = accounts.get(key === "learner" ? "learner@example.com" : getPersonEmail(getPerson(key)));
      if (!user) throw new Error(`${key} has no account`);
      const { id, name, email } = user;
      const locale = user.locale === "ar" ? "ar" : "en";
      return { ...ctx, locale, viewer: { id, name, email }, actor: { kind: "learner", id } };
    },
    getRunId(key) {
      const id = runs.get(key);
      if (id === undefined) throw new Error(`Run ${key} is not open yet`);
      return id;
    },
    addRun: (key, id) => void runs.set(key, id),
    async runQueuedTasks() {
      const job: Ctx = { ...ctx, actor: { kind: "job", name: taskJob } };
      for (let task = queued.shift(); task; task = queued.shift()) await runTasks(kinds)(job, task, { isLast: true });
    },
    async playSchedule() {
      for (;;) {
        const next = plan.reduce<(typeof plan)[number] | null>(
          (earliest, step) => (earliest === null || step.at < earliest.at ? step : earliest),
          null,
        );
        if (!next) break;
        plan.splice(plan.indexOf(next), 1);
        if (next.at > clock) clock = next.at;
        await next.work();
      }
      clock = end;
    },
    close: () => sandbox.close(),
  };
}
