import { and, inArray } from "drizzle-orm";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import type { DocumentLine } from "#features/invoices/document.ts";
import { orderLines } from "#features/orders/tables.server.ts";
import { refunds } from "#features/payments/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";

/** A credit note, and the lines of the invoice that it credits. */
export interface Note {
  id: number;
  orderId: number;
  refundId: number | null;
  original: readonly DocumentLine[] | null;
}

/** Seats and whole runs that some refunds released, with what each cost. */
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
 * The lines of the invoice whose seats each note's refund released, with what these cost; a note over an amount names
 * the only line of its invoice, or none.
 */
export async function creditedLines(ctx: Ctx, notes: readonly Note[]): Promise<Map<number, DocumentLine[]>> {
  const { refunded, lines, seats } = await releasedBy(ctx, notes);
  const lineOfSeat = new Map(seats.map(({ id, lineId }) => [id, lineId]));
  return new Map(
    notes.map(({ id, orderId, refundId, original }) => {
      const refund = refundId === null ? undefined : refunded.get(refundId);
      const own = lines.filter((line) => line.orderId === orderId);
      const credited = own.flatMap((line) => {
        const isWhole = refund?.runIds.includes(line.runId) ?? false;
        const single = refund?.seatIds.filter((seat) => lineOfSeat.get(seat) === line.id).length ?? 0;
        const invoiced = original?.find(({ nameEng }) => nameEng === line.nameEng);
        const amountHalalas = (isWhole ? line.qty : single) * line.unitPriceHalalas;
        return invoiced && amountHalalas > 0 ? [{ ...invoiced, amountHalalas }] : [];
      });
      return [id, credited.length === 0 && original?.length === 1 ? [...original] : credited];
    }),
  );
}
