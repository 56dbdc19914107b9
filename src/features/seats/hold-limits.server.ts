import { everPaidStatuses } from "#features/orders/order-states.ts";
import { and, eq, gt, inArray, not, sql } from "drizzle-orm";
import { publicSettings } from "#features/settings/settings.server.ts";
import type { HoldSettings } from "#features/settings/settings.ts";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict, RateLimited, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { orders } from "#features/orders/tables.server.ts";
import { isOutsideCardCheckoutSql } from "./conditions.server.ts";
import type { RunWithSeats } from "./runs-on-sale.server.ts";
import {
  contactParts,
  groupProblems,
  groupProblemText,
  getRunHolds,
  holdStatus,
  rememberedHours,
  type OwnHold,
} from "./hold-rules.ts";
import { enrolments } from "./tables.server.ts";

/**
 * Reads the holds of an account's card checkouts, not of orders by transfer or of orders that staff opened. Includes
 * holds that were released, because their seats may have moved to another order, but none that ended `hours` ago.
 */
export async function readOwnHolds(ctx: Ctx, userId: string, hours = rememberedHours): Promise<OwnHold[]> {
  const since = new Date(ctx.now().getTime() - hours * 3_600_000);
  const { orderId, runId, heldUntil, state } = enrolments;
  const isUnpaidSql = and(eq(state, "held"), inArray(orders.status, ["pending", "failed"]));
  const isPaidSql = inArray(orders.status, everPaidStatuses);
  return ctx.db
    .select({
      orderId,
      runId,
      ends: heldUntil,
      seats: sql<number>`count(*) filter (where ${isUnpaidSql})::int`,
      isPaid: sql<boolean>`bool_or(${isPaidSql})`,
    })
    .from(orders)
    .innerJoin(enrolments, eq(orderId, orders.id))
    .where(and(eq(orders.userId, userId), not(isOutsideCardCheckoutSql), gt(heldUntil, since)))
    .groupBy(orderId, runId, heldUntil);
}

/**
 * Returns an error by field for each quantity that is too large for one buyer, with our contact details. Returns an
 * empty object when all may be held. `heldElsewhere` is the number of unpaid seats in other orders of the buyer.
 */
export async function groupErrors(
  ctx: Ctx,
  quantities: readonly number[],
  heldElsewhere: number,
  limits: HoldSettings,
  { hasCompany }: { hasCompany: boolean },
): Promise<FieldMap> {
  const problems = groupProblems(quantities, heldElsewhere, limits, { hasCompany });
  if (problems.size === 0) return {};
  const contact = await publicSettings(ctx);
  const { locale } = ctx;
  return Object.fromEntries(
    [...problems].map(([index, problem]) => [
      `items.${index}.qty`,
      [groupProblemText(problem, limits, contact, { locale })],
    ]),
  );
}

/** Formats a time in Riyadh, rounded up to the next minute. */
const formatRoundedUp = (instant: Date, locale: Locale) =>
  riyadhClock(new Date(Math.ceil(instant.getTime() / 60_000) * 60_000), locale);

/**
 * Calculates when the holds of these runs end, by run. A hold of offered seats ends with the offer. Throws Conflict
 * when a hold or an offer leaves too little time to pay, and RateLimited while the buyer must wait after expired holds.
 */
export async function holdEnds(
  ctx: Ctx,
  runs: readonly RunWithSeats[],
  holds: readonly OwnHold[],
  limits: HoldSettings,
): Promise<Map<number, Date>> {
  const { locale } = ctx;
  const now = ctx.now();
  const ends = new Map<number, Date>();
  for (const run of runs) {
    const course = locale === "ar" && run.nameAr ? run.nameAr : run.nameEng;
    if (run.offerEnds) {
      if (run.offerEnds.getTime() - now.getTime() < limits.minutesToPay * 60_000)
        throw new Conflict(m.waiting_offer_ending({ course }, { locale }));
      ends.set(run.runId, run.offerEnds);
      continue;
    }
    const status = holdStatus(getRunHolds(holds, run.runId), now, limits);
    if (status.kind === "ending")
      throw new Conflict(
        m.enrolments_checkout_hold_ending({ course, time: formatRoundedUp(status.again, locale) }, { locale }),
      );
    if (status.kind === "paused") {
      const { email, phone } = await publicSettings(ctx);
      const text = m.enrolments_checkout_hold_paused(
        { course, time: formatRoundedUp(status.until, locale), ...contactParts({ email, phone }) },
        { locale },
      );
      throw new RateLimited(text, Math.ceil((status.until.getTime() - now.getTime()) / 1000));
    }
    ends.set(run.runId, status.until);
  }
  return ends;
}
