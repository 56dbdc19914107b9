import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { Answers } from "./answer-cache.server.ts";
import type { Database, Db } from "./db/database.server.ts";
import type { Env } from "./env.server.ts";
import { Forbidden, FreshSignInRequired, NotFound, Unauthenticated } from "./errors.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Logger } from "./log.server.ts";

export interface Viewer {
  id: string;
  name: string;
  email: string;
}

/** What staff may do, by name; features/people fills it from its table. */
export interface Permissions {}
export type Permission = keyof Permissions;

/** A member of the staff, read from the database for each request. */
export interface StaffActor {
  kind: "staff";
  id: string;
  name: string;
  /** The name in Arabic script. `features/staff/names.server.ts` picks which of the two names a reader gets. */
  nameAr: string | null;
  role: string;
  permissions: ReadonlySet<Permission>;
  sessionId: string;
  /** When they last proved their second factor in this session. */
  confirmedAt: Date;
}

/** The one on whose behalf a function acts. The audit log records it. */
export type Actor =
  | StaffActor
  | { kind: "learner"; id: string }
  | { kind: "visitor" }
  | { kind: "job"; name: string }
  /** The card provider, by its webhook. */
  | { kind: "provider" }
  /** A person with a shell on the server. */
  | { kind: "command"; name: string };

/**
 * Returns how records identify the actor: an id, and the name of staff and of commands. A learner's name is only in
 * their account, and is erased with it.
 */
export const getActorIdentity = (actor: Actor): { id: string | null; name: string | null } => ({
  id: "id" in actor ? actor.id : null,
  name: "name" in actor ? actor.name : null,
});

/** First argument of functions that work for an actor. Made per request or job, and by `testContext()` in tests. */
export interface Ctx {
  database: Database;
  /** The open transaction inside `inTransaction`, else the pool. */
  db: Db;
  actor: Actor;
  /** The learner who is logged in, who is then the actor as well. */
  viewer: Viewer | null;
  /** Session token as the client sent it. It is only used to end that session. */
  token: string | null;
  locale: Locale;
  now: () => Date;
  env: Env;
  log: Logger;
  jobs: Jobs;
  /** Caches of answers. Absent in processes that are not notified of changes, which read everything. */
  answers?: Answers;
  requestId: string;
  /** Network address of the client; forwarded addresses count from trusted proxies only. */
  address: string;
  /** User agent as the client sent it; empty without one. */
  userAgent: string;
  /** Effects of `onCommit` in the open transaction; null outside of one. */
  afterCommit: (() => void)[] | null;
}

/** Builds the error for a record that does not exist. */
export const noSuchRecord = (ctx: Ctx) => new NotFound(m.platform_not_found({}, { locale: ctx.locale }));

/** Returns the learner who is logged in. Throws Unauthenticated. */
export function requireViewer(ctx: Ctx): Viewer {
  if (!ctx.viewer) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return ctx.viewer;
}

/**
 * Checks that the actor is a staff member whose role has one of the permissions, or the operator at the command line,
 * who can reach the database anyway. Throws Unauthenticated, Forbidden.
 */
export function requirePermission(ctx: Ctx, ...permissions: readonly Permission[]): void {
  const { actor, locale } = ctx;
  if (actor.kind === "command") return;
  if (actor.kind === "staff" && permissions.some((permission) => actor.permissions.has(permission))) return;
  if (actor.kind === "visitor") throw new Unauthenticated(m.platform_not_logged_in({}, { locale }));
  throw new Forbidden(m.platform_no_permission({}, { locale }));
}

/** Returns the staff member who makes the request. Throws Unauthenticated, Forbidden. */
export function requireStaff(ctx: Ctx): StaffActor {
  if (ctx.actor.kind === "staff") return ctx.actor;
  if (ctx.actor.kind === "visitor") throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  throw new Forbidden(m.platform_no_permission({}, { locale: ctx.locale }));
}

/** Maximum age of the second factor, in minutes, for actions on money, roles and exports of personal data. */
export const freshMinutes = 10;

/**
 * Checks that the staff member proved the second factor within `freshMinutes`. Throws FreshSignInRequired,
 * Unauthenticated, Forbidden.
 */
export function requireFreshSignIn(ctx: Ctx): void {
  if (ctx.actor.kind === "command") return;
  const { confirmedAt } = requireStaff(ctx);
  if (ctx.now().getTime() - confirmedAt.getTime() > freshMinutes * 60_000)
    throw new FreshSignInRequired(m.platform_fresh_sign_in({}, { locale: ctx.locale }));
}

/**
 * Runs `work` with a context whose `db` is one transaction. Queries that do not use this `db` are not part of it.
 * `onCommit` effects run after the commit, and not after a rollback. With `advisoryLock` it first waits for any other
 * transaction with the same text; inside another transaction, this throws.
 */
export async function inTransaction<T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
  options: { advisoryLock?: string } = {},
): Promise<T> {
  if (ctx.afterCommit && options.advisoryLock === undefined) return work(ctx);
  if (ctx.afterCommit) throw new Error("A transaction inside another cannot take an advisory lock");
  let effects: (() => void)[] = [];
  const result = await ctx.database.transaction((db) => {
    effects = []; // The transaction may be repeated after a deadlock.
    return work({ ...ctx, db, afterCommit: effects });
  }, options);
  for (const effect of effects) effect();
  return result;
}

/** Runs `work` as a part of the open transaction. When it throws, only this part and its effects are undone. */
export async function inSavepoint<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { afterCommit } = requireTransaction(ctx);
  const effects: (() => void)[] = [];
  const result = await ctx.db.transaction((db) => work({ ...ctx, db, afterCommit: effects }));
  afterCommit.push(...effects);
  return result;
}

/** Checks that a transaction is open, for what lasts until its end, such as a lock. Throws outside of one. */
export function requireTransaction(ctx: Ctx): Ctx & { afterCommit: (() => void)[] } {
  const { afterCommit } = ctx;
  if (!afterCommit) throw new Error("This has to be called inside a transaction");
  return { ...ctx, afterCommit };
}

/** Runs `effect` after the commit of the open transaction; at once when there is none. */
export function onCommit(ctx: Ctx, effect: () => void): void {
  if (ctx.afterCommit) ctx.afterCommit.push(effect);
  else effect();
}

/**
 * Runs `work` in a transaction that is always rolled back, and resolves with its result, to preview a change.
 * Nothing of it is stored, sent or cached. Inside a transaction only what `work` did is rolled back. Throws what `work`
 * throws.
 */
export async function rolledBack<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const undo = new Error("rolled back on purpose");
  let done: { result: T } | undefined;
  try {
    const run = async (db: Db) => {
      // Caches belong to a database object. A copy of the object starts without any, and its own are dropped with it.
      done = { result: await work({ ...ctx, db, database: { ...ctx.database }, afterCommit: [] }) };
      throw undo;
    };
    // The loaders of a page send their queries at the same time, so the statements have to be queued.
    await (ctx.afterCommit ? ctx.db.transaction(run) : ctx.database.transaction(run, { inTurn: true }));
  } catch (error) {
    if (error !== undo || !done) throw error;
  }
  return (done as { result: T }).result;
}
