import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { and, eq, gt, gte, lt, lte, sql, type SQL } from "drizzle-orm";
import { m } from "#messages";
import type { Ctx } from "./context.server.ts";
import type { Db } from "./db/database.server.ts";
import { RateLimited } from "./errors.ts";
import { rateLimits } from "./tables.server.ts";

/**
 * Requests allowed in a window of minutes. RATE_LIMIT_FACTOR multiplies every limit. `PerAddress` counts by the network
 * of the IP address.
 */
export const limits = {
  loginPerAddress: { max: 60, minutes: 15 },
  /** reliability.md row 12: at most 10 guesses at one account in 15 minutes. */
  loginPerAccount: { max: 10, minutes: 15 },
  registerPerAddress: { max: 20, minutes: 60 },
  /** Per mailbox that is entered: the form reveals whether it has an account, and a new account gets a mail. */
  registerPerAccount: { max: 10, minutes: 60 },
  forgotPerAddress: { max: 20, minutes: 60 },
  /** Per mailbox that is entered, whether it has an account or not. */
  forgotPerAccount: { max: 5, minutes: 60 },
  resetPerAddress: { max: 30, minutes: 60 },
  /** Checks of whether a link of a mail still works: one each time its page is opened. */
  resetLinkPerAddress: { max: 120, minutes: 60 },
  /** The password of someone who is logged in, entered again. */
  passwordPerAccount: { max: 10, minutes: 15 },
  /** Emails with a link that confirms an email address. Each one counts for the account and for the mailbox. */
  addressLinkPerAccount: { max: 5, minutes: 24 * 60 },
  emailChangePerAccount: { max: 5, minutes: 24 * 60 },
  confirmPerAddress: { max: 30, minutes: 60 },
  /** Copies of a person's own data. */
  dataPerAccount: { max: 20, minutes: 60 },
  checkoutPerAccount: { max: 30, minutes: 15 },
  /** Holds cost nothing, so many accounts behind one address must not hold every seat. */
  checkoutPerAddress: { max: 120, minutes: 15 },
  newDatesPerAddress: { max: 30, minutes: 60 },
  /** Emails that ask the owner of a mailbox to confirm that they want to hear of new dates. */
  newDatesPerMailbox: { max: 3, minutes: 24 * 60 },
  waitingPerAccount: { max: 30, minutes: 15 },
  assignSeatsPerAccount: { max: 30, minutes: 15 },
  assignSeatsPerAddress: { max: 120, minutes: 15 },
  /** Checks of lists of people pasted at checkout, which buyers correct line by line. */
  checkPeoplePerAccount: { max: 120, minutes: 15 },
  /** The people of a whole ward may claim their seats through one address. */
  claimPerAddress: { max: 240, minutes: 15 },
  /** The page requests a quote for each seat that the buyer ticks. */
  changeQuotePerAccount: { max: 120, minutes: 15 },
  changePerAddress: { max: 240, minutes: 15 },
  /** Files attached to change requests of an order, up to 12 MB each. */
  changeFilesPerAccount: { max: 20, minutes: 60 },
  changeFilesPerAddress: { max: 60, minutes: 60 },
  /** Proof of activities in a CPD record, up to 12 MB each. */
  proofsPerAccount: { max: 60, minutes: 60 },
  proofsPerAddress: { max: 240, minutes: 60 },
  /** Each answer is saved at once, and a whole class may share one address. */
  feedbackPerAddress: { max: 1200, minutes: 15 },
  /** For anyone who has a link to a CPD record. */
  sharedRecordPerAddress: { max: 240, minutes: 15 },
  /** Quotations, which are drawn anew for each request of anyone. */
  quotePerAddress: { max: 30, minutes: 15 },
  documentPerAccount: { max: 60, minutes: 15 },
  documentPerAddress: { max: 240, minutes: 15 },
  /**
   * Other people named for a run, each counted once: the answer reveals whether they have a seat there
   * (features/seats).
   */
  namedPeoplePerAccount: { max: 60, minutes: 24 * 60 },
  namedPeoplePerAddress: { max: 240, minutes: 24 * 60 },
  /** Requests for tickets that do not exist. */
  ticketPerAddress: { max: 60, minutes: 15 },
  /** Forms sent with a token (features/contact); an office or a mobile carrier shares an address. */
  tokenFormPerAddress: { max: 40, minutes: 60 },
  formPerAddress: { max: 10, minutes: 60 },
  formPerToken: { max: 5, minutes: 12 * 60 },
  /** Mails of one kind to an address entered in a form, which could be used to flood a mailbox. */
  formMailPerMailbox: { max: 3, minutes: 24 * 60 },
  /** Certificate numbers that do not exist; those that exist are not counted. */
  verifyPerAddress: { max: 20, minutes: 60 },
  /** Mails of an order that staff send again. */
  orderMailPerOrder: { max: 5, minutes: 60 },
  /** Discount codes that do not exist, are over or are used up; valid codes are not counted. */
  wrongCodePerAccount: { max: 10, minutes: 15 },
  wrongCodePerAddress: { max: 10, minutes: 15 },
  /** Carts and checkouts priced with their discounts. */
  pricePerAddress: { max: 240, minutes: 15 },
  staffSignInPerAddress: { max: 60, minutes: 15 },
  staffSignInPerAccount: { max: 10, minutes: 15 },
  /** Second factors, right or wrong. A right one resets the count; after five without one the account must wait. */
  staffCodePerAccount: { max: 5, minutes: 15 },
  staffInvitationPerAddress: { max: 30, minutes: 60 },
} as const;
export type RateLimitName = keyof typeof limits;

