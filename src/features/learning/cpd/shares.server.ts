import { inAccountTransaction, lockAccount } from "#features/people/hold-account.server.ts";
import { randomUUID } from "node:crypto";
import { and, count, desc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { dayMs, addDays, riyadhDate, yearAfter } from "#i18n/dates.ts";
import { noSuchRecord, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { hashText, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { getHolderNames, getYear } from "./record.ts";
import { readRecord } from "./record.server.ts";
import { recordShares } from "./tables.server.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

const usualDays = 30;
const maxShares = 20;
/** Days for which ended links stay visible to their owner. */
const retentionDays = 90;

/** The code of a link. It has 256 bits and is derived from the id, so that the owner can copy the address again. */
const signCode = (ctx: Ctx, id: string) => sign(ctx, `record-share:${id}`).toString("base64url");

/** The first and the last day on which a new link may end, and the default. */
export function getShareDays(ctx: Ctx): { first: string; usual: string; last: string } {
  const today = riyadhDate(ctx.now());
  return { first: today, usual: addDays(today, usualDays), last: yearAfter(today) };
}

/** Lists the caller's links, newest first. Their paths have no language prefix. Throws Unauthenticated. */
export async function listMyShares(ctx: Ctx) {
  const { id: userId } = requireViewer(ctx);
  const rows = await ctx.db
    .select()
    .from(recordShares)
    .where(eq(recordShares.userId, userId))
    .orderBy(desc(recordShares.createdAt), recordShares.id);
  const today = riyadhDate(ctx.now());
  return rows.map((share) => ({
    ...share,
    path: `/r/${signCode(ctx, share.id)}`,
    isOpen: share.withdrawnAt === null && share.endsOn >= today,
  }));
}

/**
 * Creates a link to some years of the caller's record; `years` null means all. Throws Unauthenticated,
 * ConfirmedAddressRequired, ValidationError (`endsOn` is before today or more than a year ahead), Conflict (the account
 * has 20 open links).
 */
export async function shareRecord(
  ctx: Ctx,
  input: { years: number[] | null; withDeclared: boolean; endsOn?: string | undefined },
): Promise<{ path: string }> {
  const { id: userId } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  const { locale } = ctx;
  const { first, usual, last } = getShareDays(ctx);
  const endsOn = input.endsOn ?? usual;
  if (endsOn < first || endsOn > last) throw new ValidationError({ ends_on: [m.cpd_share_days({}, { locale })] });
  const id = randomUUID();
  await inAccountTransaction(ctx, async (ctx) => {
    // Serialised per account, so that the limit holds.
    await lockAccount(ctx, userId);
    const isOpen = and(isNull(recordShares.withdrawnAt), gte(recordShares.endsOn, first));
    const [open] = await ctx.db
      .select({ total: count() })
      .from(recordShares)
      .where(and(eq(recordShares.userId, userId), isOpen));
    if ((open?.total ?? 0) >= maxShares) throw new Conflict(m.cpd_too_many_shares({}, { locale }));
    const years = input.years && [...new Set(input.years)].toSorted((a, b) => b - a);
    const { withDeclared } = input;
    const code = signCode(ctx, id);
    await ctx.db
      .insert(recordShares)
      .values({ id, userId, codeHash: hashText(code), years, withDeclared, endsOn, createdAt: ctx.now() });
  });
  return { path: `/r/${signCode(ctx, id)}` };
}

/** Withdraws a link, which ends it immediately. Throws Unauthenticated, NotFound (also for another person's link). */
export async function withdrawShare(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  const [row] = await ctx.db
    .update(recordShares)
    .set({ withdrawnAt: sql`coalesce(${recordShares.withdrawnAt}, ${ctx.now().toISOString()})` })
    .where(and(eq(recordShares.id, id), eq(recordShares.userId, userId)))
    .returning({ id: recordShares.id });
  if (!row) throw noSuchRecord(ctx);
}

/**
 * Reads what a link shows to anyone who has it: name, activities and hours of the chosen years. Counts a view, unless
 * the viewer is the owner. Throws NotFound (the link is unknown, ended or withdrawn).
 */
export async function readSharedRecord(ctx: Ctx, { code }: { code: string }) {
  const today = riyadhDate(ctx.now());
  const { codeHash, withdrawnAt, endsOn } = recordShares;
  const [row] = await ctx.db
    .select({ share: recordShares, name: users.name, nameOther: users.nameOther })
    .from(recordShares)
    .innerJoin(users, eq(users.id, recordShares.userId))
    .where(and(eq(codeHash, hashText(code)), isNull(withdrawnAt), gte(endsOn, today), isNull(users.erasedAt)));
  if (!row) throw new NotFound(m.cpd_not_shared({}, { locale: ctx.locale }));
  const { share, ...person } = row;
  if (ctx.viewer?.id !== share.userId)
    await ctx.db
      .update(recordShares)
      .set({ views: sql`${recordShares.views} + 1`, lastViewedAt: ctx.now() })
      .where(eq(recordShares.id, share.id));
  const record = await readRecord(ctx, share.userId);
  const isChosen = (date: string) => share.years === null || share.years.includes(getYear(date));
  const [name = "", nameOther = null] = getHolderNames(person, record.certificates);
  return {
    name,
    nameOther,
    years: share.years,
    withDeclared: share.withDeclared,
    endsOn: share.endsOn,
    countedTo: today,
    verified: record.verified.filter(({ endDate }) => isChosen(endDate)),
    declared: share.withDeclared ? record.declared.filter(({ date }) => isChosen(date)) : [],
  };
}

/** Job: deletes links that ended or were withdrawn more than `retentionDays` ago. */
export async function deleteOldShares(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - retentionDays * dayMs);
  await ctx.db
    .delete(recordShares)
    .where(or(lt(recordShares.withdrawnAt, before), lt(recordShares.endsOn, riyadhDate(before))));
}
