import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { contentChannel, invalidateContentCaches, seatsChannel } from "#features/settings/content-changes.server.ts";
import { AnswerCache, type Answers } from "#platform/answer-cache.server.ts";
import { databaseClock, type Clock } from "#platform/db/clock.server.ts";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import type { Env } from "#platform/env.server.ts";
import { PageCache } from "#platform/http/page-cache.server.ts";
import { createLog, errorForLog, type Logger } from "#platform/log.server.ts";
import { toPageAddress } from "#site/page-address.ts";
import { startTracing, stopTracing } from "#platform/tracing.server.ts";
import { createJobRunner, type JobRunner } from "#platform/jobs-runner.server.ts";

export interface Services {
  env: Env;
  log: Logger;
  database: Database;
  /** The database's time, independent of this machine's clock. */
  now: () => Date;
  pages: PageCache;
  answers: Answers;
  runner: JobRunner;
  /** Whether the process has been asked to stop. */
  isStopping(): boolean;
  /** From now on, `/readyz` responds with 503, and each connection closes after its next response. */
  beginStop(): void;
  close(): Promise<void>;
}

/** A migrated, empty database made by the build, for a fast first start. */
const emptyTemplate = "build/database-template";
/** The same with the demo and its history. Not used if the build is old, because the dates would be wrong. */
const demoTemplate = "build/demo-database";
const maxDemoAgeHours = 48;

function templateFor({ DEMO_HISTORY }: Env): string {
  const templateMadeAt = DEMO_HISTORY
    ? statSync(join(demoTemplate, "PG_VERSION"), { throwIfNoEntry: false })?.mtimeMs
    : undefined;
  return templateMadeAt !== undefined && Date.now() - templateMadeAt < maxDemoAgeHours * 3_600_000
    ? demoTemplate
    : emptyTemplate;
}

/** Returns AUTH_SECRET, or else a secret that is generated once and stored beside the data. */
function authSecret(env: Env): string {
  if (env.AUTH_SECRET) return env.AUTH_SECRET;
  const file = join(env.DATA_DIR, "auth-secret");
  mkdirSync(env.DATA_DIR, { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8").trim();
}

const openOwnDatabase = (env: Env, mayShare: boolean, log: Logger): Promise<Database> =>
  openDatabase({
    databaseUrl: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    dataDir: env.DATA_DIR,
    poolSize: env.DATABASE_POOL,
    template: templateFor(env),
    mayShare,
    log,
  });

interface ServicesOptions {
  /** For commands: without DATABASE_URL they use the running site's PostgreSQL, if there is one. */
  mayShare?: boolean;
  /** A database that is already open. `close` does not close it. */
  opened?: Database;
}

/** Rejects with a named error when the database is unavailable. */
export async function openServices(
  baseEnv: Env,
  { mayShare = false, opened }: ServicesOptions = {},
): Promise<Services> {
  const env = { ...baseEnv, AUTH_SECRET: authSecret(baseEnv) };
  const log = createLog(env.LOG_LEVEL);
  startTracing(env, log);
  const database = opened ?? (await openOwnDatabase(env, mayShare, log));
  const closeOwnDatabase = async () => {
    if (!opened) await database.close();
  };
  let clock: Clock;
  try {
    await migrateDatabase(database, "db/migrations");
    clock = await databaseClock(database);
  } catch (error) {
    await closeOwnDatabase();
    throw error;
  }
  const pages = new PageCache({
    addressOf: toPageAddress,
    onFailure: (error) => log.error(errorForLog(error), "page could not be made anew"),
  });
  const answers = { content: new AnswerCache(), seats: new AnswerCache() };
  const stopListening = await Promise.all([
    database.listen(contentChannel, (payload) => {
      invalidateContentCaches(answers);
      if (payload === null) pages.expire();
      else pages.purge();
    }),
    database.listen(seatsChannel, () => answers.seats.invalidate()),
  ]);
  const runner = createJobRunner(database, log);
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    beginStop: () => void (isStopping = true),
    env,
    log,
    database,
    now: clock.now,
    pages,
    answers,
    runner,
    close: async () => {
      clock.stop();
      await Promise.all(stopListening.map((stop) => stop()));
      await closeOwnDatabase();
      await stopTracing();
    },
  };
}
