import { and, eq, gt, inArray, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { publicSettings } from "#features/settings/settings.server.ts";
import type { HoldSettings } from "#features/settings/settings.ts";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict, RateLimited, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { orders } from "#features/orders/tables.server.ts";
import type { LockedRun } from "./runs-on-sale.server.ts";
import { contactParts, groupProblems, holdStatus, rememberedHours, seatsOfRun } from "./hold-rules.ts";
import { enrolments } from "./tables.server.ts";

export interface RunHold {
  runId: number;
  ends: Date;
  paid: boolean;
}

/** Without holds kept by staff. Holds with the same end are one; released ones count, as their seats may have moved. */
export async function readHolds(ctx: Ctx, userId: string, runIds: number[]): Promise<RunHold[]> {
  const since = new Date(ctx.now().getTime() - rememberedHours * 3_600_000);
  const isPaid = inArray(orders.status, ["paid", "refunded", "partially_refunded"]);
  return ctx.db
    .select({ runId: enrolments.runId, ends: enrolments.heldUntil, paid: sql<boolean>`bool_or(${isPaid})` })
    .from(orders)
    .innerJoin(enrolments, eq(enrolments.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        isNull(orders.openedBy),
        inArray(enrolments.runId, runIds),
        gt(enrolments.heldUntil, since),
      ),
    )
    .groupBy(enrolments.runId, enrolments.heldUntil);
}

/** Unpaid seats that the buyer holds with orders that have none of these runs. */
export async function countHeldElsewhere(ctx: Ctx, userId: string, runIds: number[]): Promise<number> {
  const own = alias(enrolments, "own");
  const ofTheseRuns = ctx.db
    .select({ id: own.id })
    .from(own)
    .where(and(eq(own.orderId, orders.id), eq(own.state, "held"), inArray(own.runId, runIds)));
  const [held] = await ctx.db
    .select({ seats: sql<number>`count(*)::int` })
    .from(orders)
    .innerJoin(enrolments, eq(enrolments.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        isNull(orders.openedBy),
        inArray(orders.status, ["pending", "failed"]),
        eq(enrolments.state, "held"),
        gt(enrolments.heldUntil, ctx.now()),
        notExists(ofTheseRuns),
      ),
    );
  return held?.seats ?? 0;
}

/** Returns messages, with the contact, for quantities too large for one buyer, by field; empty when all may be held. */
export async function groupErrors(
  ctx: Ctx,
  quantities: readonly number[],
  heldElsewhere: number,
  limits: HoldSettings,
  hasCompany: boolean,
): Promise<FieldMap> {
  const problems = groupProblems(quantities, heldElsewhere, limits, hasCompany);
  if (problems.size === 0) return {};
  const { email, phone } = await publicSettings(ctx);
  const whom = contactParts({ email, phone });
  const companyNeeded = m.enrolments_group_company(
    { ...whom, count: seatsOfRun(limits, false) },
    { locale: ctx.locale },
  );
  const tooMany = m.enrolments_group_too_many({ ...whom, count: limits.seatsPerAccount }, { locale: ctx.locale });
  return Object.fromEntries(
    [...problems].map(([index, problem]) => [`items.${index}.qty`, [problem === "too-many" ? tooMany : companyNeeded]]),
  );
}

/** Rounded up to a minute. */
const fromMinute = (instant: Date, locale: Locale) =>
  riyadhClock(new Date(Math.ceil(instant.getTime() / 60_000) * 60_000), locale);

/** Throws Conflict when a hold leaves too little time to pay, RateLimited while the buyer waits after expired holds. */
export async function holdEnds(
  ctx: Ctx,
  runs: readonly LockedRun[],
  holds: readonly RunHold[],
  limits: HoldSettings,
): Promise<Map<number, Date>> {
  const { locale } = ctx;
  const now = ctx.now();
  const ends = new Map<number, Date>();
  for (const run of runs) {
    const own = holds.filter(({ runId }) => runId === run.runId);
    const status = holdStatus(own, now, limits);
    const course = locale === "ar" && run.nameAr ? run.nameAr : run.nameEng;
    if (status.kind === "ending")
      throw new Conflict(
        m.enrolments_checkout_hold_ending({ course, time: fromMinute(status.again, locale) }, { locale }),
      );
    if (status.kind === "paused") {
      const { email, phone } = await publicSettings(ctx);
      const text = m.enrolments_checkout_hold_paused(
        { course, time: fromMinute(status.until, locale), ...contactParts({ email, phone }) },
        { locale },
      );
      throw new RateLimited(text, Math.ceil((status.until.getTime() - now.getTime()) / 1000));
    }
    ends.set(run.runId, status.until);
  }
  return ends;
}
