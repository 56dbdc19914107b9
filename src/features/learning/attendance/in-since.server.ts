import { and, desc, eq, gte, inArray, lt } from "drizzle-orm";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { endOfRiyadhDay, riyadhDate, startOfRiyadhDay } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { attendanceMarks } from "./tables.server.ts";

/**
 * Reads when the attendee of a seat was checked in to a session of today; null while they are not. Callers check the
 * ticket's token.
 */
export async function inSince(ctx: Ctx, enrolmentId: number): Promise<Date | null> {
  const today = riyadhDate(ctx.now());
  const { markedAt, state } = attendanceMarks;
  const [mark] = await ctx.db
    .select({ markedAt })
    .from(attendanceMarks)
    .innerJoin(runSessions, eq(runSessions.id, attendanceMarks.sessionId))
    .where(
      and(
        eq(attendanceMarks.enrolmentId, enrolmentId),
        inArray(state, ["present", "late"]),
        gte(runSessions.startsAt, startOfRiyadhDay(today)),
        lt(runSessions.startsAt, endOfRiyadhDay(today)),
      ),
    )
    .orderBy(desc(runSessions.startsAt))
    .limit(1);
  return mark?.markedAt ?? null;
}
