/** What operations and finance have to know about e-invoicing. */
import { and, asc, eq, gt, min, ne, not } from "drizzle-orm";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { taxDocuments } from "../tables.server.ts";
import { isReissuedSql } from "./seal.server.ts";
import { egsUnits, einvoices } from "./tables.server.ts";
import { activeUnit, environmentOf } from "./units.server.ts";

const warnDays = 60;

/**
 * Figures of the environment in use: the oldest document that is not sealed or not decided, whether the access is
 * refused, whether the certificate is in its last 60 days, and the clock. Nothing of all that while e-invoicing is off.
 */
export async function einvoiceFigures(ctx: Ctx) {
  const environment = environmentOf(await einvoicingSettings(ctx));
  const unit = environment && (await activeUnit(ctx, environment));
  if (!environment || !unit)
    return { oldestIssuedAt: null, isRefused: false, isCertificateEnding: false, clockAheadSeconds: 0 };
  const [waiting] = await ctx.db
    .select({ at: min(taxDocuments.issuedAt) })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
    .where(and(eq(einvoices.state, "sealed"), eq(einvoices.environment, environment)));
  const [unsealed] = await ctx.db
    .select({ at: taxDocuments.issuedAt })
    .from(taxDocuments)
    .where(gt(taxDocuments.counter, unit.sealedUpTo))
    .orderBy(asc(taxDocuments.counter))
    .limit(1);
  const dates = [waiting?.at, unsealed?.at].filter((at) => at instanceof Date);
  return {
    oldestIssuedAt: dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
    isRefused: unit.refusedSince !== null,
    isCertificateEnding: unit.validTo.getTime() - ctx.now().getTime() < warnDays * dayMs,
    clockAheadSeconds: unit.clockAheadSeconds ?? 0,
  };
}

/** E-invoices that wait or were rejected, the oldest first, 100 at most. For `orders.read`. */
export async function listUndecided(ctx: Ctx) {
  requirePermission(ctx, "orders.read");
  const { id, state, counter, attempts, problem, messages, environment, taxDocumentId } = einvoices;
  return ctx.db
    .select({
      id,
      state,
      counter,
      attempts,
      problem,
      messages,
      environment,
      number: taxDocuments.number,
      unit: egsUnits.id,
    })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, taxDocumentId))
    .innerJoin(egsUnits, eq(egsUnits.id, einvoices.unitId))
    .where(and(ne(state, "accepted"), not(isReissuedSql(ctx))))
    .orderBy(asc(id))
    .limit(100);
}
