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
  /** In Arabic script; readers get the one of the two that `features/staff/names.server.ts` picks. */
  nameAr: string | null;
  role: string;
  permissions: ReadonlySet<Permission>;
  sessionId: string;
  /** When they last proved their second factor in this session. */
  confirmedAt: Date;
}

/** Who a verb acts for; the audit log keeps it. */
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
 * How records name who acted: an id, and the name of staff and of commands. A learner's name is in their account, and
 * goes with it.
 */
export const getActorIdentity = (actor: Actor): { id: string | null; name: string | null } => ({
  id: "id" in actor ? actor.id : null,
  name: "name" in actor ? actor.name : null,
});

/** What every verb gets first: made once per request, and by `testContext()` in tests. */
export interface Ctx {
  database: Database;
  /** The open transaction inside `inTransaction`, else the pool. */
  db: Db;
  actor: Actor;
  /** The learner logged in; the actor is that learner then. */
  viewer: Viewer | null;
  /** As sent, only to end that session. */
  token: string | null;
  locale: Locale;
  now: () => Date;
  env: Env;
  log: Logger;
  jobs: Jobs;
  /** Absent where no one hears of changes: there everything is read. */
  answers?: Answers;
  requestId: string;
  /** Through trusted proxies only. */
  address: string;
  /** As sent; empty without one. */
  userAgent: string;
  afterCommit: (() => void)[] | null;
}

/** The refusal of a record that is not there. */
export const noSuchRecord = (ctx: Ctx) => new NotFound(m.platform_not_found({}, { locale: ctx.locale }));

/** Throws Unauthenticated. */
export function requireViewer(ctx: Ctx): Viewer {
  if (!ctx.viewer) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return ctx.viewer;
}

/**
 * Refuses everyone but staff whose role has one of the permissions, and the operator at the command line, who has the
 * database anyway. Throws Unauthenticated, Forbidden.
 */
export function requirePermission(ctx: Ctx, ...permissions: readonly Permission[]): void {
  const { actor, locale } = ctx;
  if (actor.kind === "command") return;
  if (actor.kind === "staff" && permissions.some((permission) => actor.permissions.has(permission))) return;
  if (actor.kind === "visitor") throw new Unauthenticated(m.platform_not_logged_in({}, { locale }));
  throw new Forbidden(m.platform_no_permission({}, { locale }));
}

/** The member of the staff who asks. Throws Unauthenticated, Forbidden. */
export function requireStaff(ctx: Ctx): StaffActor {
  if (ctx.actor.kind === "staff") return ctx.actor;
  if (ctx.actor.kind === "visitor") throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  throw new Forbidden(m.platform_no_permission({}, { locale: ctx.locale }));
}

/** Before money, roles and exports of personal data the second factor has to be this fresh. */
export const freshMinutes = 10;

/**
 * Asks staff for their second factor again when it is older than `freshMinutes`. Throws FreshSignInRequired,
 * Unauthenticated, Forbidden.
 */
export function requireFreshSignIn(ctx: Ctx): void {
  if (ctx.actor.kind === "command") return;
  const { confirmedAt } = requireStaff(ctx);
  if (ctx.now().getTime() - confirmedAt.getTime() > freshMinutes * 60_000)
    throw new FreshSignInRequired(m.platform_fresh_sign_in({}, { locale: ctx.locale }));
}

/**
 * Runs `work` with a context whose `db` is one transaction; what does not go through that `db` is not part of it.
 * `onCommit` effects run after the commit, none after a rollback. With `advisoryLock` it first waits for any other
 * transaction given the same text. Throws when that is asked for inside another transaction.
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
    effects = []; // the transaction may be tried again after a deadlock
    return work({ ...ctx, db, afterCommit: effects });
  }, options);
  for (const effect of effects) effect();
  return result;
}

/** A part of a transaction: when `work` throws, it is undone alone, and its `onCommit` effects are dropped. */
export async function inSavepoint<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { afterCommit } = requireTransaction(ctx);
  const effects: (() => void)[] = [];
  const result = await ctx.db.transaction((db) => work({ ...ctx, db, afterCommit: effects }));
  afterCommit.push(...effects);
  return result;
}

/** For what holds until the transaction ends, such as a lock. Throws outside of one. */
export function requireTransaction(ctx: Ctx): Ctx & { afterCommit: (() => void)[] } {
  const { afterCommit } = ctx;
  if (!afterCommit) throw new Error("This has to be called inside a transaction");
  return { ...ctx, afterCommit };
}

export function onCommit(ctx: Ctx, effect: () => void): void {
  if (ctx.afterCommit) ctx.afterCommit.push(effect);
  else effect();
}

/**
 * Runs `work` in a transaction that is always rolled back, and resolves with its result: to see what a change would
 * make of the site. Nothing of it is stored, sent or cached. Within a transaction only the part of `work` is rolled
 * back. Throws what `work` throws.
 */
export async function rolledBack<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const undo = new Error("rolled back on purpose");
  let done: { result: T } | undefined;
  try {
    const run = async (db: Db) => {
      // Caches are kept per database object: a copy begins without any, and leaves none behind.
      done = { result: await work({ ...ctx, db, database: { ...ctx.database }, afterCommit: [] }) };
      throw undo;
    };
    // A page's loaders read at once what they need.
    await (ctx.afterCommit ? ctx.db.transaction(run) : ctx.database.transaction(run, { inTurn: true }));
  } catch (error) {
    if (error !== undo || !done) throw error;
  }
  return (done as { result: T }).result;
}
