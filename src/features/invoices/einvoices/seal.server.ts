/** The hash chain of e-invoices: a job seals tax documents after their commit, in the order of their counters. */
import { randomUUID } from "node:crypto";
import { and, asc, eq, getTableColumns, gt, inArray, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import type { EInvoicingSettings } from "#features/settings/settings.ts";
import { addressLine, type Company } from "#features/orders/billing.schema.ts";
import { orders } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { pickNames } from "#platform/form-fields.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import type { DocumentBuyer } from "../document.ts";
import { taxDocuments } from "../tables.server.ts";
import type { EInvoiceEnvironment } from "./authority.ts";
import { sealXml, type StampKey } from "./stamp.ts";
import { egsUnits, einvoices } from "./tables.server.ts";
import type { InvoiceFacts, NationalAddress } from "./ubl.ts";
import {
  getEnvironment,
  isActiveUnit,
  readCsid,
  refusal,
  requireCsid,
  unitStampKey,
  type EgsUnit,
} from "./units.server.ts";

const originals = alias(taxDocuments, "original");
export type EInvoice = typeof einvoices.$inferSelect;

/**
 * Selects the last correction of a buyer's company: from the XMLs of the tax document's order and, if that order pays a
 * price difference, of the order that it belongs to; null when it was never corrected. Table names are written out,
 * because drizzle omits them in a query with one table.
 */
export const correctedCompany = (environment: EInvoiceEnvironment) => sql<Company | null>`(
  select corrected.company from ${einvoices} as corrected
  join ${taxDocuments} as document on document.id = corrected.tax_document_id
  where document.order_id in (
      tax_document.order_id, (select difference_of from ${orders} as own where own.id = tax_document.order_id))
    and corrected.environment = ${environment} and corrected.company is not null
  order by corrected.id desc limit 1)`;

/** Returns a buyer's company as last corrected; null for a person. The tax document itself is never corrected. */
export const currentCompany = (
  { company }: Pick<DocumentBuyer, "company">,
  corrected: Company | null,
): Company | null => company && (corrected ?? company);

const selectDocuments = (ctx: Ctx, environment: EInvoiceEnvironment) =>
  ctx.db
    .select({
      ...getTableColumns(taxDocuments),
      originalNumber: originals.number,
      correctedCompany: correctedCompany(environment),
    })
    .from(taxDocuments)
    .leftJoin(originals, eq(originals.id, taxDocuments.originalId));
type Row = Awaited<ReturnType<typeof selectDocuments>>[number];

const later = alias(einvoices, "later");

/** Whether an e-invoice's document has a later XML in the same environment. */
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

/** Maximum documents sealed in one transaction. Sales do not wait for its lock of the unit. */
const batchSize = 50;

/** Locks the active unit until the transaction ends, so that no other transaction uses the unit's counter and hash. */
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
  sealedUpTo: number;
}

/** Seals a document as the next link of the chain, and updates the chain. */
function sealDocument(chain: Chain, document: Row, now: Date): typeof einvoices.$inferInsert {
  const { id: unitId, environment } = chain.unit;
  const company = document.buyer.company && document.correctedCompany;
  const facts: InvoiceFacts = company ? { ...document, buyer: { company } } : document;
  const link = { uuid: randomUUID(), counter: chain.counter + 1, previousHash: chain.lastHash };
  const sealed = sealXml(facts, chain.address, link, chain.key, now);
  chain.counter = link.counter;
  chain.lastHash = sealed.hash;
  return {
    taxDocumentId: document.id,
    unitId,
    environment,
    company,
    ...link,
    ...sealed,
    sealedAt: now,
    nextTryAt: now,
  };
}

async function openChain(ctx: Ctx, unit: EgsUnit, address: NationalAddress): Promise<Chain> {
  const { counter, lastHash, sealedUpTo } = unit;
  return { unit, key: await unitStampKey(ctx, unit), address, counter, lastHash, sealedUpTo };
}

