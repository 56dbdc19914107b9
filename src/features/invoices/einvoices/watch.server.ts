/** State of e-invoicing for monitoring and for the finance page of the portal. */
import { and, asc, eq, gt, isNotNull, min, not, type SQL } from "drizzle-orm";
import { einvoicingSettings, sellerSettings } from "#features/settings/settings.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { taxDocuments } from "../tables.server.ts";
import { isReissuedSql, whereStranded } from "./seal.server.ts";
import { einvoices } from "./tables.server.ts";
import { activeUnit, getEnvironment, isCompanyComplete, readCsid, testingUnit, type EgsUnit } from "./units.server.ts";

const warnDays = 60;

/** Issue time of the oldest document that is not sealed or not decided yet; null when there is none. */
async function readOldestIssuedAt(ctx: Ctx, { environment, sealedUpTo }: EgsUnit): Promise<Date | null> {
  const [waiting] = await ctx.db
    .select({ issuedAt: min(taxDocuments.issuedAt) })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
    .where(and(eq(einvoices.state, "sealed"), eq(einvoices.environment, environment)));
  const [unsealed] = await ctx.db
    .select({ issuedAt: taxDocuments.issuedAt })
    .from(taxDocuments)
    .where(gt(taxDocuments.counter, sealedUpTo))
    .orderBy(asc(taxDocuments.counter))
    .limit(1);
  const dates = [waiting?.issuedAt, unsealed?.issuedAt].filter((issuedAt) => issuedAt instanceof Date);
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

const isEnding = (ctx: Ctx, { validTo }: EgsUnit) => validTo.getTime() - ctx.now().getTime() < warnDays * dayMs;

/**
 * Figures of the environment in use: the oldest document that is not sealed or not decided, whether the authority
 * refuses access, whether the certificate is in its last 60 days, and how far our clock is ahead. While e-invoicing is
 * off, they report no problem.
 */
export async function einvoiceFigures(ctx: Ctx) {
  const environment = getEnvironment(await einvoicingSettings(ctx));
  const unit = environment && (await activeUnit(ctx, environment));
  if (!unit) return { oldestIssuedAt: null, isRefused: false, isCertificateEnding: false, clockAheadSeconds: 0 };
  return {
    oldestIssuedAt: await readOldestIssuedAt(ctx, unit),
    isRefused: unit.refusedSince !== null,
    isCertificateEnding: isEnding(ctx, unit),
    clockAheadSeconds: unit.clockAheadSeconds ?? 0,
  };
}

/** Converts the unit that seals to what the portal shows, without its secrets. */
async function toUnitView(ctx: Ctx, unit: EgsUnit) {
  const { id, validTo, refusedSince, counter, clockAheadSeconds } = unit;
  return {
    id,
    validTo,
    refusedSince,
    counter,
    clockAheadSeconds: clockAheadSeconds ?? 0,
    oldestIssuedAt: await readOldestIssuedAt(ctx, unit),
    isCertificateEnding: isEnding(ctx, unit),
    hasCertificateEnded: validTo <= ctx.now(),
    isReadable: (await readCsid(ctx, unit)) !== null,
  };
}

const noCounts = { waiting: 0, rejected: 0, stranded: 0, strandedAndSent: 0 };

/**
 * Reads the state of e-invoicing: the mode, the unit that seals, an onboarding in progress, and counts of documents
 * that wait for the authority or a person. Requires `finance.read`.
 */
export async function readEInvoicing(ctx: Ctx) {
  requirePermission(ctx, readEInvoicing.permission);
  const settings = await einvoicingSettings(ctx);
  const environment = getEnvironment(settings);
  const common = { mode: settings.mode, isComplete: isCompanyComplete(settings, await sellerSettings(ctx)) };
  const [anyEInvoice] = await ctx.db
    .select({ id: einvoices.id })
    .from(einvoices)
    .where(eq(einvoices.environment, environment ?? "production"))
    .limit(1);
  const isUsed = anyEInvoice !== undefined;
  if (!environment) return { ...common, isUsed, unit: null, testing: null, counts: noCounts };
  const [unit, testing] = [await activeUnit(ctx, environment), await testingUnit(ctx, environment)];
  const countEInvoices = (...conditions: (SQL | undefined)[]) =>
    ctx.db.$count(einvoices, and(eq(einvoices.environment, environment), ...conditions));
  const stranded = await whereStranded(ctx, environment);
  const counts = {
    waiting: await countEInvoices(eq(einvoices.state, "sealed")),
    rejected: await countEInvoices(eq(einvoices.state, "rejected"), not(isReissuedSql(ctx))),
    stranded: await countEInvoices(stranded),
    strandedAndSent: await countEInvoices(stranded, isNotNull(einvoices.firstSentAt)),
  };
  return {
    ...common,
    isUsed,
    unit: unit && (await toUnitView(ctx, unit)),
    testing: testing && (await readCsid(ctx, testing)) ? testing : null,
    counts,
  };
}
readEInvoicing.permission = "finance.read" as const;
