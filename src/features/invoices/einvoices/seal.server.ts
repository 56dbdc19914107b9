/** The chain of e-invoices: each tax document is sealed once, after its commit, in the order of the documents. */
import { randomUUID } from "node:crypto";
import { and, asc, eq, getTableColumns, gt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import type { Company } from "#features/orders/billing.schema.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { taxDocuments } from "../tables.server.ts";
import type { EInvoiceEnvironment } from "./authority.ts";
import { sealXml, type StampKey } from "./stamp.ts";
import { egsUnits, einvoices } from "./tables.server.ts";
import type { InvoiceFacts, NationalAddress } from "./ubl.ts";
import { environmentOf, isActiveUnit, unitStampKey, type EgsUnit } from "./units.server.ts";

const originals = alias(taxDocuments, "original");
type Row = typeof taxDocuments.$inferSelect & { originalNumber: string | null };
export type EInvoice = typeof einvoices.$inferSelect;

const withOriginal = (ctx: Ctx) =>
  ctx.db
    .select({ ...getTableColumns(taxDocuments), originalNumber: originals.number })
    .from(taxDocuments)
    .leftJoin(originals, eq(originals.id, taxDocuments.originalId));

const later = alias(einvoices, "later");

/** Whether a later XML of the same document and environment has taken the place of an e-invoice. */
export const isReissuedSql = (ctx: Ctx): SQL =>
  sql`exists ${ctx.db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.taxDocumentId, einvoices.taxDocumentId),
        eq(later.environment, einvoices.environment),
        gt(later.id, einvoices.id),
      ),
    )}`;

/** So many in one transaction: what waits for it is the next round only. */
const batchSize = 50;

/** The unit that seals, locked until the transaction ends: its counter and hash are this transaction's. */
async function lockActiveUnit(ctx: Ctx, environment: EInvoiceEnvironment): Promise<EgsUnit | null> {
  const [unit] = await ctx.db.select().from(egsUnits).where(isActiveUnit(environment)).for("update");
  return unit ?? null;
}

interface Chain {
  unit: Pick<EgsUnit, "id" | "environment">;
  key: StampKey;
  address: NationalAddress;
  counter: number;
  lastHash: string;
}

/** Seals one document as the next of the chain, which it moves on. */
function nextRow(chain: Chain, documentId: number, facts: InvoiceFacts, now: Date): typeof einvoices.$inferInsert {
  const { id: unitId, environment } = chain.unit;
  const link = { uuid: randomUUID(), counter: chain.counter + 1, previousHash: chain.lastHash };
  const sealed = sealXml(facts, chain.address, link, chain.key, now);
  chain.counter = link.counter;
  chain.lastHash = sealed.hash;
  return { taxDocumentId: documentId, unitId, environment, ...link, ...sealed, sealedAt: now, nextTryAt: now };
}

async function openChain(ctx: Ctx, unit: EgsUnit, address: NationalAddress): Promise<Chain> {
  const { counter, lastHash } = unit;
  return { unit, key: await unitStampKey(ctx, unit), address, counter, lastHash };
}

/** How many it sealed; fewer than the batch when there are no more. */
async function sealBatch(ctx: Ctx, environment: EInvoiceEnvironment, address: NationalAddress): Promise<number> {
  const unit = await lockActiveUnit(ctx, environment);
  if (!unit) return 0;
  // Documents commit in the order of their counters, because the counter's row is locked until then.
  const documents: Row[] = await withOriginal(ctx)
    .where(gt(taxDocuments.counter, unit.sealedUpTo))
    .orderBy(asc(taxDocuments.counter))
    .limit(batchSize);
  const last = documents.at(-1);
  if (!last) return 0;
  const chain = await openChain(ctx, unit, address);
  const rows = documents.map((document) => nextRow(chain, document.id, document, ctx.now()));
  await ctx.db.insert(einvoices).values(rows);
  const { counter, lastHash } = chain;
  await ctx.db.update(egsUnits).set({ counter, lastHash, sealedUpTo: last.counter }).where(eq(egsUnits.id, unit.id));
  return documents.length;
}

/**
 * Job: seals the documents that were issued since the last round. The sale never waits for it: key, certificate or clock
 * may be wrong, and documents are issued all the same. Does nothing while e-invoicing is off or has no certificate.
 */
export async function sealEInvoices(ctx: Ctx): Promise<void> {
  const settings = await einvoicingSettings(ctx);
  const environment = environmentOf(settings);
  if (!environment) return;
  let sealed: number;
  do sealed = await inTransaction(ctx, (ctx) => sealBatch(ctx, environment, settings));
  while (sealed === batchSize);
}

/**
 * Reissues the XML of a rejected document with the same number, date, lines and totals, but a new UUID, counter and
 * hash; `company` replaces the buyer's details. For `orders.resolve`. Throws Unauthenticated, Forbidden, NotFound,
 * Conflict when it is not rejected or has been reissued.
 */
export async function correctEInvoice(
  ctx: Ctx,
  { id, company }: { id: number; company?: Company | undefined },
): Promise<{ id: number }> {
  requirePermission(ctx, "orders.resolve");
  const settings = await einvoicingSettings(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [rejected] = await ctx.db.select().from(einvoices).where(eq(einvoices.id, id));
    if (!rejected) throw noSuchRecord(ctx);
    const unit = await lockActiveUnit(ctx, rejected.environment);
    const isReissued = (await ctx.db.$count(einvoices, and(eq(einvoices.id, id), isReissuedSql(ctx)))) > 0;
    if (!unit || rejected.state !== "rejected" || isReissued)
      throw new Conflict(m.invoicing_einvoicing_not_rejected({}, { locale: ctx.locale }));
    const [document] = await withOriginal(ctx).where(eq(taxDocuments.id, rejected.taxDocumentId));
    if (!document) throw noSuchRecord(ctx);
    const isForCompany = document.buyer.company !== null;
    const buyer = { company: isForCompany ? (company ?? document.buyer.company) : null };
    const chain = await openChain(ctx, unit, settings);
    const row = nextRow(chain, document.id, { ...document, buyer }, ctx.now());
    const [created] = await ctx.db.insert(einvoices).values(row).returning({ id: einvoices.id });
    const { counter, lastHash } = chain;
    await ctx.db.update(egsUnits).set({ counter, lastHash }).where(eq(egsUnits.id, unit.id));
    if (!created) throw new Error("An e-invoice was not written");
    const after = { of: id, number: document.number, counter };
    await audit(ctx, { action: "einvoice.corrected", entity: "einvoice", entityId: created.id, after });
    return created;
  });
}
