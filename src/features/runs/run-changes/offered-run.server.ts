import { getOfferState } from "#features/catalogue/schedule/offer-state.ts";
import type { RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { isOutsideCardCheckoutSql } from "#features/seats/conditions.server.ts";
import { countHeldInRun } from "#features/seats/seats.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";

/**
 * Throws Conflict while a company may accept the run, because its quotation must stay correct. Callers hold the run
 * lock.
 */
export async function requireNotOffered(ctx: Ctx, run: RunWithSessions): Promise<void> {
  const held = await countHeldInRun(ctx, run.id, isOutsideCardCheckoutSql);
  if (getOfferState({ ...run, held }, riyadhDate(ctx.now())) === "open")
    throw new Conflict(m.schedule_offered({}, { locale: ctx.locale }));
}
