/** What staff do with the waiting list of a run. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { riyadhInstant } from "#i18n/dates.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { advanceDueWaitlists } from "./waitlist.server.ts";
import { joinWaitlist } from "./my-waitlists.server.ts";
import { moveUpEntry, offerSeats, readStaffWaitlist, removeEntry } from "./staff-waitlist.server.ts";

describeOnDatabase("the waiting list in the staff API", (open) => {
  let site: TestCtx;
  let desk: TestCtx;
  let runId: number;

  beforeEach(async () => {
    site = testContext(await open());
    site.clock.now = riyadhInstant("2026-11-22", "10:00");
    desk = site.asStaff("support");
    const dates = { startDate: "2026-12-20", endDate: "2026-12-24" };
    runId = (await makeRun(site.db, (await makeCourse(site.db)).id, { ...dates, capacity: 1 })).id;
    await paidOrders(site, 1, { runId });
  });

  const join = async (seats = 1) => (await joinWaitlist(site.as(await makeUser(site.db)), { runId, seats })).id;
  const listPositions = async () =>
    (await readStaffWaitlist(desk, { runId })).rows.map(({ id, position, ended }) => [id, ended ?? position]);
  const setCapacity = (capacity: number) =>
    site.db.update(courseRuns).set({ capacity }).where(eq(courseRuns.id, runId));
  const reason = "Her ward is closed that week";

  it("W-01 rejects roles without the permission, and actions that are not possible", async () => {
    const id = await join();
    await expect(readStaffWaitlist(site.asStaff("content"), { runId })).rejects.toMatchObject({ status: 403 });
    await readStaffWaitlist(site.asStaff("auditor"), { runId });
    for (const verb of [offerSeats, moveUpEntry, removeEntry])
      await expect(verb(site.asStaff("finance"), { id, reason })).rejects.toMatchObject({ status: 403 });
    await expect(offerSeats(desk, { id: 999_999, reason })).rejects.toMatchObject({ status: 404 });
    await expect(offerSeats(desk, { id, reason })).rejects.toMatchObject({ status: 409 });
    await expect(moveUpEntry(desk, { id, reason })).rejects.toMatchObject({ status: 409 });
  });

  it("DK-22 shows contact details of current and former entries to readers of the roster only", async () => {
    const contact = { email: "omar@example.com", contactNumber: "+966500000002", profession: "Nurse" };
    const omar = site.as(await makeUser(site.db, contact));
    const { id } = await joinWaitlist(omar, { runId, seats: 1 });
    const contactDetails = { email: contact.email, phone: contact.contactNumber, profession: "Nurse" };
    for (const ctx of [site.asStaff("content"), omar])
      await expect(readStaffWaitlist(ctx, { runId })).rejects.toMatchObject({ status: 403 });
    for (const role of ["owner", "training", "finance", "support", "auditor"] as const)
      expect((await readStaffWaitlist(site.asStaff(role), { runId })).rows).toMatchObject([
        { ...contactDetails, state: "waiting" },
      ]);
    await removeEntry(desk, { id, reason });
    expect((await readStaffWaitlist(desk, { runId })).rows).toMatchObject([{ ...contactDetails, ended: "taken-off" }]);
  });

  it("W-01 moves an entry up by one, and keeps the reason in log and list", async () => {
    const [first, second, third] = [await join(), await join(), await join()];
    await moveUpEntry(desk, { id: third, reason });
    expect(await listPositions()).toEqual([
      [first, 1],
      [third, 2],
      [second, 3],
    ]);
    expect((await readStaffWaitlist(desk, { runId })).rows[1]).toMatchObject({ movedUpReason: reason });
    const [event] = await site.db.select().from(auditEvents).where(eq(auditEvents.action, "waiting.moved-up"));
    expect(event).toMatchObject({ entityId: String(runId), after: { placeId: third, reason } });
  });

  it("W-01 offers free seats to a chosen entry first; removing it passes them on", async () => {
    const [pair, single, chosen] = [await join(2), await join(), await join()];
    await setCapacity(2);
    await offerSeats(desk, { id: chosen, reason });
    await expect(offerSeats(desk, { id: chosen, reason })).rejects.toMatchObject({ status: 409 });
    await advanceDueWaitlists(site);
    expect(await listPositions()).toEqual([
      [chosen, null],
      [pair, 1],
      [single, 2],
    ]);
    await removeEntry(desk, { id: chosen, reason });
    expect(await listPositions()).toEqual([
      [single, null],
      [pair, 1],
      [chosen, "taken-off"],
    ]);
    await expect(removeEntry(desk, { id: chosen, reason })).rejects.toMatchObject({ status: 409 });
  });
});
