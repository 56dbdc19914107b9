import { and, eq, exists, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { courses } from "#features/catalogue/tables.server.ts";
import { heldSeatsSql } from "#features/orders/seats/seats.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { SaleState } from "#features/payments/payment-rules.ts";

export interface Saleable extends Omit<SaleState, "repriced"> {
  unitChanged: boolean;
  taxPercent: number;
  guests: boolean;
}

type StateOfLines = Pick<Saleable, "free" | "cancelled" | "closed" | "ended" | "unitChanged">;

async function readOrderState(ctx: Ctx, orderId: number): Promise<Omit<Saleable, keyof StateOfLines>> {
  const other = alias(enrolments, "other");
  const ofOrder = eq(enrolments.orderId, orderId);
  /** Seats that attendees of this order have through another one, found by e-mail or account. */
  const placesBy = (samePerson: SQL) =>
    ctx.db
      .select({ id: other.id })
      .from(enrolments)
      .innerJoin(
        other,
        and(
          eq(other.runId, enrolments.runId),
          eq(other.state, "confirmed"),
          ne(other.orderId, enrolments.orderId),
          samePerson,
        ),
      )
      .where(ofOrder);
  const guests = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(
      and(
        ofOrder,
        isNotNull(enrolments.attendeeEmail),
        or(isNull(enrolments.userId), ne(enrolments.userId, orders.userId)),
      ),
    );
  const [state] = await ctx.db
    .select({
      taxPercent: orders.taxPercent,
      // Two subqueries instead of one with `or`: each uses its index.
      taken: sql<boolean>`${exists(placesBy(eq(other.attendeeEmail, enrolments.attendeeEmail)))} or ${exists(placesBy(eq(other.userId, enrolments.userId)))}`,
      guests: sql<boolean>`${exists(guests)}`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!state) throw new Error(`Order ${orderId} is gone`);
  return state;
}

interface LineOnSale {
  qty: number;
  unitPriceHalalas: number;
  run: typeof courseRuns.$inferSelect;
  isClosed: boolean;
  heldByOthers: number;
}

function stateOfLines(lines: LineOnSale[], today: string): StateOfLines {
  return {
    free: lines.every(({ qty, run, heldByOthers }) => run.capacity - run.seatsSold - heldByOthers >= qty),
    cancelled: lines.some(({ run }) => run.cancelledAt !== null),
    closed: lines.some(({ isClosed, run }) => isClosed || run.saleStoppedAt !== null),
    ended: lines.some(({ run }) => run.endDate < today),
    unitChanged: lines.some(({ run, unitPriceHalalas }) => run.priceHalalas !== unitPriceHalalas),
  };
}

/** Decides a sale only when called after `lockRunsOfOrder`, in separate statements. */
export async function readSaleable(ctx: Ctx, orderId: number): Promise<Saleable> {
  const lines = await ctx.db
    .select({
      qty: orderLines.qty,
      unitPriceHalalas: orderLines.unitPriceHalalas,
      run: courseRuns,
      isClosed: courses.closed,
      heldByOthers: heldSeatsSql(ctx, ne(orders.id, orderId)),
    })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(orderLines.orderId, orderId));
  return { ...stateOfLines(lines, riyadhDate(ctx.now())), ...(await readOrderState(ctx, orderId)) };
}
