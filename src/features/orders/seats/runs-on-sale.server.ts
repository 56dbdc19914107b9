import { eq, inArray, isNotNull, ne, notInArray, or } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { ChangePolicy } from "#features/settings/settings.ts";
import type { Ctx } from "#platform/context.server.ts";
import { heldSeatsSql } from "./seats.server.ts";

/** `seatsFree` counts neither sold seats nor live holds of others. */
export interface LockedRun {
  runId: number;
  slug: string;
  nameEng: string;
  nameAr: string | null;
  endDate: string;
  disabled: boolean;
  unitPriceHalalas: number;
  seatsFree: number;
  seatsHeld: number;
  changePolicy: ChangePolicy | null;
}

/**
 * Call it after `lockRuns`, as a statement of its own, to see what the last holder committed. Holds of the buyer's own
 * unpaid orders do not count, as the new order takes them over; without a buyer all count.
 */
export async function readRuns(ctx: Ctx, runIds: number[], buyerId: string | null): Promise<LockedRun[]> {
  const ofOthers =
    buyerId === null
      ? undefined
      : or(ne(orders.userId, buyerId), notInArray(orders.status, ["pending", "failed"]), isNotNull(orders.openedBy));
  const rows = await ctx.db
    .select({ run: courseRuns, course: courses, seatsHeld: heldSeatsSql(ctx, ofOthers) })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, runIds))
    .orderBy(courseRuns.id);
  return rows.map(({ run, course, seatsHeld }) => ({
    runId: run.id,
    slug: course.slug,
    nameEng: course.name_eng,
    nameAr: course.name_ar,
    endDate: run.endDate,
    disabled: course.disable_course || run.cancelledAt !== null || run.saleStoppedAt !== null,
    unitPriceHalalas: run.priceHalalas,
    seatsFree: run.capacity - run.seatsSold - seatsHeld,
    seatsHeld,
    changePolicy: run.changePolicy,
  }));
}
