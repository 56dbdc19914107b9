/** What operations and finance have to know about e-invoicing. */
import { and, asc, eq, gt, isNotNull, min, not, type SQL } from "drizzle-orm";
import { einvoicingSettings, sellerSettings } from "#features/settings/settings.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { taxDocuments } from "../tables.server.ts";
import { isReissuedSql, unusableUnits, waitsWith } from "./seal.server.ts";
import { einvoices } from "./tables.server.ts";
import { activeUnit, getEnvironment, isCompanyComplete, readCsid, testingUnit } from "./units.server.ts";

const warnDays = 60;

/**
 * Figures of the environment in use: the oldest document that is not sealed or not decided, whether the access is
 * refused, whether the certificate is in its last 60 days, and the clock. Nothing of all that while e-invoicing is off.
 */
export async function einvoiceFigures(ctx: Ctx) {
  const environment = getEnvironment(await einvoicingSettings(ctx));
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

const noCounts = { waiting: 0, rejected: 0, stranded: 0, strandedAndSent: 0 };

/**
 * How e-invoicing stands: the mode, the unit that seals, an onboarding that has begun, and what waits for a person. For
 * `finance.read`.
 */
export async function readEInvoicing(ctx: Ctx) {
  requirePermission(ctx, readEInvoicing.permission);
  const settings = await einvoicingSettings(ctx);
  const environment = getEnvironment(settings);
  const common = { mode: settings.mode, isComplete: isCompanyComplete(settings, await sellerSettings(ctx)) };
  const inUse = environment ?? "production";
  const [used] = await ctx.db
    .select({ id: einvoices.id })
    .from(einvoices)
    .where(eq(einvoices.environment, inUse))
    .limit(1);
  const isUsed = used !== undefined;
  if (!environment) return { ...common, isUsed, unit: null, testing: null, counts: noCounts };
  const [unit, testing] = [await activeUnit(ctx, environment), await testingUnit(ctx, environment)];
  const figures = await einvoiceFigures(ctx);
  const of = (...conditions: (SQL | undefined)[]) =>
    ctx.db.$count(einvoices, and(eq(einvoices.environment, environment), ...conditions));
  const stranded = waitsWith(await unusableUnits(ctx, environment));
  const counts = {
    waiting: await of(eq(einvoices.state, "sealed")),
    rejected: await of(eq(einvoices.state, "rejected"), not(isReissuedSql(ctx))),
    stranded: await of(stranded),
    strandedAndSent: await of(stranded, isNotNull(einvoices.firstSentAt)),
  };
  return {
    ...common,
    isUsed,
    unit: unit && { ...figures, isReadable: (await readCsid(ctx, unit)) !== null, ...unit },
    testing: testing && (await readCsid(ctx, testing)) ? testing : null,
    counts,
  };
}
readEInvoicing.permission = "finance.read" as const;
