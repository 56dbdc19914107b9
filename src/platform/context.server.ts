import type { Locale } from "#i18n/locale.ts";
import type { Database, Db } from "./db/database.server.ts";
import type { Env } from "./env.server.ts";
import { Unauthenticated } from "./errors.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Logger } from "./log.server.ts";
import { m } from "#messages";

/** Who asks; read from the bearer token once per request. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
}

/** What every verb gets first: made once per request, and by `testContext()` in tests. */
export interface Ctx {
  database: Database;
  /** The open transaction inside `inTransaction`, else the pool. */
  db: Db;
  viewer: Viewer | null;
  /** The session's token as sent, kept only to end that session. */
  token: string | null;
  locale: Locale;
  now: () => Date;
  env: Env;
  log: Logger;
  jobs: Jobs;
  requestId: string;
  /** The client's network address, through trusted proxies only. */
  address: string;
  /** The User-Agent header as sent; empty without one. */
  userAgent: string;
  /** Effects to run once the open transaction has been committed. */
  afterCommit: (() => void)[] | null;
}

/** The person logged in. Throws Unauthenticated. */
export function requireViewer(ctx: Ctx): Viewer {
  if (!ctx.viewer) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return ctx.viewer;
}

/**
 * Runs `work` with a context whose `db` is one transaction; `onCommit` effects run after the commit, none after a rollback. With
 * `advisoryLock` it first waits for any other transaction given the same text. Throws when that is asked for inside another transaction.
 */
export async function inTransaction<T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
  options: { advisoryLock?: string } = {},
): Promise<T> {
  if (ctx.afterCommit && options.advisoryLock === undefined) return work(ctx);
  let effects: (() => void)[] = [];
  const result = await ctx.database.transaction((db) => {
    effects = []; // the transaction may be tried again after a deadlock
    return work({ ...ctx, db, afterCommit: effects });
  }, options);
  for (const effect of effects) effect();
  return result;
}

/** Runs `effect` after the open transaction commits, or at once outside of one. */
export function onCommit(ctx: Ctx, effect: () => void): void {
  if (ctx.afterCommit) ctx.afterCommit.push(effect);
  else effect();
}
