import { eq, inArray, isNotNull, ne, notInArray, or } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { countHeld } from "./seats.server.ts";

/** A run as checkout sees it under its lock; `seatsFree` counts neither sold seats nor live holds of others. */
export interface LockedRun {
  runId: number;
  slug: string;
  nameEng: string;
  nameAr: string | null;
  endDate: string;
  disabled: boolean;
  unitPriceHalalas: number;
  seatsFree: number;
  /** Seats that others hold while they pay. */
  seatsHeld: number;
}

/**
 * Runs as checkout sees them. Call it after `lockRuns`, as a statement of its own: only then it sees what the last holder of
 * the lock committed. Holds of unpaid orders that the buyer opened do not count: the order that is being made takes them over. Without a
 * buyer all of them count.
 */
export async function readRuns(ctx: Ctx, runIds: number[], buyerId: string | null): Promise<LockedRun[]> {
  const rows = await ctx.db
    .select({ run: courseRuns, course: courses })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, runIds))
    .orderBy(courseRuns.id);
  const ofOthers =
    buyerId === null
      ? undefined
      : or(ne(orders.userId, buyerId), notInArray(orders.status, ["pending", "failed"]), isNotNull(orders.openedBy));
  const held = await countHeld(ctx, runIds, ofOthers);
  return rows.map(({ run, course }) => {
    const seatsHeld = held.get(run.id) ?? 0;
    return {
      runId: run.id,
      slug: course.slug,
      nameEng: course.nameEng,
      nameAr: course.nameAr,
      endDate: run.endDate,
      disabled: course.closed || run.cancelledAt !== null,
      unitPriceHalalas: run.priceHalalas,
      seatsFree: run.capacity - run.seatsSold - seatsHeld,
      seatsHeld,
    };
  });
}
