import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { riyadhInstant } from "#i18n/dates.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { inSince } from "./in-since.server.ts";
import { attendanceMarks } from "./tables.server.ts";

describeOnDatabase("presence shown on a ticket", (open) => {
  it("T-02 a ticket shows since when its person is present today, and nothing for absence or another day", async () => {
    const ctx = testContext(await open());
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId: run.id });
    const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, orderId));
    const sessions = await ctx.db
      .select()
      .from(runSessions)
      .where(eq(runSessions.runId, run.id))
      .orderBy(runSessions.startsAt);
    const [first, second] = sessions;
    if (!seat || !first || !second) throw new Error("no seat or sessions");
    const at = riyadhInstant(run.startDate, "08:46");
    const by = { markedById: null, markedByName: null };
    const mark = { enrolmentId: seat.id, sessionId: first.id, lateMinutes: null, way: "door" as const, ...by };
    await ctx.db.insert(attendanceMarks).values({ ...mark, state: "absent", markedAt: at, recordedAt: at });
    ctx.clock.now = riyadhInstant(run.startDate, "10:00");
    expect(await inSince(ctx, seat.id)).toBeNull();
    await ctx.db.update(attendanceMarks).set({ state: "present" });
    expect([await inSince(ctx, seat.id), await inSince(ctx, seat.id + 1)]).toEqual([at, null]);
    ctx.clock.now = riyadhInstant(run.endDate, "10:00");
    expect(await inSince(ctx, seat.id)).toBeNull();
  });
});