const getRateLimitKey = (name: RateLimitName, subject: string) =>
  `${name}:${createHash("sha256").update(subject).digest("base64url").slice(0, 22)}`;

/**
 * Returns the address itself, or for IPv6 its first four groups, because a host with one address of such a network has
 * all 2^64 of them.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  // An IPv4 address at the end fills two groups.
  const filled = before.length + after.length + (address.includes(".") ? 1 : 0);
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(Math.max(0, 8 - filled)).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

const dotlessDomains = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the mailbox that an email address most likely reaches, for counting only: without its `+tag`, for Gmail also
 * without dots, in lower case.
 */
export function toMailbox(email: string): string {
  const address = email.trim().toLowerCase();
  const atSign = address.lastIndexOf("@");
  const domain = address.slice(atSign + 1);
  const plus = address.indexOf("+");
  // A `+` at the first position begins no tag: there would be no name before it.
  const name = address.slice(0, plus > 0 && plus < atSign ? plus : atSign);
  if (!dotlessDomains.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll(".", "")}@gmail.com`;
}

/** Counts an attempt for a mailbox. All spellings of one mailbox share its limit. */
export function consumeMailboxLimit(ctx: Ctx, name: RateLimitName, email: string, kind = ""): Promise<void> {
  return consumeRateLimit(ctx, name, kind + toMailbox(email));
}

/** Counts an attempt for the network of the request. */
export function consumeAddressLimit(ctx: Ctx, name: RateLimitName): Promise<void> {
  return consumeRateLimit(ctx, name, toNetwork(ctx.address));
}

/**
 * Selects until when a network has to wait because its attempts are used up; null when it need not wait. Use it in a
 * prepared query that gets `waitValues`, and pass the result to `throwIfWaiting`. Counts no attempt.
 */
export function waitsUntilSql(db: Db): SQL<Date | null> {
  const { key, attempts, windowEndsAt } = rateLimits;
  const isUsedUp = gte(attempts, sql.placeholder("waitAtAttempts"));
  const waitQuery = db
    .select({ windowEndsAt })
    .from(rateLimits)
    .where(and(eq(key, sql.placeholder("waitKey")), isUsedUp, gt(windowEndsAt, sql.placeholder("waitNow"))));
  return sql<Date | null>`(${waitQuery})`.mapWith(windowEndsAt);
}

/** Values for `waitsUntilSql`: the network of the request. */
export const waitValues = (ctx: Ctx, name: RateLimitName) => ({
  waitKey: getRateLimitKey(name, toNetwork(ctx.address)),
  waitAtAttempts: Math.ceil(limits[name].max * ctx.env.RATE_LIMIT_FACTOR),
  waitNow: ctx.now().toISOString(),
});

/** Throws RateLimited while the attempts of `subject` are used up. Counts no attempt. */
export async function requireTriesLeft(ctx: Ctx, name: RateLimitName, subject: string): Promise<void> {
  const [counted] = await ctx.db
    .select()
    .from(rateLimits)
    .where(and(eq(rateLimits.key, getRateLimitKey(name, subject)), gt(rateLimits.windowEndsAt, ctx.now())));
  if (counted) throwIfExceeded(ctx, name, { ...counted, attempts: counted.attempts + 1 });
}

/** Throws RateLimited if there is a time to wait for. */
export function throwIfWaiting(ctx: Ctx, until: Date | null): void {
  if (until) throw buildRateLimited(ctx, until);
}

export async function deleteExpiredRateLimits(ctx: Ctx): Promise<void> {
  await ctx.db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, ctx.now()));
}

/**
 * Counts one attempt of `subject` (stored as a hash) and throws RateLimited past the limit. Call it outside of any
 * open transaction, so that a rollback does not undo it.
 */
export async function consumeRateLimit(ctx: Ctx, name: RateLimitName, subject: string): Promise<void> {
  const { attempts, windowEndsAt } = rateLimits;
  const now = ctx.now();
  const ends = new Date(now.getTime() + limits[name].minutes * 60_000);
  const isOver = lte(windowEndsAt, now);
  const [counted] = await ctx.db
    .insert(rateLimits)
    .values({ key: getRateLimitKey(name, subject), windowEndsAt: ends, attempts: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        attempts: sql`case when ${isOver} then 1 else ${attempts} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${windowEndsAt} end`,
      },
    })
    .returning({ attempts, windowEndsAt });
  throwIfExceeded(ctx, name, counted);
}

interface RateLimitRow {
  attempts: number;
  windowEndsAt: Date;
}

function throwIfExceeded(ctx: Ctx, name: RateLimitName, counted: RateLimitRow | undefined): void {
  if (!counted) throw new Error(`An attempt at ${name} was not counted`);
  if (counted.attempts <= limits[name].max * ctx.env.RATE_LIMIT_FACTOR) return;
  throw buildRateLimited(ctx, counted.windowEndsAt);
}

function buildRateLimited(ctx: Ctx, until: Date): RateLimited {
  const waitSeconds = Math.max(1, Math.ceil((until.getTime() - ctx.now().getTime()) / 1000));
  return new RateLimited(m.platform_too_many_tries({}, { locale: ctx.locale }), waitSeconds);
}

/**
 * Counts an attempt for each of `things` that is new for `subject` in this window. Throws RateLimited past the limit.
 */
export async function consumeDistinct(
  ctx: Ctx,
  name: RateLimitName,
  subject: string,
  things: readonly string[],
): Promise<void> {
  const now = ctx.now().toISOString();
  const ends = new Date(ctx.now().getTime() + limits[name].minutes * 60_000).toISOString();
  // Sorted, so that two requests with the same things cannot deadlock.
  const keys = [...new Set(things.map((thing) => getRateLimitKey(name, `${subject}\n${thing}`)))].toSorted();
  const { rows } = await ctx.db.execute<{ attempts: number; ends: string }>(sql`
    with fresh as (
      insert into rate_limit as r (key, window_ends_at, attempts)
      select key, ${ends}::timestamptz, 0 from unnest(${sql.param(keys)}::text[]) as x(key)
      on conflict (key) do update set window_ends_at = excluded.window_ends_at where r.window_ends_at <= ${now}
      returning 1
    )
    insert into rate_limit as r (key, window_ends_at, attempts)
    select ${getRateLimitKey(name, subject)}, ${ends}::timestamptz, count(*) from fresh
    on conflict (key) do update set
      attempts = case when r.window_ends_at <= ${now} then 0 else r.attempts end + excluded.attempts,
      window_ends_at = case when r.window_ends_at <= ${now} then excluded.window_ends_at else r.window_ends_at end
    returning attempts, window_ends_at as ends`);
  const [counted] = rows;
  throwIfExceeded(ctx, name, counted && { attempts: counted.attempts, windowEndsAt: new Date(counted.ends) });
}

/** Resets the count of `subject`, after a success that proves who the subject is. */
export async function resetRateLimit(ctx: Ctx, name: RateLimitName, subject: string): Promise<void> {
  await ctx.db.delete(rateLimits).where(eq(rateLimits.key, getRateLimitKey(name, subject)));
}