/** Seals documents as the next links and stores the chain's end in its unit. Returns the ids of their XMLs. */
async function sealNext(ctx: Ctx, chain: Chain, documents: readonly Row[]): Promise<number[]> {
  const rows = documents.map((document) => sealDocument(chain, document, ctx.now()));
  const sealed = await ctx.db.insert(einvoices).values(rows).returning({ id: einvoices.id });
  const { counter, lastHash, sealedUpTo } = chain;
  await ctx.db.update(egsUnits).set({ counter, lastHash, sealedUpTo }).where(eq(egsUnits.id, chain.unit.id));
  return sealed.map(({ id }) => id);
}

/** Seals the next batch. Returns how many: fewer than `batchSize` when no more are left. */
async function sealBatch(ctx: Ctx, environment: EInvoiceEnvironment, address: NationalAddress): Promise<number> {
  const unit = await lockActiveUnit(ctx, environment);
  if (!unit) return 0;
  // Tax documents commit in the order of `taxDocuments.counter`, because issuing one locks the row of `tax_counter`
  // until its commit. So no document appears later with a lower counter.
  const documents = await selectDocuments(ctx, environment)
    .where(gt(taxDocuments.counter, unit.sealedUpTo))
    .orderBy(asc(taxDocuments.counter))
    .limit(batchSize);
  const last = documents.at(-1);
  if (!last) return 0;
  const chain = await openChain(ctx, unit, address);
  await sealNext(ctx, { ...chain, sealedUpTo: last.counter }, documents);
  return documents.length;
}

/**
 * Job: seals the documents issued since the last round. Separate from the sale, so that documents are issued even if
 * key, certificate or clock are wrong. Does nothing while e-invoicing is off or has no certificate.
 */
export async function sealEInvoices(ctx: Ctx): Promise<void> {
  const settings = await einvoicingSettings(ctx);
  const environment = getEnvironment(settings);
  if (!environment) return;
  let sealed: number;
  do sealed = await inTransaction(ctx, (ctx) => sealBatch(ctx, environment, settings));
  while (sealed === batchSize);
}

/**
 * Locks the active unit until the transaction ends and returns its chain. Throws Conflict (e-invoicing is off, no unit
 * is active, or its certificate is unreadable).
 */
async function requireChain(ctx: Ctx, settings: EInvoicingSettings): Promise<Chain> {
  const environment = getEnvironment(settings);
  if (!environment) throw refusal(ctx, m.invoicing_einvoicing_is_off);
  const unit = await lockActiveUnit(ctx, environment);
  if (!unit) throw refusal(ctx, m.invoicing_einvoicing_not_active);
  await requireCsid(ctx, unit);
  return openChain(ctx, unit, settings);
}

const addressParts = ["street", "building_number", "district", "city", "postal_code"] as const;
type Correction = Pick<Company, "name" | "vat_number" | (typeof addressParts)[number]> & { street: string };

/** Returns the address for the XML. Orders older than e-invoicing have no parts: their address line is the street. */
export const companyAddress = (company: Company) => ({
  ...pickNames(company, addressParts),
  street: company.street ?? company.address,
});

/** Corrects a company. Rebuilds the address line only if a part changes: it may contain more, such as a floor. */
function withCorrection(before: Company, { name, vat_number, ...parts }: Correction): Company {
  const oldAddress = companyAddress(before);
  if (addressParts.every((part) => parts[part] === oldAddress[part])) return { ...before, name, vat_number };
  const { street, building_number, district, city, postal_code } = parts;
  const address = addressLine({
    address_1: [building_number, street].filter(Boolean).join(" "),
    address_2: district ?? "",
    city: city ?? "",
    state: "",
    zipcode: postal_code ?? "",
  });
  return { name, vat_number, address, ...parts, purchase_order: before.purchase_order };
}

/**
 * Reissues the XML of a rejected document with the same number, date, lines and totals, but a new UUID, counter and
 * hash; `company` replaces the buyer's name, VAT number and address in it and in later XMLs of the order. Requires the
 * permission `orders.resolve`. Throws Unauthenticated, Forbidden, NotFound, ValidationError (`company` for a document
 * without one), Conflict (not rejected, already reissued, or no unit can seal).
 */
