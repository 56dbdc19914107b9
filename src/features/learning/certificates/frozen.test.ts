/** Changes of a certificate that the database rejects, and which certificates a person sees. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { listMyCertificates } from "./own-certificates.server.ts";
import { certificates } from "./tables.server.ts";

describeOnDatabase("certificates as stored", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let enrolmentId: number;
  const listSeats = () => ctx.db.select({ id: enrolments.id }).from(enrolments).orderBy(enrolments.id);
  const change = (values: Partial<typeof certificates.$inferInsert>) =>
    ctx.db.update(certificates).set(values).where(eq(certificates.enrolmentId, enrolmentId));
  const refused = { cause: { code: "23001" } };

  beforeEach(async () => {
    ctx = testContext(await open());
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
    await paidOrders(ctx, 2, { runId });
    enrolmentId = (await listSeats())[0]?.id ?? 0;
  });

  it("K-02 the database rejects changes, deletion, and a second certificate for the seat", async () => {
    const made = await makeCertificate(ctx.db, { enrolmentId, runId });
    const { activity } = made;
    await expect(change({ activity: { ...activity, hours: 40 } })).rejects.toMatchObject(refused);
    await expect(change({ number: "NH-2026-AAAA-AAAA" })).rejects.toMatchObject(refused);
    await expect(change({ issuedAt: new Date(0) })).rejects.toMatchObject(refused);
    await expect(change({ holder: { nameEng: "Other", nameAr: "غيره", scfhsNumber: "" } })).rejects.toMatchObject(
      refused,
    );
    await expect(ctx.db.delete(certificates)).rejects.toMatchObject(refused);
    await expect(ctx.db.execute(sql`truncate certificate`)).rejects.toMatchObject(refused);
    await expect(makeCertificate(ctx.db, { enrolmentId, runId })).rejects.toMatchObject({ cause: { code: "23505" } });
    expect(await ctx.db.select().from(certificates)).toEqual([made]);
  });

  it("K-02 cannot be valid again once revoked; an erasure removes the holder for good", async () => {
    await makeCertificate(ctx.db, { enrolmentId, runId });
    await change({ state: "revoked", endedAt: ctx.now(), endReason: "Attended under another name" });
    await expect(change({ state: "valid", endedAt: null, endReason: null })).rejects.toMatchObject(refused);
    await change({ holder: null });
    await expect(change({ holder: { nameEng: "A", nameAr: "ب", scfhsNumber: "" } })).rejects.toMatchObject(refused);
  });

  it("people see the certificates of their seats and confirmed address only", async () => {
    const sara = await makeUser(ctx.db, { emailVerified: false });
    const [, second] = await listSeats();
    const attendee = { attendeeName: "Sara N.", attendeeEmail: sara.email, scfhsNumber: "" };
    await ctx.db.update(enrolments).set(attendee).where(eq(enrolments.id, enrolmentId));
    await makeCertificate(ctx.db, { enrolmentId, runId });
    await makeCertificate(ctx.db, { enrolmentId: second?.id ?? 0, runId });
    await expect(listMyCertificates(ctx)).rejects.toMatchObject({ status: 401 });
    expect(await listMyCertificates(ctx.as(sara))).toEqual([]);
    await ctx.db.execute(sql`update "user" set email_verified = true where id = ${sara.id}`);
    expect(await listMyCertificates(ctx.as(sara))).toMatchObject([{ enrolmentId, state: "valid", replacedBy: null }]);
    await ctx.db.execute(sql`update "user" set email_verified = false where id = ${sara.id}`);
    await ctx.db.update(enrolments).set({ userId: sara.id }).where(eq(enrolments.id, enrolmentId));
    expect(await listMyCertificates(ctx.as(sara))).toMatchObject([{ enrolmentId }]);
  });
});
