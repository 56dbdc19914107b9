/** What anyone may learn of a certificate: rejections, then each state. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { checkCertificate } from "./check.server.ts";
import { certificateNumber } from "./certificate-number.ts";
import { certificates } from "./tables.server.ts";

describeOnDatabase("checking a certificate", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let number: string;
  let id: number;
  const check = (typed = number) => checkCertificate(ctx, { number: typed });

  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
    await paidOrders(ctx, 1, { runId });
    ({ number, id } = await makeCertificate(ctx.db, { enrolmentId: 1, runId }));
  });

  it("K-02 after 20 wrong numbers blocks that IP address alone for an hour, for right numbers too", async () => {
    const guess = (at: number) =>
      certificateNumber(
        2026,
        Uint8Array.from({ length: 8 }, (_, index) => at + index),
      );
    for (let at = 0; at < 20; at++) await expect(check(guess(at))).rejects.toMatchObject({ status: 404 });
    await expect(check(guess(21))).rejects.toMatchObject({ status: 429 });
    await expect(check()).rejects.toMatchObject({ status: 429 });
    expect(await checkCertificate({ ...ctx, address: "192.0.2.7" }, { number })).toMatchObject({ state: "valid" });
    ctx.clock.now = new Date(ctx.now().getTime() + 3_600_001);
    expect(await check()).toMatchObject({ state: "valid" });
  });

  it("does not count right numbers, in any spelling", async () => {
    for (let at = 0; at < 30; at++) await check(number.toLowerCase().replaceAll("-", " "));
    expect(await check()).toMatchObject({ number, state: "valid" });
  });

  it("K-02 a valid certificate shows nine fields and a shortened name, but no email or SCFHS number", async () => {
    const checked = await check();
    expect(checked).toMatchObject({
      state: "valid",
      holder: { name_eng: "Omar K.", name_ar: "عمر خ." },
      title_eng: "Patient safety essentials for clinical teams",
      start_date: "2027-01-12",
      end_date: "2027-01-14",
      accreditation_number: "DEMO-CPD-0101",
      details: {
        country_ar: "المملكة العربية السعودية",
        hours: 18,
        accreditation: { activity_reference: "NH-PSE-2027-01", specialty_eng: "Nursing; patient safety" },
      },
    });
    expect(JSON.stringify(checked)).not.toMatch(/00RN|0000002|Khalid|خالد|@/);
  });

  it("K-02 a replaced one links to the newer; a revoked one shows no person, hours or reason", async () => {
    const ended = { endedAt: new Date("2027-02-03T09:00:00Z"), endReason: "Omar asked" };
    await ctx.db.update(certificates).set({ state: "replaced", ...ended });
    const newer = await makeCertificate(ctx.db, { enrolmentId: 1, runId, replacesId: id });
    expect(await check()).toMatchObject({ state: "replaced", ended_on: "2027-02-03", replaced_by: newer.number });
    const revocation = { state: "revoked" as const, ...ended, toldEng: "Told" };
    await ctx.db.update(certificates).set(revocation).where(eq(certificates.id, newer.id));
    const revoked = await check(newer.number);
    expect(revoked).toMatchObject({ state: "revoked", holder: null, details: null, replaced_by: null });
    expect(JSON.stringify(revoked)).not.toMatch(/Omar|عمر|Told|18/);
  });

  it("a certificate of an erased holder stays valid, and says so", async () => {
    await ctx.db.update(certificates).set({ holder: null });
    expect(await check()).toMatchObject({ state: "valid", is_erased: true, holder: null, details: { hours: 18 } });
  });
});
