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

  /** A seat of Omar's with a mark and its change. */
  async function attended(endDate: string) {
    const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { startDate: endDate, endDate });
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Omar Khalid", email: "omar@example.com" });
    const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, orderId));
    const [session] = await ctx.db.select().from(runSessions).where(eq(runSessions.runId, runId));
    const of = { enrolmentId: seat?.id ?? 0, sessionId: session?.id ?? 0 };
    const at = { markedAt: ctx.now(), recordedAt: ctx.now() };
    await ctx.db.insert(attendanceMarks).values({ ...of, ...at, state: "present", way: "door" });
    await ctx.db.insert(attendanceChanges).values({ ...of, key: randomUUID(), changedAt: ctx.now() });
    return { runId, enrolmentId: of.enrolmentId };
  }

  it("deletes attendance and its history after the configured years, and keeps certificates", async () => {
    const old = await attended("2021-11-25");
    await makeCertificate(ctx.db, old);
    const younger = await attended("2021-11-26");
    await deleteOldAttendance(ctx);
    for (const table of [attendanceMarks, attendanceChanges])
      expect((await ctx.db.select().from(table)).map(({ enrolmentId }) => enrolmentId)).toEqual([younger.enrolmentId]);
    expect(await ctx.db.select().from(certificates)).toMatchObject([{ state: "valid", enrolmentId: old.enrolmentId }]);
    await changeSetting(ctx, "legal", { ...defaultSettings.legal, attendanceRecordYears: 4 });
    await deleteOldAttendance(ctx);
    expect(await ctx.db.select().from(attendanceMarks)).toEqual([]);
  });

  it("deletes feedback comments and unsent answers after 24 months, and keeps the ratings", async () => {
    const words = { q1: 5, q5: "Omar here: too cold" };
    const dates = { old: new Date("2024-11-25T09:00:00Z"), younger: new Date("2024-11-27T09:00:00Z") };
    const rows = [
      { sentAt: dates.old, updatedAt: dates.old },
      { sentAt: null, updatedAt: dates.old },
      { sentAt: dates.younger, updatedAt: dates.younger },
    ];
    for (const row of rows)
      await ctx.db.insert(feedback).values({ ...words, ...(await attended("2024-11-20")), ...row });
    await deleteOldFeedbackTexts(ctx);
    expect(await ctx.db.select().from(feedback).orderBy(feedback.enrolmentId)).toMatchObject([
      { q1: 5, q5: null },
      words,
    ]);
  });

  it("K-02 an erasure removes staff's reasons for holds, replacements and revocations, in the audit log too", async () => {
    const person = await makeUser(ctx.db, { email: "omar@example.com", emailVerified: true });
    const { runId, enrolmentId } = await attended("2026-11-20");
    const other = await attended("2026-11-20");
    const training = ctx.asStaff("training");
    await holdCertificates(training, { runId, enrolmentIds: [enrolmentId], reason: "Omar copied" });
    await holdCertificates(training, { runId: other.runId, reason: "Room was locked" });
    const { id } = await makeCertificate(ctx.db, { runId, enrolmentId });
    const names = { nameEng: "Omar A. Khalid", nameAr: "عمر أ. خالد" };
    const again = await reissueCertificate(training, { id, ...names, reason: "Omar wrote" });
    const revocation = { toldEng: "Omar, it was not you.", toldAr: "لم يكن حضورك يا عمر." };
    await revokeCertificate(training, {
      id: again.id,
      ...revocation,
      reason: "Omar lied",
      lastFour: again.number.slice(-4),
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
