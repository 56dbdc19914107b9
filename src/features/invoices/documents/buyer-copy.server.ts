/** What buyers get of e-invoicing: the XML of their document. Nothing of a company's document before it is cleared. */
import { and, eq, inArray } from "drizzle-orm";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import type { Company } from "#features/orders/billing.schema.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { BuyerXml } from "../document.ts";
import type { TaxDocument } from "../write-document.server.ts";
import type { EInvoice } from "../einvoices/seal.server.ts";
import { einvoices } from "../einvoices/tables.server.ts";
import { clearedQr, isSimplified } from "../einvoices/ubl.ts";
import { activeUnit, getEnvironment, type EgsUnit } from "../einvoices/units.server.ts";

/** A rehearsal (`simulation`) changes nothing that a buyer gets. */
const environment = "production";

/** A document for its buyer. */
export interface BuyerCopy {
  /** Null while e-invoicing is off, before it is sealed, and when it was rejected. */
  xml: BuyerXml | null;
  /** The authority must clear it first; the buyer gets nothing before. */
  isAwaitingClearance: boolean;
  /** The buyer in the XML, when it was corrected after a rejection; the document itself never changes. */
  company: Company | null;
}

type CopiedDocument = Pick<TaxDocument, "id" | "nameCode" | "counter">;
type CopiedXml = Pick<EInvoice, "state" | "xml" | "qr" | "clearedXml" | "sealedAt" | "company">;

async function clearingUnit(ctx: Ctx): Promise<EgsUnit | null> {
  const isOn = getEnvironment(await einvoicingSettings(ctx)) === environment;
  return isOn ? activeUnit(ctx, environment) : null;
}

/** Whether company documents that are issued now must be cleared before buyers get them. */
export const isClearing = async (ctx: Ctx): Promise<boolean> => (await clearingUnit(ctx)) !== null;

const plainCopy: BuyerCopy = { xml: null, isAwaitingClearance: false, company: null };

function toCopy(document: CopiedDocument, rows: readonly CopiedXml[], unit: EgsUnit | null): BuyerCopy {
  const live = rows.find(({ state }) => state === "sealed" || state === "accepted");
  if (isSimplified(document))
    return { ...plainCopy, xml: live ? { xml: live.xml, qr: live.qr, sealedAt: live.sealedAt } : null };
  if (live?.state === "accepted") {
    const xml = live.clearedXml ?? live.xml;
    return { ...plainCopy, xml: { xml, qr: clearedQr(xml), sealedAt: live.sealedAt }, company: live.company };
  }
  // A sealed document waits, also while e-invoicing is off. Documents from before the first certificate are never
  // sealed.
  const willBeSealed = unit !== null && document.counter > unit.sealedUpTo;
  return { ...plainCopy, isAwaitingClearance: rows.length > 0 || willBeSealed };
}

/** Copies by document id. */
export async function buyerCopies(
  ctx: Ctx,
  documents: readonly CopiedDocument[],
): Promise<ReadonlyMap<number, BuyerCopy>> {
  const ids = documents.map(({ id }) => id);
  const { taxDocumentId, state, xml, qr, clearedXml, sealedAt, company } = einvoices;
  const rows = await ctx.db
    .select({ taxDocumentId, state, xml, qr, clearedXml, sealedAt, company })
    .from(einvoices)
    .where(and(inArray(taxDocumentId, ids), eq(einvoices.environment, environment)));
  const unit = documents.every(isSimplified) ? null : await clearingUnit(ctx);
  const byDocument = Map.groupBy(rows, (row) => row.taxDocumentId);
  return new Map(documents.map((document) => [document.id, toCopy(document, byDocument.get(document.id) ?? [], unit)]));
}
