import { and, asc, eq, gt, gte, lt, or, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { taxedLines, type DocumentKind, type DocumentLine } from "#features/invoices/document.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { shares } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { lineNet } from "#features/orders/pricing.ts";
import { orderLines } from "#features/orders/tables.server.ts";
import { refunds } from "#features/payments/tables.server.ts";
import { monthBounds } from "./months.ts";

/** A credit note and the lines of its invoice. */
interface Note {
  id: number;
  orderId: number;
  refundId: number | null;
  original: readonly DocumentLine[] | null;
}

/** Reads seats and whole runs that refunds released, with their prices. */
async function releasedBy(ctx: Ctx, notes: readonly Note[]) {
  const ids = notes.flatMap(({ refundId }) => refundId ?? []);
  if (ids.length === 0)
    return { refunded: new Map<number, { runIds: number[]; seatIds: number[] }>(), lines: [], seats: [] };
  const rows = await ctx.db
    .select({ id: refunds.id, runIds: refunds.runIds, seatIds: refunds.seatIds })
    .from(refunds)
    .where(inArray(refunds.id, ids));
  const orderIds = [...new Set(notes.map(({ orderId }) => orderId))];
  const lines = await ctx.db.select().from(orderLines).where(inArray(orderLines.orderId, orderIds));
  const seatIds = rows.flatMap((refund) => refund.seatIds);
  const seats =
    seatIds.length === 0
      ? []
      : await ctx.db
          .select({ id: enrolments.id, lineId: enrolments.orderLineId })
          .from(enrolments)
          .where(and(inArray(enrolments.id, seatIds), inArray(enrolments.orderId, orderIds)));
  return { refunded: new Map(rows.map((row) => [row.id, row])), lines, seats };
}

/**
 * Finds the invoice lines whose seats each note's refund released, with their prices; a note over an amount refers to
 * the only line of its invoice, or to none.
 */
async function creditedLines(ctx: Ctx, notes: readonly Note[]): Promise<Map<number, DocumentLine[]>> {
  const { refunded, lines, seats } = await releasedBy(ctx, notes);
  const lineIdBySeat = new Map(seats.map(({ id, lineId }) => [id, lineId]));
  return new Map(
    notes.map(({ id, orderId, refundId, original }) => {
      const refund = refundId === null ? undefined : refunded.get(refundId);
      const own = lines.filter((line) => line.orderId === orderId);
      const credited = own.flatMap((line) => {
        const isWhole = refund?.runIds.includes(line.runId) ?? false;
        const single = refund?.seatIds.filter((seat) => lineIdBySeat.get(seat) === line.id).length ?? 0;
        const invoiced = original?.find(({ nameEng }) => nameEng === line.nameEng);
        const amountHalalas = isWhole ? lineNet(line) : Math.round((lineNet(line) * single) / line.qty);
        return invoiced && amountHalalas > 0 ? [{ ...invoiced, amountHalalas }] : [];
      });
      return [id, credited.length === 0 && original?.length === 1 ? [...original] : credited];
    }),
  );
}

const atOnce = 1000;
const originals = alias(taxDocuments, "original");

async function readDocuments(ctx: Ctx, { from, to }: { from: Date; to: Date }, after: { at: Date; id: number } | null) {
  const { id, kind, sequence, number, issuedAt, netHalalas, taxHalalas, totalHalalas, taxPercent, lines } =
    taxDocuments;
  const rest = after && or(gt(issuedAt, after.at), and(eq(issuedAt, after.at), gt(id, after.id)));
  return ctx.db
    .select({
      id,
      orderId: taxDocuments.orderId,
      refundId: taxDocuments.refundId,
      kind,
      sequence,
      number,
      issuedAt,
      netHalalas,
      taxHalalas,
      totalHalalas,
      taxPercent,
      lines,
      original: originals.lines,
    })
    .from(taxDocuments)
    .leftJoin(originals, eq(originals.id, taxDocuments.originalId))
    .where(and(gte(issuedAt, from), lt(issuedAt, to), rest ?? undefined))
    .orderBy(asc(issuedAt), asc(id))
    .limit(atOnce);
}
type ReadDocument = Awaited<ReturnType<typeof readDocuments>>[number];
/** `credited`: for a note over part of an invoice, the invoice lines of its seats; else null. */
type BookedDocument = ReadDocument & { credited: DocumentLine[] | null };

/** The note of a full refund repeats the invoice's lines; one over a part has a line of its own. */
const isPart = ({ kind, lines, original }: ReadDocument): boolean =>
  kind === "credit-note" && !lines.every(({ nameEng }) => original?.some((line) => line.nameEng === nameEng));

/** Reads the documents of a month, oldest first, a thousand at a time. */
async function* readMonthDocuments(ctx: Ctx, month: string): AsyncGenerator<BookedDocument> {
  const bounds = monthBounds(month);
  for (let after: { at: Date; id: number } | null = null; ;) {
    const batch: ReadDocument[] = await readDocuments(ctx, bounds, after);
    const credited = await creditedLines(ctx, batch.filter(isPart));
    yield* batch.map((document) => ({ ...document, credited: credited.get(document.id) ?? null }));
    const last = batch.at(-1);
    if (!last || batch.length < atOnce) return;
    after = { at: last.issuedAt, id: last.id };
  }
}

/** Sums of some documents. `refunds` and `refundTax` are those of credit notes, positive. */
export interface Sums {
  seats: number;
  sales: number;
  salesTax: number;
  refunds: number;
  refundTax: number;
}
const nothing = (): Sums => ({ seats: 0, sales: 0, salesTax: 0, refunds: 0, refundTax: 0 });

function add(sums: Sums, kind: DocumentKind, net: number, tax: number, seats: number): void {
  if (kind === "invoice") {
    sums.seats += seats;
    sums.sales += net;
    sums.salesTax += tax;
  } else {
    sums.refunds += net;
    sums.refundTax += tax;
  }
}

export interface CourseSums extends Sums {
  nameEng: string;
  nameAr: string | null;
}
export interface DaySums extends Sums {
  day: string;
}

/** Lines discounted by a code or a group price. `discount`: given, less what notes took back. */
export interface CodeSums extends Sums {
  code: string | null;
  discount: number;
}

/** A note over part of an invoice is listed with its courses; without any, as a line of its own. */
function linesByCourse(document: BookedDocument): (DocumentLine & { taxHalalas: number })[] {
  const { credited } = document;
  if (credited === null) return taxedLines(document);
  if (credited.length === 0) return taxedLines(document).map((line) => ({ ...line, qty: 0 }));
  const weights = credited.map(({ amountHalalas }) => amountHalalas);
  const [nets, taxes] = [shares(document.netHalalas, weights), shares(document.taxHalalas, weights)];
  return credited.map((line, at) => ({ ...line, qty: 0, amountHalalas: nets[at] ?? 0, taxHalalas: taxes[at] ?? 0 }));
}

/** Numbers of a series in a month. */
export interface Series {
  count: number;
  first: string | null;
  last: string | null;
  sequences: number[];
}

/**
 * Sums a month in total, by course, by day and by discount code. Each of them adds up to the documents, to the halala.
 */
export async function bookMonth(ctx: Ctx, month: string) {
  const all = nothing();
  const courses = new Map<string, CourseSums>();
  const days = new Map<string, DaySums>();
  const codes = new Map<string | null, CodeSums>();
  const getCodeSums = (code: string | null): CodeSums => {
    const sums = codes.get(code) ?? { code, discount: 0, ...nothing() };
    codes.set(code, sums);
    return sums;
  };
  const empty = (): Series => ({ count: 0, first: null, last: null, sequences: [] });
  const series: Record<DocumentKind, Series> = { invoice: empty(), "credit-note": empty() };
  for await (const document of readMonthDocuments(ctx, month)) {
    const { kind, number, sequence, netHalalas, taxHalalas, issuedAt } = document;
    const own = series[kind];
    own.count += 1;
    own.first ??= number;
    own.last = number;
    own.sequences.push(sequence);
    const lines = linesByCourse(document);
    const seats = lines.reduce((sum, { qty }) => sum + qty, 0);
    add(all, kind, netHalalas, taxHalalas, seats);
    const day = riyadhDate(issuedAt);
    const daySums = days.get(day) ?? { day, ...nothing() };
    add(daySums, kind, netHalalas, taxHalalas, seats);
    days.set(day, daySums);
    for (const { discount } of document.lines)
      if (discount) getCodeSums(discount.code).discount += kind === "invoice" ? discount.halalas : -discount.halalas;
    for (const { nameEng, nameAr, qty, amountHalalas, taxHalalas: tax, discount } of lines) {
      if (discount) add(getCodeSums(discount.code), kind, amountHalalas, tax, qty);
      const courseSums = courses.get(nameEng) ?? { nameEng, nameAr, ...nothing() };
      add(courseSums, kind, amountHalalas, tax, qty);
      courses.set(nameEng, courseSums);
    }
  }
  const worth = ({ sales, refunds }: Sums) => sales - refunds;
  return {
    all,
    series,
    courses: [...courses.values()].toSorted((a, b) => worth(b) - worth(a) || a.nameEng.localeCompare(b.nameEng, "en")),
    days: [...days.values()],
    codes: [...codes.values()].toSorted((a, b) => b.discount - a.discount),
  };
}
