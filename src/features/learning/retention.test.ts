/** When learning data is deleted; in each case newer data stays. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { holdAccount } from "#features/people/hold-account.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { eraseEverything } from "#features/privacy/erase-everything.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { eq } from "drizzle-orm";
import { attendanceChanges, attendanceMarks } from "./attendance/tables.server.ts";
import { holdCertificates, reissueCertificate, revokeCertificate } from "./certificates/changes.server.ts";
import { certificateHolds, certificates } from "./certificates/tables.server.ts";
import { readLearningData } from "./cpd/person-data.server.ts";
import { feedback } from "./feedback/tables.server.ts";
import { deleteOldAttendance, deleteOldFeedbackTexts } from "./retention.server.ts";

describeOnDatabase("retention of learning data", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
    ctx.clock.now = new Date("2026-11-26T09:00:00Z");
  });

  /** Creates a seat of Omar with an attendance mark and its history. */
  async function createAttendedSeat(endDate: string) {
    const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { startDate: endDate, endDate });
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Omar Khalid", email: "omar@example.com" });
    const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, orderId));
    const [session] = await ctx.db.select().from(runSessions).where(eq(runSessions.runId, runId));
    const target = { enrolmentId: seat?.id ?? 0, sessionId: session?.id ?? 0 };
    const at = { markedAt: ctx.now(), recordedAt: ctx.now() };
    await ctx.db.insert(attendanceMarks).values({ ...target, ...at, state: "present", way: "door" });
    await ctx.db.insert(attendanceChanges).values({ ...target, key: randomUUID(), changedAt: ctx.now() });
    return { runId, enrolmentId: target.enrolmentId };
  }

  it("deletes attendance and its history after the configured years, and keeps certificates", async () => {
    const old = await createAttendedSeat("2021-11-25");
    await makeCertificate(ctx.db, old);
    const newer = await createAttendedSeat("2021-11-26");
    await deleteOldAttendance(ctx);
    for (const table of [attendanceMarks, attendanceChanges])
      expect((await ctx.db.select().from(table)).map(({ enrolmentId }) => enrolmentId)).toEqual([newer.enrolmentId]);
    expect(await ctx.db.select().from(certificates)).toMatchObject([{ state: "valid", enrolmentId: old.enrolmentId }]);
    await changeSetting(ctx, "legal", { ...defaultSettings.legal, attendanceRecordYears: 4 });
    await deleteOldAttendance(ctx);
    expect(await ctx.db.select().from(attendanceMarks)).toEqual([]);
  });

  it("deletes feedback comments and unsent answers after 24 months, and keeps the ratings", async () => {
    const answers = { q1: 5, q5: "Omar here: too cold" };
    const dates = { old: new Date("2024-11-25T09:00:00Z"), younger: new Date("2024-11-27T09:00:00Z") };
    const rows = [
      { sentAt: dates.old, updatedAt: dates.old },
      { sentAt: null, updatedAt: dates.old },
      { sentAt: dates.younger, updatedAt: dates.younger },
    ];
    for (const row of rows)
      await ctx.db.insert(feedback).values({ ...answers, ...(await createAttendedSeat("2024-11-20")), ...row });
    await deleteOldFeedbackTexts(ctx);
    expect(await ctx.db.select().from(feedback).orderBy(feedback.enrolmentId)).toMatchObject([
      { q1: 5, q5: null },
      answers,
    ]);
  });

  it("K-02 an erasure removes staff's reasons for holds, replacements and revocations, in the audit log too", async () => {
    const person = await makeUser(ctx.db, { email: "omar@example.com", emailVerified: true });
    const { runId, enrolmentId } = await createAttendedSeat("2026-11-20");
    const other = await createAttendedSeat("2026-11-20");
    const training = ctx.asStaff("training");
    await holdCertificates(training, { runId, enrolmentIds: [enrolmentId], reason: "Omar copied" });
    await holdCertificates(training, { runId: other.runId, reason: "Room was locked" });
    const { id } = await makeCertificate(ctx.db, { runId, enrolmentId });
    const names = { nameEng: "Omar A. Khalid", nameAr: "عمر أ. خالد" };
    const reissued = await reissueCertificate(training, { id, ...names, reason: "Omar wrote" });
    const revocation = { toldEng: "Omar, it was not you.", toldAr: "لم يكن حضورك يا عمر." };
    await revokeCertificate(training, {
      id: reissued.id,
      ...revocation,
      reason: "Omar lied",
      lastFour: reissued.number.slice(-4),
    });
    await ctx.db.update(enrolments).set({ userId: person.id }).where(eq(enrolments.id, enrolmentId));
    const data = await readLearningData(ctx, person.id);
    expect(data).toMatchObject({ attendance: [{ state: "present", way: "door" }] });
    expect(data.certificates.map(({ state }) => state).toSorted()).toEqual(["replaced", "revoked"]);
    await inTransaction(ctx, async (ctx) =>
      eraseEverything(ctx, { account: await holdAccount(ctx, person.id), address: person.email }, { tell: false }),
    );
    const records = {
      certificates: await ctx.db.select().from(certificates).orderBy(certificates.id),
      holds: await ctx.db.select().from(certificateHolds),
      events: await ctx.db.select().from(auditEvents),
    };
    expect(records.certificates.map(({ state, holder }) => [state, holder])).toEqual([
      ["replaced", null],
      ["revoked", null],
    ]);
    expect(JSON.stringify(records)).not.toMatch(/Omar|عمر/);
    expect(JSON.stringify(records)).toContain("Room was locked");
  });
});
