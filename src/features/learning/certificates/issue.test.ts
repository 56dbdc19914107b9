/** Certificates issued by job and staff: rejections first, then who gets one, once. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { feedbackPath, readFeedback, sendFeedback } from "#features/learning/feedback/feedback.server.ts";
import { users } from "#features/people/tables.server.ts";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import {
  holdCertificates,
  keepCertificate,
  reissueCertificate,
  releaseCertificates,
  revokeCertificate,
} from "./changes.server.ts";
import { issueCertificates, issueDueCertificates } from "./issue.server.ts";
import { listToDecide, readRunToDo } from "./run-certificates.server.ts";
import { certificates } from "./tables.server.ts";

describeOnDatabase("certificates", (open) => {
  let ctx: TestCtx;
  let training: TestCtx;
  let runId: number;
  /** The seats of Omar, who has earned a certificate, and of Huda, who has no name in Arabic. */
  let omar: number;
  let huda: number;

  const findSeatId = async (email: string) => {
    const [seat] = await ctx.db
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(eq(enrolments.attendeeEmail, email));
    return seat?.id ?? 0;
  };
  const mark = async (enrolmentId: number, state: "present" | "absent" = "present") => {
    const sessions = await ctx.db.select({ id: runSessions.id }).from(runSessions).where(eq(runSessions.runId, runId));
    const at = { markedAt: ctx.now(), recordedAt: ctx.now() };
    for (const { id: sessionId } of sessions)
      await ctx.db
        .insert(attendanceMarks)
        .values({ enrolmentId, sessionId, state, way: "list", ...at })
        .onConflictDoUpdate({ target: [attendanceMarks.enrolmentId, attendanceMarks.sessionId], set: { state } });
  };
  const listIssued = () => ctx.db.select().from(certificates).orderBy(certificates.id);
  const listMails = async () =>
    (await ctx.db.select().from(outboxMails).orderBy(outboxMails.id)).map(
      ({ template, to, locale }) => `${template} ${to} ${locale}`,
    );
  const setHoursAfterRun = (hours: number) => {
    ctx.clock.now = new Date(Date.parse("2027-01-14T14:00:00Z") + hours * 3_600_000);
  };

  beforeEach(async () => {
    ctx = testContext(await open());
    training = ctx.asStaff("training");
    const dates = { startDate: "2027-01-12", endDate: "2027-01-14", days: 3, hours: "18.0" };
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, dates)).id;
    // Sessions last from nine to five in Riyadh.
    await ctx.db.execute(sql`
      update run_session set starts_at = day + interval '6 hours', ends_at = day + interval '14 hours'
      from (select id, ((starts_at at time zone 'Asia/Riyadh')::date)::timestamp at time zone 'UTC' as day from run_session) d
      where d.id = run_session.id`);
    const buyer = await makeUser(ctx.db);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId, buyer });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Omar Khalid", email: "omar@example.com" });
    await bookPlace(ctx, { orderId, runId, seat: 2, name: "Huda Salem", email: "huda@example.com" });
    [omar, huda] = [await findSeatId("omar@example.com"), await findSeatId("huda@example.com")];
    const complete = { attendeeNameOther: "عمر خالد", scfhsNumber: "00RN0000002" };
    await ctx.db.update(enrolments).set(complete).where(eq(enrolments.id, omar));
    setHoursAfterRun(1);
    await mark(omar);
    await mark(huda);
  });

  describe("refusals", () => {
    it("K-01 only training and owners issue, reissue and revoke, with a fresh sign-in where required", async () => {
      for (const role of ["content", "finance", "support", "auditor"] as const) {
        const other = ctx.asStaff(role);
        await expect(issueCertificates(other, { runId })).rejects.toMatchObject({ status: 403 });
        await expect(holdCertificates(other, { runId, reason: "x" })).rejects.toMatchObject({ status: 403 });
      }
      await issueCertificates(training, { runId });
      const [made] = await listIssued();
      const stale = ctx.asStaff("training", { confirmedAt: new Date(ctx.now().getTime() - 11 * 60_000) });
      const names = { id: made?.id ?? 0, nameEng: "Omar A. Khalid", nameAr: "عمر أ. خالد", reason: "Spelling" };
      await expect(reissueCertificate(stale, names)).rejects.toMatchObject({ name: "FreshSignInRequired" });
      const revocation = { reason: "x", toldEng: "x", toldAr: "س", lastFour: made?.number.slice(-4) ?? "" };
      await expect(revokeCertificate(stale, { id: names.id, ...revocation })).rejects.toMatchObject({
        name: "FreshSignInRequired",
      });
    });

    it.each([
      ["is not over", () => setHoursAfterRun(-1), "the last session isn’t over"],
      [
        "was cancelled",
        () =>
          ctx.db
            .update(courseRuns)
            .set({ cancelledAt: new Date(0) })
            .where(eq(courseRuns.id, runId)),
        "the run was cancelled",
      ],
      [
        "lacks a field of SCFHS",
        () => ctx.db.update(courseRuns).set({ activityReference: null }).where(eq(courseRuns.id, runId)),
        "a field that SCFHS asks for is missing on the run",
      ],
      ["is held back", () => holdCertificates(training, { runId, reason: "Trainer asks" }), "they are held back"],
    ])("K-01 a run that %s issues none, and tells staff why", async (_, make, reason) => {
      await make();
      await expect(issueCertificates(training, { runId })).rejects.toThrow(reason);
      setHoursAfterRun(25);
      if (reason !== "the last session isn’t over") await issueDueCertificates(ctx);
      expect(await listIssued()).toEqual([]);
    });

    it.each([
      ["was absent", () => mark(omar, "absent")],
      ["has a session without a mark", () => ctx.db.delete(attendanceMarks)],
      ["has no SCFHS number", () => ctx.db.update(enrolments).set({ scfhsNumber: "" })],
      ["is held back", () => holdCertificates(training, { runId, enrolmentIds: [omar], reason: "Wrong person?" })],
      ["has no seat any more", () => ctx.db.update(enrolments).set({ state: "cancelled", endedAt: ctx.now() })],
    ])("K-01 someone who %s gets none", async (_, make) => {
      await make();
      await expect(issueCertificates(training, { runId })).rejects.toThrow("Everyone who has earned");
      setHoursAfterRun(25);
      await issueDueCertificates(ctx);
      expect([await listIssued(), await listMails()]).toEqual([[], []]);
    });
  });

  it("K-01 the job issues a day after the last session, once, with SCFHS's nine fields in both languages", async () => {
    setHoursAfterRun(23);
    await issueDueCertificates(ctx);
    expect(await listIssued()).toEqual([]);
    setHoursAfterRun(25);
    await issueDueCertificates(ctx);
    await issueDueCertificates(ctx);
    expect(await listIssued()).toMatchObject([
      {
        enrolmentId: omar,
        state: "valid",
        issuedBy: null,
        holder: { nameEng: "Omar Khalid", nameAr: "عمر خالد", scfhsNumber: "00RN0000002" },
        activity: {
          startDate: "2027-01-12",
          endDate: "2027-01-14",
          countryEng: "Saudi Arabia",
          countryAr: "المملكة العربية السعودية",
          hours: 18,
          accreditation: {
            activityReference: "NH-0001",
            number: "ACC-0001",
            bodyEng: "Saudi Commission for Health Specialties",
            specialtyAr: "التمريض، سلامة المرضى",
          },
        },
      },
    ]);
    expect(await listMails()).toEqual(["certificate-issued omar@example.com en"]);
    // Once Huda's missing details are added, the job issues her certificate too, and Omar's not again.
    const complete = { attendeeNameOther: "هدى سالم", scfhsNumber: "11RN0000003" };
    await ctx.db.update(enrolments).set(complete).where(eq(enrolments.id, huda));
    await issueDueCertificates(ctx);
    expect((await listIssued()).map(({ enrolmentId }) => enrolmentId)).toEqual([omar, huda]);
  });

  it("K-01 staff issue selected ones early; those on hold are issued after release", async () => {
    await holdCertificates(training, { runId, reason: "Trainer asks" });
    await holdCertificates(training, { runId, reason: "Trainer asks again" });
    await releaseCertificates(training, { runId });
    await expect(releaseCertificates(training, { runId })).rejects.toMatchObject({ status: 404 });
    // One unknown seat rejects the whole call.
    const several = { runId, enrolmentIds: [omar, 999_999], reason: "Wrong person?" };
    await expect(holdCertificates(training, several)).rejects.toMatchObject({ status: 404 });
    await expect(issueCertificates(training, { runId, enrolmentIds: [huda] })).rejects.toThrow(
      "Everyone who has earned",
    );
    expect(await issueCertificates(training, { runId, enrolmentIds: [omar, huda] })).toEqual({ issued: 1 });
    await expect(issueCertificates(training, { runId })).rejects.toMatchObject({ status: 409 });
    expect(await listIssued()).toMatchObject([{ issuedBy: "staff-training" }]);
    const log = await ctx.db.select({ action: auditEvents.action }).from(auditEvents).orderBy(auditEvents.id);
    expect(log.map(({ action }) => action)).toEqual([
      "certificate.held",
      "certificate.held",
      "certificate.released",
      "certificate.issued",
    ]);
  });

  it("K-01 a run that requires feedback waits for it, unless staff issue without", async () => {
    await ctx.db.update(courseRuns).set({ feedbackRequired: true }).where(eq(courseRuns.id, runId));
    await ctx.db.insert(feedback).values({ enrolmentId: omar, runId, updatedAt: ctx.now() });
    await expect(issueCertificates(training, { runId })).rejects.toThrow("Everyone who has earned");
    expect(await issueCertificates(training, { runId, withoutFeedback: true })).toEqual({ issued: 1 });
    await ctx.db.update(feedback).set({ sentAt: ctx.now() });
    const complete = { attendeeNameOther: "هدى سالم", scfhsNumber: "11RN0000003" };
    await ctx.db.update(enrolments).set(complete).where(eq(enrolments.id, huda));
    await ctx.db.insert(feedback).values({ enrolmentId: huda, runId, updatedAt: ctx.now(), sentAt: ctx.now() });
    expect(await issueCertificates(training, { runId })).toEqual({ issued: 1 });
  });

  it("K-01 the last missing feedback issues a due certificate at once; before, it says when it comes", async () => {
    await ctx.db.update(courseRuns).set({ feedbackRequired: true }).where(eq(courseRuns.id, runId));
    const getToken = (enrolmentId: number, email: string) =>
      feedbackPath(ctx, { enrolmentId, email }).split("/").at(-1) ?? "";
    const [omarsToken, hudasToken] = [getToken(omar, "omar@example.com"), getToken(huda, "huda@example.com")];
    const answers = { q1: 4, q2: 5 };
    setHoursAfterRun(-1);
    expect((await readFeedback(ctx, { token: omarsToken })).certificate).toMatchObject({ state: "follows" });
    setHoursAfterRun(1);
    // Huda has no name in Arabic and no number: feedback alone earns her no certificate, and none is promised.
    expect((await readFeedback(ctx, { token: hudasToken })).certificate).toEqual({ state: "none" });
    const at = new Date("2027-01-15T14:00:00Z");
    expect(await sendFeedback(ctx, { token: omarsToken, answers })).toEqual({ state: "follows", at });
    expect(await listIssued()).toEqual([]);
    setHoursAfterRun(24);
    expect(await sendFeedback(ctx, { token: hudasToken, answers })).toEqual({ state: "none" });
    expect(await listIssued()).toEqual([]);
    // Sent again at the due time, feedback issues the certificate at once, and only once. The answer to the call that
    // issues it still has the state before.
    expect(await sendFeedback(ctx, { token: omarsToken, answers })).toEqual({ state: "follows", at });
    expect(await sendFeedback(ctx, { token: omarsToken, answers })).toEqual({ state: "issued" });
    expect((await listIssued()).map(({ enrolmentId }) => enrolmentId)).toEqual([omar]);
    expect(await listMails()).toEqual(["certificate-issued omar@example.com en"]);
  });

  it("without accreditation no SCFHS number is required, and no CME hours are claimed", async () => {
    await ctx.db.update(courseRuns).set({ accreditationStatus: "pending" }).where(eq(courseRuns.id, runId));
    await ctx.db.update(enrolments).set({ attendeeNameOther: "هدى سالم" }).where(eq(enrolments.id, huda));
    expect(await issueCertificates(training, { runId })).toEqual({ issued: 2 });
    expect((await listIssued()).map(({ activity }) => activity.accreditation)).toEqual([null, null]);
  });

  it("K-02 a certificate keeps its contents when name, course or run change, or the run is cancelled", async () => {
    await issueCertificates(training, { runId });
    const [before] = await listIssued();
    await ctx.db.update(enrolments).set({ attendeeName: "Someone Else" }).where(eq(enrolments.id, omar));
    await ctx.db
      .update(courseRuns)
      .set({ hours: "6.0", startDate: "2027-02-01", endDate: "2027-02-03", cancelledAt: ctx.now() })
      .where(eq(courseRuns.id, runId));
    await ctx.db.execute(sql`update course set name_eng = 'Another course'`);
    setHoursAfterRun(48);
    await issueDueCertificates(ctx);
    expect(await listIssued()).toEqual([before]);
  });

  it("K-02 a reissue replaces the old one and is mailed; rejects a second reissue and an unchanged name", async () => {
    await issueCertificates(training, { runId });
    const [old] = await listIssued();
    const input = { id: old?.id ?? 0, nameEng: "Omar A. Khalid", nameAr: "عمر أ. خالد", reason: "Spelling" };
    const wrong = [
      { nameEng: "عمر", nameAr: "عمر" },
      { nameEng: "Omar", nameAr: "Omar" },
      { nameEng: "Omar Khalid", nameAr: "عمر خالد" },
    ];
    for (const names of wrong)
      await expect(reissueCertificate(training, { ...input, ...names })).rejects.toMatchObject({ status: 422 });
    const account = await makeUser(ctx.db, { name: "Omar Khalid", email: "omar.khalid@example.com" });
    await ctx.db
      .update(enrolments)
      .set({ userId: account.id })
      .where(eq(enrolments.id, old?.enrolmentId ?? 0));
    const { number } = await reissueCertificate(training, { ...input, isProfileWrong: true });
    await expect(reissueCertificate(training, input)).rejects.toThrow(number);
    const [named] = await ctx.db.select().from(users).where(eq(users.id, account.id));
    expect(named).toMatchObject({ name: "Omar A. Khalid", nameOther: "عمر أ. خالد" });
    expect(await listIssued()).toMatchObject([
      { number: old?.number, state: "replaced", endReason: "Spelling", holder: old?.holder },
      { number, state: "valid", replacesId: old?.id, activity: old?.activity, holder: { nameEng: "Omar A. Khalid" } },
    ]);
    expect((await listMails()).slice(1)).toEqual(["certificate-reissued omar@example.com en"]);
    setHoursAfterRun(48);
    await issueDueCertificates(ctx);
    expect(await listIssued()).toHaveLength(2);
  });

  it("K-02 revoking requires the last four characters, is mailed, and the job issues no other", async () => {
    await issueCertificates(training, { runId });
    const [made] = await listIssued();
    const revocation = { reason: "Attended under another name", toldEng: "Not your attendance.", toldAr: "ليس حضورك." };
    const input = { id: made?.id ?? 0, ...revocation, lastFour: made?.number.slice(-4).toLowerCase() ?? "" };
    await expect(revokeCertificate(training, { ...input, lastFour: "AAAA" })).rejects.toMatchObject({ status: 422 });
    await revokeCertificate(training, input);
    await expect(revokeCertificate(training, input)).rejects.toMatchObject({ status: 409 });
    setHoursAfterRun(48);
    await issueDueCertificates(ctx);
    expect(await listIssued()).toMatchObject([
      { state: "revoked", endReason: revocation.reason, toldEng: revocation.toldEng },
    ]);
    expect((await listMails()).slice(1)).toEqual(["certificate-revoked omar@example.com en"]);
    // Revoked by mistake: issued anew, while the old one stays revoked.
    const again = { id: input.id, nameEng: "Omar Khalid", nameAr: "عمر خالد", reason: "Revoked by mistake" };
    await reissueCertificate(training, again);
    expect((await listIssued()).map(({ state }) => state)).toEqual(["revoked", "valid"]);
  });

  it("counts the marks and certificates of a past run that wait for staff", async () => {
    await ctx.db.delete(attendanceMarks).where(eq(attendanceMarks.enrolmentId, huda));
    await expect(readRunToDo(ctx.asStaff("content"), { runId })).rejects.toMatchObject({ status: 403 });
    setHoursAfterRun(-1);
    expect(await readRunToDo(training, { runId })).toMatchObject({ attendance: 0, certificates: 0 });
    setHoursAfterRun(1);
    expect(await readRunToDo(training, { runId })).toMatchObject({ attendance: 1, certificates: 1 });
    await mark(huda, "absent");
    await issueCertificates(training, { runId });
    expect(await readRunToDo(training, { runId })).toMatchObject({ attendance: 0, certificates: 0 });
    await ctx.db.update(enrolments).set({ state: "cancelled", endedAt: ctx.now() }).where(eq(enrolments.id, omar));
    expect(await readRunToDo(training, { runId })).toMatchObject({ attendance: 0, certificates: 1 });
  });

  it("a refund of an attended seat revokes nothing; staff confirm that the certificate stays", async () => {
    await issueCertificates(training, { runId });
    const [made] = await listIssued();
    const id = made?.id ?? 0;
    await expect(keepCertificate(training, { id })).rejects.toMatchObject({ status: 409 });
    expect(await listToDecide(training)).toEqual({ count: 0, items: [] });
    await ctx.db.update(enrolments).set({ state: "cancelled", endedAt: ctx.now() }).where(eq(enrolments.id, omar));
    await expect(listToDecide(ctx.asStaff("support"))).rejects.toMatchObject({ status: 403 });
    expect(await listToDecide(training)).toMatchObject({
      count: 1,
      items: [{ id, runId, name_eng: "Omar Khalid" }],
    });
    await keepCertificate(training, { id });
    expect(await listToDecide(training)).toEqual({ count: 0, items: [] });
    expect(await listIssued()).toMatchObject([{ state: "valid", keptAfterRefundAt: ctx.now() }]);
  });
});
