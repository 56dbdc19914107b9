import { getRolePermissions, type StaffRole } from "#features/people/permissions.ts";
import type { Ctx, StaffActor, Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { parseEnv, type Env } from "#platform/env.server.ts";
import { createLog } from "#platform/log.server.ts";

/** Returns the settings of a new installation, changed by `values`. */
export function testEnv(values: Record<string, string> = {}): Env {
  return parseEnv({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    RATE_LIMIT_FACTOR: "1000",
    AUTH_SECRET: "test-secret-of-more-than-32-characters",
    DATA_DIR: process.env["TEST_DATA_DIR"] ?? "",
    ...values,
  });
}

/** A job that was queued. The test context only collects jobs and runs none. */
export interface QueuedJob {
  name: string;
  data: object;
}

export interface TestCtx extends Ctx {
  queued: QueuedJob[];
  /** The present time of the context. Tests may change it. */
  clock: { now: Date };
  /** Returns the same context with a learner logged in. */
  as(viewer: Viewer): TestCtx;
  /** Returns the same context with a member of the staff whose sign-in is fresh. */
  asStaff(role: StaffRole, values?: Partial<StaffActor>): TestCtx;
}

/** Creates a member of the staff. Their sign-in stays fresh when the clock moves, unless `values` sets its time. */
function staffActor(role: StaffRole, clock: { now: Date }, values: Partial<StaffActor> = {}): StaffActor {
  const actor: StaffActor = {
    kind: "staff",
    id: `staff-${role}`,
    name: `Staff ${role}`,
    nameAr: null,
    role,
    permissions: getRolePermissions(role),
    sessionId: `session-${role}`,
    get confirmedAt() {
      return clock.now;
    },
  };
  return Object.defineProperties(actor, Object.getOwnPropertyDescriptors(values));
}

/** For contexts of code that does not query the database, such as the texts of a mail. */
export const noDatabase = { db: null } as unknown as Database;

/** Creates a context on a real database, with a clock that tests can move and with jobs that are only collected. */
export function testContext(database: Database, values: Partial<Ctx> = {}): TestCtx {
  const queued: QueuedJob[] = [];
  const clock = { now: new Date() };
  const createContext = (overrides: Partial<Ctx>): TestCtx => ({
    database,
    db: database.db,
    actor: { kind: "visitor" },
    viewer: null,
    token: null,
    locale: "en",
    now: () => clock.now,
    env: testEnv(),
    log: createLog("silent"),
    jobs: { send: async (_, name, data) => void queued.push({ name, data }) },
    requestId: "test",
    address: "127.0.0.1",
    userAgent: "",
    afterCommit: null,
    ...values,
    ...overrides,
    queued,
    clock,
    as: (viewer) =>
      createContext({
        ...overrides,
        actor: { kind: "learner", id: viewer.id },
        viewer: { id: viewer.id, name: viewer.name, email: viewer.email },
      }),
    asStaff: (role, values) => createContext({ ...overrides, actor: staffActor(role, clock, values), viewer: null }),
  });
  return createContext({});
}

/** Returns the same context with a clock that moves a second whenever it is read, so that no two drawn PDFs are alike. */
export const withTickingClock = (ctx: TestCtx): TestCtx => ({
  ...ctx,
  now: () => (ctx.clock.now = new Date(ctx.clock.now.getTime() + 1000)),
});
