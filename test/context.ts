import type { Ctx, Viewer } from "#platform/context.server.ts";
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
  /** The same context with someone logged in. */
  as(viewer: Viewer): TestCtx;
}

/** The context every verb gets first, on a real database, with a clock that tests can move and jobs that are only collected. */
export function testContext(database: Database, values: Partial<Ctx> = {}): TestCtx {
  const queued: QueuedJob[] = [];
  const clock = { now: new Date() };
  const make = (more: Partial<Ctx>): TestCtx => ({
    database,
    db: database.db,
    viewer: null,
    token: null,
    locale: "en",
    now: () => clock.now,
    env: testEnv(),
    log: createLog("silent"),
    jobs: { send: async (name, data) => void queued.push({ name, data }) },
    requestId: "test",
    address: "127.0.0.1",
    userAgent: "",
    afterCommit: null,
    ...values,
    ...more,
    queued,
    clock,
    as: (viewer) => make({ ...more, viewer: { id: viewer.id, name: viewer.name, email: viewer.email } }),
  });
  return make({});
}
