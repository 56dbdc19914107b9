import { and, eq, inArray, ne, not, notInArray, or, sql } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { getGroupPrice, type GroupPrice } from "#features/orders/pricing.ts";
import { orders } from "#features/orders/tables.server.ts";
import { canOpenRun } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { ChangePolicy } from "#features/settings/settings.ts";
import { isQuotationOver } from "#features/catalogue/schedule/offer-state.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { SeatLine } from "./attendee.ts";
import { isOutsideCardCheckoutSql } from "./conditions.server.ts";
import { isOfferedSql, readOwnOffers, countUnclaimedSeats } from "./offers.server.ts";
import { countHeld, heldSeatsSql } from "./seats.server.ts";

/** A run with the seats that one buyer, or anyone, may buy now. */
export interface RunWithSeats {
  runId: number;
  courseId: number;
  group: GroupPrice | null;
  /** Whom a run for a company is for: all seats are one order. */
  company: string | null;
  capacity: number;
  /** Last day of the quotation to the company. */
  quotedUntil: string | null;
  slug: string;
  nameEng: string;
  nameAr: string | null;
  startDate: string;
  endDate: string;
  disabled: boolean;
  unitPriceHalalas: number;
  /**
   * Seats that the buyer may take: neither sold, nor held by or offered to others. While someone waits, only what the
   * buyer holds or was offered.
   */
  seatsFree: number;
  /** 0 while someone waits, so that the run counts as sold out and not as held. */
  seatsHeld: number;
  changePolicy: ChangePolicy | null;
  /** When the buyer's own offer ends, whose seats are part of `seatsFree`; null without an offer or with its order. */
  offerEnds: Date | null;
  /** False if the buyer has no open offer, with or without an order. True without a buyer, because nothing is known. */
  mayBeOffered: boolean;
}

/**
 * Reads runs with their free seats. To sell seats, call it after `lockRuns` in a separate statement, to see what the
 * last holder committed. Holds of the buyer's own unpaid orders do not count, because the new order takes them over;
 * without a buyer all holds count. While someone is on the waiting list, a buyer only has what they hold or were
 * offered. Leaves private runs out unless the line has their key.
 */
export async function readRuns(
  ctx: Ctx,
  lines: readonly Pick<SeatLine, "runId" | "key">[],
  buyerId: string | null,
): Promise<RunWithSeats[]> {
  const keys = new Map(lines.map(({ runId, key }) => [runId, key]));
  const whereOthers =
    buyerId === null
      ? undefined
      : or(ne(orders.userId, buyerId), notInArray(orders.status, ["pending", "failed"]), isOutsideCardCheckoutSql);
  const whereBuyer = and(
    eq(orders.userId, buyerId ?? ""),
    inArray(orders.status, ["pending", "failed"]),
    not(isOutsideCardCheckoutSql),
  );
  const { slug, name_eng, name_ar, disable_course } = courses;
  const found = await ctx.db
    .select({
      run: courseRuns,
      course: { slug, name_eng, name_ar, disable_course },
      seatsHeld: heldSeatsSql(ctx, whereOthers),
      mayBeOffered: buyerId === null ? sql<boolean>`true` : isOfferedSql(ctx, buyerId),
    })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, [...keys.keys()]))
    .orderBy(courseRuns.id);
  const rows = found.filter(({ run }) => canOpenRun(ctx, run, keys.get(run.id)));
  const runIdsWithWaitlist = rows.filter(({ run }) => run.waiting > 0 || run.seatsOffered > 0).map(({ run }) => run.id);
  const needsOwnSeats = buyerId !== null && runIdsWithWaitlist.length > 0;
  const offers = needsOwnSeats ? await readOwnOffers(ctx, buyerId, runIdsWithWaitlist) : new Map<number, never>();
  const ownHeld = needsOwnSeats ? await countHeld(ctx, runIdsWithWaitlist, whereBuyer) : new Map<number, number>();
  const freeFor = (run: typeof courseRuns.$inferSelect, held: number) => {
    const offered = offers.get(run.id)?.seats ?? 0;
    const free = countUnclaimedSeats(run, held) + offered;
    return run.waiting > 0 ? Math.min(free, offered + (ownHeld.get(run.id) ?? 0)) : free;
  };
  return rows.map(({ run, course, seatsHeld, mayBeOffered }) => ({
    mayBeOffered,
    runId: run.id,
    courseId: run.courseId,
    group: getGroupPrice(run),
    company: run.companyName,
    capacity: run.capacity,
    slug: course.slug,
    nameEng: course.name_eng,
    nameAr: course.name_ar,
    startDate: run.startDate,
    endDate: run.endDate,
    disabled:
      course.disable_course ||
      run.cancelledAt !== null ||
      run.saleStoppedAt !== null ||
      (buyerId !== null && isQuotationOver(run, riyadhDate(ctx.now()))),
    quotedUntil: run.quotedUntil,
    unitPriceHalalas: run.priceHalalas,
    changePolicy: run.changePolicy,
    seatsFree: freeFor(run, seatsHeld),
    seatsHeld: run.waiting > 0 ? 0 : seatsHeld,
    offerEnds: offers.get(run.id)?.endsAt ?? null,
  }));
}
