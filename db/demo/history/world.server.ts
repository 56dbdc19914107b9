/** A company at work under a clock that is moved: who acts, what they buy, and what is to happen next. */
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
  /** No one in particular, at the moved time. */
  ctx: Ctx;
  sandbox: Sandbox;
  /** The day of loading in Riyadh. */
  today: string;
  /** Where everyone has arrived. */
  now(): Date;
  /** Lets minutes go by. */
  pass(minutes: number): void;
  /** Has something happen on a day counted from today, at a time in Riyadh. What would be to come does not happen. */
  on(day: number, time: string, work: () => Promise<void>): void;
  /** Has something happen so many minutes from where everyone has arrived. */
  later(minutes: number, work: () => Promise<void>): void;
  /** As a member of the staff, with a fresh second factor. */
  as(role: StaffRole): Ctx;
  person(key: string): DemoPerson;
  /** As someone with an account, in their language. */
  buyer(key: string): Ctx & { viewer: Viewer };
  run(key: RunKey): number;
  /** Makes a run known that was opened in the course of events. */
  opened(key: RunKey, id: number): void;
  /** Does the staff's long work that was started. */
  doTasks(): Promise<void>;
  /** Has everything happen, in the order of time. */
  play(): Promise<void>;
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
 * Everyone who has an account but the learner, who has one already: registered in the morning of their first course
 * bought, without a password, which nothing here needs and which takes long to hash.
 */
async function registerPeople(ctx: Ctx, today: string): Promise<void> {
  const rows = demoPeople.map((person, at) => {
    const own = demoSales.filter(({ buyer, people }) => buyer === person.key || people?.includes(person.key));
    const day = own.length > 0 ? Math.min(...own.map((sale) => sale.day)) : firstDay;
    const createdAt = riyadhInstant(addDays(today, day), `08:${String(at % 60).padStart(2, "0")}`);
    return {
      id: randomUUID(),
      name: getPersonName(person),
      // A few have not written it, which certificates wait for.
      nameOther: at % 9 === 8 ? null : person.locale === "ar" ? person.nameEng : person.nameAr,
      email: getPersonEmail(person),
      // A few have never clicked; a waiting list wants a confirmed address.
      emailVerified: at % 9 !== 4 || waitingPeople.includes(person.key),
      contactNumber: `+96655000${String(1000 + at)}`,
      // Some have none yet, which the roster asks for.
      scfhsNumber: at % 5 === 3 ? "" : `${String(10 + (at % 80))}RM00${String(20_000 + at * 137)}`,
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
    Object.entries(demoRunKeys).map(([key, [slug, place]]) => {
      const run = rows.filter((row) => row.slug === slug)[place];
      if (!run) throw new Error(`The demo has no run ${slug} ${place}`);
      return [key as RunKey, run.id];
    }),
  );
}

/**
 * Opens the company's world in the open transaction of `real`. The fake provider of the past writes the journal in
 * `DATA_DIR`, which the site's own reads when it starts.
 */
export async function openWorld(real: Ctx, kinds: readonly AnyTaskKind[]): Promise<World> {
  const end = real.now();
  const today = riyadhDate(end);
  let clock = riyadhInstant(addDays(today, firstDay), "08:00");
  const now = () => clock;
  // As `npm start` runs it: from its own files, not from the bundle.
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
    // One transaction holds it all, and no one else is here: nobody to wait for.
    database: { ...real.database, transaction: (work) => real.db.transaction(work) },
    now,
    env: { ...env, PAYMENTS_API_URL: `${sandbox.url}/v1`, RATE_LIMIT_FACTOR: 1000 },
    actor: { kind: "visitor" },
    jobs: {
      // Mails are in the outbox, where those that are young enough get their job at the end.
      send: async (_, name, data) => void (name === taskJob && queued.push(data as { id: number })),
    },
  };
  const staff = await readStaff(ctx, now);
  await registerPeople(ctx, today);
  const accounts = new Map((await ctx.db.select().from(users)).map((user) => [user.email, user]));
  const runs = await readRuns(ctx);
  const people = new Map(demoPeople.map((person) => [person.key, person]));
  const plan: { at: Date; work: () => Promise<void> }[] = [];

  const person = (key: string) => {
    const demoPerson = people.get(key);
    if (!demoPerson) throw new Error(`No one in the demo's history is called ${key}`);
    return demoPerson;
  };
  const on = (at: Date, work: () => Promise<void>) => void (at < end && plan.push({ at, work }));
  const as = (role: StaffRole): Ctx => {
    const actor = staff.get(role);
    if (!actor) throw new Error(`The demo has no ${role}`);
    return { ...ctx, actor };
  };
  return {
    ctx,
    sandbox,
    today,
    now,
    pass: (minutes) => void (clock = new Date(Math.min(clock.getTime() + minutes * 60_000, end.getTime()))),
    on: (day, time, work) => on(riyadhInstant(addDays(today, day), time), work),
    later: (minutes, work) => on(new Date(clock.getTime() + minutes * 60_000), work),
    as,
    person,
    buyer(key) {
      const user = accounts.get(key === "learner" ? "learner@example.com" : getPersonEmail(person(key)));
      if (!user) throw new Error(`${key} has no account`);
      const { id, name, email } = user;
      const locale = user.locale === "ar" ? "ar" : "en";
      return { ...ctx, locale, viewer: { id, name, email }, actor: { kind: "learner", id } };
    },
    run(key) {
      const id = runs.get(key);
      if (id === undefined) throw new Error(`Run ${key} is not open yet`);
      return id;
    },
    opened: (key, id) => void runs.set(key, id),
    async doTasks() {
      const job: Ctx = { ...ctx, actor: { kind: "job", name: taskJob } };
      for (let task = queued.shift(); task; task = queued.shift()) await runTasks(kinds)(job, task, { isLast: true });
    },
    async play() {
      for (;;) {
        const next = plan.reduce<(typeof plan)[number] | null>(
          (first, one) => (first === null || one.at < first.at ? one : first),
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
