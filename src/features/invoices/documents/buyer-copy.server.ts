/**
 * The XML of a tax document that its buyer gets. The buyer of a company's document gets nothing before it is cleared.
 */
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

/** Buyers get only what the production environment made; a rehearsal (`simulation`) changes nothing for them. */
const environment = "production";

/** What the buyer gets of a document. */
export interface BuyerCopy {
  /** Null while e-invoicing is off, before the document is sealed, and when it was rejected. */
  xml: BuyerXml | null;
  /** True while the authority has not cleared the document; the buyer gets nothing before that. */
  isAwaitingClearance: boolean;
  /** The corrected buyer in the XML after a rejection, else null; the document itself never changes. */
  company: Company | null;
}

type CopiedDocument = Pick<TaxDocument, "id" | "nameCode" | "counter">;
type CopiedXml = Pick<EInvoice, "state" | "xml" | "qr" | "clearedXml" | "sealedAt" | "company">;

/** The unit that clears company documents; null while e-invoicing is not in production. */
async function readClearingUnit(ctx: Ctx): Promise<EgsUnit | null> {
  const isOn = getEnvironment(await einvoicingSettings(ctx)) === environment;
  return isOn ? activeUnit(ctx, environment) : null;
}

/** Whether company documents that are issued now must be cleared before buyers get them. */
export const isClearing = async (ctx: Ctx): Promise<boolean> => (await readClearingUnit(ctx)) !== null;

const plainCopy: BuyerCopy = { xml: null, isAwaitingClearance: false, company: null };

function toCopy(document: CopiedDocument, rows: readonly CopiedXml[], unit: EgsUnit | null): BuyerCopy {
  const live = rows.find(({ state }) => state === "sealed" || state === "accepted");
  if (isSimplified(document))
    return { ...plainCopy, xml: live ? { xml: live.xml, qr: live.qr, sealedAt: live.sealedAt } : null };
  if (live?.state === "accepted") {
    const xml = live.clearedXml ?? live.xml;
    return { ...plainCopy, xml: { xml, qr: clearedQr(xml), sealedAt: live.sealedAt }, company: live.company };
  }
  // A sealed document waits for clearance, even if e-invoicing was switched off since. Documents from before the first
  // certificate are never sealed.
  const willBeSealed = unit !== null && document.counter > unit.sealedUpTo;
  return { ...plainCopy, isAwaitingClearance: rows.length > 0 || willBeSealed };
}

/** Reads what buyers get of these documents, by document id. */
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
  const unit = documents.every(isSimplified) ? null : await readClearingUnit(ctx);
  const byDocument = Map.groupBy(rows, (row) => row.taxDocumentId);
  return new Map(documents.map((document) => [document.id, toCopy(document, byDocument.get(document.id) ?? [], unit)]));
}