export async function correctEInvoice(
  ctx: Ctx,
  { id, company }: { id: number; company?: Correction | undefined },
): Promise<{ id: number }> {
  requirePermission(ctx, correctEInvoice.permission);
  const settings = await einvoicingSettings(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [rejected] = await ctx.db.select().from(einvoices).where(eq(einvoices.id, id));
    if (!rejected) throw noSuchRecord(ctx);
    const chain = await requireChain(ctx, settings);
    const isReissued = (await ctx.db.$count(einvoices, and(eq(einvoices.id, id), isReissuedSql(ctx)))) > 0;
    if (rejected.environment !== chain.unit.environment || rejected.state !== "rejected" || isReissued)
      throw refusal(ctx, m.invoicing_einvoicing_not_rejected);
    const [document] = await selectDocuments(ctx, rejected.environment).where(
      eq(taxDocuments.id, rejected.taxDocumentId),
    );
    if (!document) throw noSuchRecord(ctx);
    const current = currentCompany(document.buyer, document.correctedCompany);
    if (company && !current) throw new ValidationError({ company: [getProblemMessage("invalid", ctx.locale)] });
    const corrected = company && current ? withCorrection(current, company) : document.correctedCompany;
    const [created] = await sealNext(ctx, chain, [{ ...document, correctedCompany: corrected }]);
    if (created === undefined) throw new Error("An e-invoice was not written");
    const after = { of: id, number: document.number, counter: chain.counter, isBuyerCorrected: company !== undefined };
    await audit(ctx, { action: "einvoice.corrected", entity: "einvoice", entityId: created, after });
    return { id: created };
  });
}
correctEInvoice.permission = "orders.resolve" as const;

/**
 * Builds the condition for waiting e-invoices that can never be sent: a new AUTH_SECRET made their certificate
 * unreadable, or the authority refuses it and its unit is retired.
 */
export async function whereStranded(ctx: Ctx, environment: EInvoiceEnvironment): Promise<SQL | undefined> {
  const waiting = ctx.db
    .select({ id: einvoices.unitId })
    .from(einvoices)
    .where(and(eq(einvoices.state, "sealed"), eq(einvoices.environment, environment)));
  const units = await ctx.db.select().from(egsUnits).where(inArray(egsUnits.id, waiting));
  const unusable: number[] = [];
  for (const unit of units) {
    const isRefused = unit.state === "retired" && unit.refusedSince !== null;
    if (isRefused || !(await readCsid(ctx, unit))) unusable.push(unit.id);
  }
  return and(eq(einvoices.state, "sealed"), inArray(einvoices.unitId, unusable));
}

/**
 * Reseals waiting documents whose certificate can no longer be used, with the active unit and in document order. Returns
 * how many. The authority may have accepted one whose response was lost, so a person starts this after checking the
 * authority's portal. Requires the permission `orders.resolve`. Throws Unauthenticated, Forbidden, FreshSignInRequired,
 * Conflict (no unit can seal).
 */
export async function sealAgain(ctx: Ctx): Promise<{ count: number }> {
  requirePermission(ctx, sealAgain.permission);
  requireFreshSignIn(ctx);
  const settings = await einvoicingSettings(ctx);
  return inTransaction(ctx, async (ctx) => {
    const chain = await requireChain(ctx, settings);
    const replaced = await ctx.db
      .update(einvoices)
      .set({ state: "replaced", decidedAt: ctx.now() })
      .where(await whereStranded(ctx, chain.unit.environment))
      .returning({ documentId: einvoices.taxDocumentId });
    if (replaced.length === 0) return { count: 0 };
    const documentIds = replaced.map(({ documentId }) => documentId);
    const documents = await selectDocuments(ctx, chain.unit.environment)
      .where(inArray(taxDocuments.id, documentIds))
      .orderBy(asc(taxDocuments.counter));
    await sealNext(ctx, chain, documents);
    const after = { numbers: documents.map(({ number }) => number) };
    await audit(ctx, { action: "einvoice.sealed-again", entity: "egs-unit", entityId: chain.unit.id, after });
    return { count: documents.length };
  });
}
sealAgain.permission = "orders.resolve" as const;
