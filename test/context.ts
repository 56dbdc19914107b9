import { getRolePermissions, type StaffRole } from "#features/people/permissions.ts";
import type { Ctx, StaffActor, Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { parseEnv, type Env } from "#platform/env.server.ts";
import { createLog } from "#platform/log.server.ts";

/** Settings as on a fresh machine, plus `values`. */
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

/** Tests read these, nothing runs. */
export interface QueuedJob {
  name: string;
  data: object;
}

export interface TestCtx extends Ctx {
  queued: QueuedJob[];
  /** Moves the context's clock. */
  clock: { now: Date };
  /** The same context with a learner logged in. */
  as(viewer: Viewer): TestCtx;
  /** The same context with a member of the staff who has just proved their second factor. */
  asStaff(role: StaffRole, values?: Partial<StaffActor>): TestCtx;
}

/** Their proof stays fresh however the clock is moved, unless the test says when it was. */
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

/** For what needs a context and asks the database nothing, such as the wording of a mail. */
export const noDatabase = { db: null } as unknown as Database;

/**
 * The context every verb gets first, on a real database, with a clock that tests can move and jobs that are only
 * collected.
 */
export function testContext(database: Database, values: Partial<Ctx> = {}): TestCtx {
  const queued: QueuedJob[] = [];
  const clock = { now: new Date() };
  const make = (more: Partial<Ctx>): TestCtx => ({
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
    ...more,
    queued,
    clock,
    as: (viewer) =>
      make({
        ...more,
        actor: { kind: "learner", id: viewer.id },
        viewer: { id: viewer.id, name: viewer.name, email: viewer.email },
      }),
    asStaff: (role, values) => make({ ...more, actor: staffActor(role, clock, values), viewer: null }),
  });
  return make({});
}
