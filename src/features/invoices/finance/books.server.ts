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

/** A credit note; `original` are the lines of its invoice. */
interface Note {
  id: number;
  orderId: number;
  refundId: number | null;
  original: readonly DocumentLine[] | null;
}

/** Reads the seats and whole runs that the notes' refunds released, with all lines of the notes' orders. */
async function readReleased(ctx: Ctx, notes: readonly Note[]) {
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
 * Finds, by id of the note, the invoice lines whose seats the note's refund released, with the price of those seats. A
 * note over an amount without seats refers to the only line of its invoice, or to no line if the invoice has several.
 */
async function findCreditedLines(ctx: Ctx, notes: readonly Note[]): Promise<Map<number, DocumentLine[]>> {
  const { refunded, lines, seats } = await readReleased(ctx, notes);
  const lineIdBySeat = new Map(seats.map(({ id, lineId }) => [id, lineId]));
  return new Map(
    notes.map(({ id, orderId, refundId, original }) => {
      const refund = refundId === null ? undefined : refunded.get(refundId);
      const ownLines = lines.filter((line) => line.orderId === orderId);
      const credited = ownLines.flatMap((line) => {
        const isWhole = refund?.runIds.includes(line.runId) ?? false;
        const releasedSeats = refund?.seatIds.filter((seat) => lineIdBySeat.get(seat) === line.id).length ?? 0;
        const invoiced = original?.find(({ nameEng }) => nameEng === line.nameEng);
        const amountHalalas = isWhole ? lineNet(line) : Math.round((lineNet(line) * releasedSeats) / line.qty);
        return invoiced && amountHalalas > 0 ? [{ ...invoiced, amountHalalas }] : [];
      });
      return [id, credited.length === 0 && original?.length === 1 ? [...original] : credited];
    }),
  );
}

/** Documents per query. */
const batchSize = 1000;
const originals = alias(taxDocuments, "original");

/** Reads the next batch of a period, ordered by time of issue; `after` is the last document of the batch before. */
async function readDocuments(ctx: Ctx, { from, to }: { from: Date; to: Date }, after: { at: Date; id: number } | null) {
  const { id, kind, sequence, number, issuedAt, netHalalas, taxHalalas, totalHalalas, taxPercent, lines } =
    taxDocuments;
  const isLater = after && or(gt(issuedAt, after.at), and(eq(issuedAt, after.at), gt(id, after.id)));
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
    .where(and(gte(issuedAt, from), lt(issuedAt, to), isLater ?? undefined))
    .orderBy(asc(issuedAt), asc(id))
    .limit(batchSize);
}
type ReadDocument = Awaited<ReturnType<typeof readDocuments>>[number];
/** `credited`: for a note over part of an invoice, the invoice lines of its seats; else null. */
type BookedDocument = ReadDocument & { credited: DocumentLine[] | null };

/**
 * Whether a document is a note over part of an invoice. The note of a full refund repeats the invoice's lines instead.
 */
const isPartialNote = ({ kind, lines, original }: ReadDocument): boolean =>
  kind === "credit-note" && !lines.every(({ nameEng }) => original?.some((line) => line.nameEng === nameEng));

/** Reads the documents of a month, oldest first, a thousand at a time. */
async function* readMonthDocuments(ctx: Ctx, month: string): AsyncGenerator<BookedDocument> {
  const bounds = monthBounds(month);
  for (let after: { at: Date; id: number } | null = null; ;) {
    const batch: ReadDocument[] = await readDocuments(ctx, bounds, after);
    const credited = await findCreditedLines(ctx, batch.filter(isPartialNote));
    yield* batch.map((document) => ({ ...document, credited: credited.get(document.id) ?? null }));
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    after = { at: last.issuedAt, id: last.id };
  }
}

/** Sums of documents in halalas. `refunds` and `refundTax` are the positive sums of credit notes. */
export interface Sums {
  seats: number;
  sales: number;
  salesTax: number;
  refunds: number;
  refundTax: number;
}
const emptySums = (): Sums => ({ seats: 0, sales: 0, salesTax: 0, refunds: 0, refundTax: 0 });

function addTo(sums: Sums, kind: DocumentKind, net: number, tax: number, seats: number): void {
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

/**
 * Sums of lines with a discount code, or with the group price (`code` null). `discount`: discounts less those of notes.
 */
export interface CodeSums extends Sums {
  code: string | null;
  discount: number;
}

/**
 * The lines of a document, each with a course. The sum of a note over part of an invoice is shared among the lines that
 * it credits; if they are unknown, the note keeps its own line.
 */
function splitByCourse(document: BookedDocument): (DocumentLine & { taxHalalas: number })[] {
  const { credited } = document;
  if (credited === null) return taxedLines(document);
  if (credited.length === 0) return taxedLines(document).map((line) => ({ ...line, qty: 0 }));
  const weights = credited.map(({ amountHalalas }) => amountHalalas);
  const [nets, taxes] = [shares(document.netHalalas, weights), shares(document.taxHalalas, weights)];
  return credited.map((line, index) => ({
    ...line,
    qty: 0,
    amountHalalas: nets[index] ?? 0,
    taxHalalas: taxes[index] ?? 0,
  }));
}

/** The document numbers of a series (invoices or credit notes) that a month contains. */
export interface Series {
  count: number;
  first: string | null;
  last: string | null;
  sequences: number[];
}

/**
 * Sums a month in total, by course, by day and by discount code. The sums by course and by day equal the sum of the
 * documents, to the halala.
 */
export async function bookMonth(ctx: Ctx, month: string) {
  const totals = emptySums();
  const courses = new Map<string, CourseSums>();
  const days = new Map<string, DaySums>();
  const codes = new Map<string | null, CodeSums>();
  const getCodeSums = (code: string | null): CodeSums => {
    const sums = codes.get(code) ?? { code, discount: 0, ...emptySums() };
    codes.set(code, sums);
    return sums;
  };
  const emptySeries = (): Series => ({ count: 0, first: null, last: null, sequences: [] });
  const series: Record<DocumentKind, Series> = { invoice: emptySeries(), "credit-note": emptySeries() };
  for await (const document of readMonthDocuments(ctx, month)) {
    const { kind, number, sequence, netHalalas, taxHalalas, issuedAt } = document;
    const kindSeries = series[kind];
    kindSeries.count += 1;
    kindSeries.first ??= number;
    kindSeries.last = number;
    kindSeries.sequences.push(sequence);
    const lines = splitByCourse(document);
    const seats = lines.reduce((sum, { qty }) => sum + qty, 0);
    addTo(totals, kind, netHalalas, taxHalalas, seats);
    const day = riyadhDate(issuedAt);
    const daySums = days.get(day) ?? { day, ...emptySums() };
    addTo(daySums, kind, netHalalas, taxHalalas, seats);
    days.set(day, daySums);
    for (const { discount } of document.lines)
      if (discount) getCodeSums(discount.code).discount += kind === "invoice" ? discount.halalas : -discount.halalas;
    for (const { nameEng, nameAr, qty, amountHalalas, taxHalalas: tax, discount } of lines) {
      if (discount) addTo(getCodeSums(discount.code), kind, amountHalalas, tax, qty);
      const courseSums = courses.get(nameEng) ?? { nameEng, nameAr, ...emptySums() };
      addTo(courseSums, kind, amountHalalas, tax, qty);
      courses.set(nameEng, courseSums);
    }
  }
  const netSales = ({ sales, refunds }: Sums) => sales - refunds;
  return {
    totals,
    series,
    courses: [...courses.values()].toSorted(
      (a, b) => netSales(b) - netSales(a) || a.nameEng.localeCompare(b.nameEng, "en"),
    ),
    days: [...days.values()],
    codes: [...codes.values()].toSorted((a, b) => b.discount - a.discount),
  };
}
