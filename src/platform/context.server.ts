import type { Locale } from "#i18n/locale.ts";
import type { Database, Db } from "./db/database.server.ts";
import type { Env } from "./env.server.ts";
import { Unauthenticated } from "./errors.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Logger } from "./log.server.ts";
import { m } from "#messages";

export interface Viewer {
  id: string;
  name: string;
  email: string;
}

/** Made once per request, and by `testContext()` in tests. */
export interface Ctx {
  database: Database;
  /** The open transaction inside `inTransaction`, else the pool. */
  db: Db;
  viewer: Viewer | null;
  /** As sent, only to end that session. */
  token: string | null;
  locale: Locale;
  now: () => Date;
  env: Env;
  log: Logger;
  jobs: Jobs;
  requestId: string;
  /** Through trusted proxies only. */
  address: string;
  /** As sent; empty without one. */
  userAgent: string;
  afterCommit: (() => void)[] | null;
}

/** Throws Unauthenticated. */
export function requireViewer(ctx: Ctx): Viewer {
  if (!ctx.viewer) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return ctx.viewer;
}

/**
 * Runs `work` with a context whose `db` is one transaction; `onCommit` effects run after the commit only. With
 * `advisoryLock` it waits for any other transaction of the same text. Throws when that is nested.
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

export function onCommit(ctx: Ctx, effect: () => void): void {
  if (ctx.afterCommit) ctx.afterCommit.push(effect);
  else effect();
}
