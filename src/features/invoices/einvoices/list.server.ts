/** E-invoices for finance: their list, the e-invoice state of a tax document, and the XML as a file. */
import { z } from "zod";
import { and, desc, eq, inArray, isNotNull, ne, not, sql, type SQL } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsSql, readPage } from "#platform/db/list-page.server.ts";
import { searchText } from "#platform/http/fields.server.ts";
import type { FileAnswer } from "#platform/http/staff-endpoint.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { documentSearchText, taxDocuments } from "../tables.server.ts";
import type { EInvoiceEnvironment } from "./authority.ts";
import { companyAddress, correctedCompany, currentCompany, isReissuedSql, type EInvoice } from "./seal.server.ts";
import { einvoices } from "./tables.server.ts";
import { getEnvironment } from "./units.server.ts";

/** `corrected`: rejected, then reissued as another XML. `replaced`: reissued before the authority decided. */
export const einvoiceStates = ["waiting", "rejected", "corrected", "replaced", "accepted"] as const;
export type EInvoiceState = (typeof einvoiceStates)[number];

export const einvoiceFilter = z.object({
  q: searchText(100).optional().meta({ description: "As of the tax documents" }),
  state: z
    .enum(["undecided", "accepted", "warned"])
    .optional()
    .meta({ description: "`undecided`: waits, or was rejected and not corrected; `warned`: accepted with warnings" }),
});
export type EInvoiceFilter = z.output<typeof einvoiceFilter>;

export const einvoiceSorts = { id: einvoices.id, decided_at: einvoices.decidedAt } as const;

/** Returns the environment in use; while e-invoicing is off, production, because only its XMLs count. */
async function readEnvironment(ctx: Ctx): Promise<EInvoiceEnvironment> {
  return getEnvironment(await einvoicingSettings(ctx)) ?? "production";
}

/** Selects the last production XML of each tax document of an outer query, for a lateral join. */
export const lastEInvoice = (ctx: Ctx) =>
  ctx.db
    .select({ id: sql<number>`${einvoices.id}`.as("einvoice_id"), state: einvoices.state })
    .from(einvoices)
    .where(and(eq(einvoices.taxDocumentId, taxDocuments.id), eq(einvoices.environment, "production")))
    .orderBy(desc(einvoices.id))
    .limit(1)
    .as("last_einvoice");

/** Returns the shown state of a document's last XML, which has not been reissued. */
export const lastState = (state: EInvoice["state"]): EInvoiceState => (state === "sealed" ? "waiting" : state);

/**
 * Selects the ids of tax documents whose number, buyer, or company as corrected in this environment contains the text.
 */
export function searchDocuments(ctx: Ctx, environment: EInvoiceEnvironment, text: string) {
  const company = sql`(${einvoices.company} ->> 'name') || ' ' || (${einvoices.company} ->> 'vat_number')`;
  const byNumberOrBuyer = ctx.db
    .select({ id: taxDocuments.id })
    .from(taxDocuments)
    .where(containsSql(documentSearchText, text));
  const corrected = ctx.db
    .select({ id: einvoices.taxDocumentId })
    .from(einvoices)
    .where(and(eq(einvoices.environment, environment), isNotNull(einvoices.company), containsSql(company, text)));
  return union(byNumberOrBuyer, corrected);
}

function buildWhere(ctx: Ctx, environment: EInvoiceEnvironment, { q, state }: EInvoiceFilter): SQL | undefined {
  const { messages } = einvoices;
  const byState = {
    undecided: and(inArray(einvoices.state, ["sealed", "rejected"]), not(isReissuedSql(ctx))),
    accepted: eq(einvoices.state, "accepted"),
    warned: and(eq(einvoices.state, "accepted"), isNotNull(messages), ne(messages, sql`'[]'::jsonb`)),
  };
  return and(
    eq(einvoices.environment, environment),
    q === undefined ? undefined : inArray(einvoices.taxDocumentId, searchDocuments(ctx, environment, q)),
    state && byState[state],
  );
}

const selectRows = (ctx: Ctx, environment: EInvoiceEnvironment) =>
  ctx.db
    .select({
      einvoice: einvoices,
      correctedCompany: correctedCompany(environment),
      isReissued: sql<boolean>`${isReissuedSql(ctx)}`,
      document: {
        id: taxDocuments.id,
        number: taxDocuments.number,
        kind: taxDocuments.kind,
        orderId: taxDocuments.orderId,
        issuedAt: taxDocuments.issuedAt,
        buyer: taxDocuments.buyer,
      },
    })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
    .$dynamic();

function toRow(row: Awaited<ReturnType<typeof selectRows>>[number]) {
  const { einvoice, isReissued, document } = row;
  const { id, state, counter, attempts, problem, messages, sealedAt, nextTryAt, decidedAt } = einvoice;
  const isRejected = state === "rejected" && !isReissued;
  // A correction starts from the newest company, which may be that of its invoice.
  const corrected = isRejected ? row.correctedCompany : einvoice.company;
  const company = currentCompany(document.buyer, corrected);
  return {
    id,
    state: state === "rejected" && isReissued ? ("corrected" as const) : lastState(state),
    number: document.number,
    kind: document.kind,
    documentId: document.id,
    orderId: document.orderId,
    issuedAt: document.issuedAt.toISOString(),
    buyer: document.buyer.name,
    company: company && { name: company.name, vat_number: company.vat_number, ...companyAddress(company) },
    counter,
    sealedAt: sealedAt.toISOString(),
    attempts,
    problem,
    nextTryAt: state === "sealed" ? nextTryAt.toISOString() : null,
    decidedAt: decidedAt?.toISOString() ?? null,
    messages: messages ?? [],
  };
}
export type EInvoiceRow = ReturnType<typeof toRow>;

/** Lists the XMLs of the environment in use, both rejected ones and their corrections. For `finance.read`. */
export async function listEInvoices(
  ctx: Ctx,
  query: ListQuery<keyof typeof einvoiceSorts, EInvoiceFilter>,
): Promise<ListPage<EInvoiceRow>> {
  requirePermission(ctx, listEInvoices.permission);
  const environment = await readEnvironment(ctx);
  const { rows, ...counts } = await readPage(ctx, query, {
    rows: selectRows(ctx, environment),
    where: buildWhere(ctx, environment, query.filter),
    sorts: einvoiceSorts,
    tie: einvoices.id,
  });
  return { data: rows.map(toRow), ...counts };
}
listEInvoices.permission = "finance.read" as const;

/** Lists waiting and uncorrected rejected XMLs: oldest first, at most 100. For `finance.read`. */
export async function listUndecided(ctx: Ctx): Promise<EInvoiceRow[]> {
  const filter = { state: "undecided" } as const;
  return (await listEInvoices(ctx, { page: 1, perPage: 100, sort: "id", order: "asc", filter })).data;
}

/**
 * Returns the valid XML: as cleared and stamped by the authority, else as sealed by us. For `finance.read`. Throws
 * Unauthenticated, Forbidden, NotFound.
 */
export async function einvoiceXml(ctx: Ctx, { id }: { id: number }): Promise<FileAnswer> {
  requirePermission(ctx, einvoiceXml.permission);
  const [row] = await ctx.db
    .select({ xml: einvoices.xml, clearedXml: einvoices.clearedXml, number: taxDocuments.number })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
    .where(eq(einvoices.id, id));
  if (!row) throw noSuchRecord(ctx);
  const { xml, clearedXml, number } = row;
  return { name: `${number}.xml`, type: "application/xml", body: Buffer.from(clearedXml ?? xml) };
}
einvoiceXml.permission = "finance.read" as const;
