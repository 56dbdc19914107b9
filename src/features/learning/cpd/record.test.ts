/** K-05: which hours count, declared activities, exports, and shared links. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { holdAccount } from "#features/people/hold-account.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { inTransaction } from "#platform/context.server.ts";
import { eraseEverything } from "#features/privacy/erase-everything.server.ts";
import { m } from "#messages";
import { testContext, withTickingClock, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { pdfiumText, pdfPages } from "#test/pdf-text.ts";
import { readLearningData } from "./person-data.server.ts";
import { exportRecordCsv, drawRecordPdf } from "./record-files.server.ts";
import { getHolderNames, sumHoursByYear, sumHoursWithin, zeroRepeatedHours } from "./record.ts";
import { deleteActivity, readMyRecord, saveActivity, saveTarget } from "./record.server.ts";
import { deleteOldShares, listMyShares, readSharedRecord, shareRecord, withdrawShare } from "./shares.server.ts";
import { cpdTargets, declaredActivities, recordShares } from "./tables.server.ts";

const activityFacts = {
  titleEng: "Clinical audit, step by step",
  titleAr: "التدقيق السريري خطوة بخطوة",
  days: 2,
  venueEng: "Training centre, Riyadh",
  venueAr: "مركز التدريب، الرياض",
  countryEng: "Saudi Arabia",
  countryAr: "المملكة العربية السعودية",
  accreditation: {
    activityReference: "NH-1",
    number: "DEMO-CPD-0093",
    bodyEng: "Saudi Commission for Health Specialties",
    bodyAr: "الهيئة السعودية للتخصصات الصحية",
    specialtyEng: "Nursing",
    specialtyAr: "التمريض",
  },
};
const facts = { titleEng: "Audit", titleAr: "التدقيق", accreditationNumber: "A-1", delivery: "onsite" as const };
const activity = { ...facts, courseId: 1, startDate: "2025-03-01", endDate: "2025-03-02", hours: 12, number: "A" };

describe("the sums of a record", () => {
  it("K-05 counts a course once, when first finished", () => {
    const again = { ...activity, number: "B", startDate: "2026-01-10", endDate: "2026-01-11" };
    const other = {
      ...activity,
      number: "C",
      courseId: 2,
      endDate: "2026-02-01",
      delivery: "online" as const,
      hours: 6,
    };
    expect(
      zeroRepeatedHours([again, activity, other]).map(({ number, hours, isRepeated }) => [number, hours, isRepeated]),
    ).toEqual([
      ["C", 6, false],
      ["B", 0, true],
      ["A", 12, false],
    ]);
  });

  it("a certificate of attendance has no CME hours, and the course may count later", () => {
    const attended = { ...activity, number: "A0", endDate: "2024-01-01", hours: 0 };
    expect(zeroRepeatedHours([attended, activity])).toMatchObject([
      { number: "A", hours: 12, isRepeated: false },
      { number: "A0", hours: 0, isRepeated: false },
    ]);
  });

  it("K-05 separates years and categories, and declared from verified hours", () => {
    const online = { endDate: "2025-12-31", delivery: "online" as const, hours: 6.5 };
    const declared = [
      { date: "2025-06-01", hours: 4 },
      { date: "2023-01-01", hours: 0.5 },
    ];
    expect(sumHoursByYear([activity, online], declared, 2026)).toEqual([
      { year: 2026, onsite: 0, online: 0, declared: 0 },
      { year: 2025, onsite: 12, online: 6.5, declared: 4 },
      { year: 2023, onsite: 0, online: 0, declared: 0.5 },
    ]);
    const cycle = { startsOn: "2025-03-02", endsOn: "2025-06-01" };
    expect(sumHoursWithin(cycle, [activity, online], declared)).toEqual({ verified: 12, declared: 4 });
  });
});

describeOnDatabase("a CPD record", (open) => {
  let ctx: TestCtx;
  let visitor: TestCtx;
  let me: { id: string; name: string; email: string };
  const declaredActivity = {
    title: "Ward round",
    provider: "Example Hospital",
    kind: "teaching" as const,
    date: "2026-01-15",
    hours: 1.5,
  };

  beforeEach(async () => {
    visitor = testContext(await open());
    visitor.clock.now = new Date("2026-11-22T09:00:00Z");
    me = await makeUser(visitor.db, { name: "Sara Nasser", emailVerified: true });
    ctx = visitor.as(me);
  });

  /** Creates a certificate of the caller, for a new course. */
  async function createCertificate(endDate: string, hours: number, delivery: "onsite" | "online" = "onsite") {
    const days = { startDate: addDays(endDate, -1), endDate };
    const runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { ...days, delivery })).id;
    const [orderId = 0] = await paidOrders(ctx, 1, { runId, buyer: me });
    const attendee = { attendeeName: me.name, attendeeEmail: me.email, scfhsNumber: "", userId: me.id };
    const [seat] = await ctx.db.update(enrolments).set(attendee).where(eq(enrolments.orderId, orderId)).returning();
    const enrolmentId = seat?.id ?? 0;
    const holder = { nameEng: "Sara Nasser", nameAr: "سارة ناصر", scfhsNumber: "" };
    return makeCertificate(ctx.db, { enrolmentId, runId, holder, activity: { ...activityFacts, ...days, hours } });
  }

  it("K-05 rejects visitors, and lets no one read, change or delete another person's record", async () => {
    for (const call of [
      readMyRecord(visitor),
      saveActivity(visitor, declaredActivity),
      deleteActivity(visitor, { id: 1 }),
      saveTarget(visitor, { target: null }),
      listMyShares(visitor),
      shareRecord(visitor, { years: null, withDeclared: false }),
      withdrawShare(visitor, { id: "x" }),
      exportRecordCsv(visitor),
      drawRecordPdf(visitor),
    ])
      await expect(call).rejects.toMatchObject({ status: 401 });
    const id = await saveActivity(ctx, declaredActivity);
    const { path } = await shareRecord(ctx, { years: null, withDeclared: true });
    const other = visitor.as(await makeUser(visitor.db));
    const [share] = await listMyShares(ctx);
    await expect(saveActivity(other, { ...declaredActivity, id })).rejects.toMatchObject({ status: 404 });
    await expect(deleteActivity(other, { id })).rejects.toMatchObject({ status: 404 });
    await expect(withdrawShare(other, { id: share?.id ?? "" })).rejects.toMatchObject({ status: 404 });
    expect([await readMyRecord(other), await listMyShares(other)]).toMatchObject([{ declared: [] }, []]);
    expect(await readSharedRecord(visitor, { code: path.slice(3) })).toMatchObject({
      declared: [{ title: "Ward round" }],
    });
  });

  it("K-05 counts valid certificates, but no revoked ones, and declared hours separately", async () => {
    await createCertificate("2026-05-12", 18);
    await createCertificate("2025-06-09", 6, "online");
    const revoked = await createCertificate("2026-09-21", 12);
    const ended = { state: "revoked" as const, endedAt: ctx.now(), endReason: "Attended under another name" };
    await ctx.db.update(certificates).set(ended).where(eq(certificates.id, revoked.id));
    await saveActivity(ctx, declaredActivity);
    await saveTarget(ctx, { target: { hours: 60, startsOn: "2025-01-01", endsOn: "2026-12-31" } });
    const { verified, declared, target, links } = await readMyRecord(ctx);
    expect([...links.keys()].toSorted()).toEqual(verified.map(({ number }) => number).toSorted());
    const { path } = await shareRecord(ctx, { years: null, withDeclared: false });
    expect(JSON.stringify(await readSharedRecord(visitor, { code: path.slice(3) }))).not.toContain("key=");
    expect(sumHoursByYear(verified, declared, 2026)).toEqual([
      { year: 2026, onsite: 18, online: 0, declared: 1.5 },
      { year: 2025, onsite: 0, online: 6, declared: 0 },
    ]);
    expect(target && sumHoursWithin(target, verified, declared)).toEqual({ verified: 24, declared: 1.5 });
    await expect(
      saveTarget(ctx, { target: { hours: 60, startsOn: "2026-01-01", endsOn: "2025-12-31" } }),
    ).rejects.toMatchObject({ fields: { ends_on: expect.any(Array) } });
    await saveTarget(ctx, { target: null });
    expect((await readMyRecord(ctx)).target).toBeNull();
  });

  it("a declared activity is added, changed and deleted, but rejected for a future day", async () => {
    const tomorrow = addDays(riyadhDate(ctx.now()), 1);
    await expect(saveActivity(ctx, { ...declaredActivity, date: tomorrow })).rejects.toMatchObject({
      fields: { date: expect.any(Array) },
    });
    const id = await saveActivity(ctx, declaredActivity);
    expect(await saveActivity(ctx, { ...declaredActivity, id, hours: 2 })).toBe(id);
    expect((await readMyRecord(ctx)).declared).toEqual([{ ...declaredActivity, id, hours: 2 }]);
    await deleteActivity(ctx, { id });
    await expect(deleteActivity(ctx, { id })).rejects.toMatchObject({ status: 404 });
    expect((await readMyRecord(ctx)).declared).toEqual([]);
  });

  it("K-05 the CSV runs no formula, and has declared hours in their own column", async () => {
    await createCertificate("2026-05-12", 18);
    await saveActivity(ctx, {
      ...declaredActivity,
      title: `=HYPERLINK("https://evil.example","x")`,
      provider: "+966, \u200f@now",
    });
    const { bytes, filename } = await exportRecordCsv(ctx);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    expect(filename).toBe("cpd-record-2026-11-22.csv");
    const [head = "", verifiedLine = "", declared = ""] = text.split("\r\n");
    expect(head.startsWith("\ufeffFirst day,Last day,Activity")).toBe(true);
    expect(verifiedLine).toMatch(/^2026-05-11,2026-05-12,.*,18,,NH-/);
    expect(declared).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
    expect(declared).toContain(`"'+966, `);
    expect(declared).toMatch(/,,1\.5,,$/);
    const arabic = await exportRecordCsv({ ...ctx, locale: "ar" });
    expect(new TextDecoder().decode(arabic.bytes)).toContain("الساعات المصرَّح بها دون تحقق");
  });

  it("C42 PDF and shared page name the holder in both scripts, from account or certificate", async () => {
    await createCertificate("2026-05-12", 18);
    const { path } = await shareRecord(ctx, { years: null, withDeclared: false });
    const shared = () => readSharedRecord(visitor, { code: path.slice(3) });
    expect(await shared()).toMatchObject({ name: "Sara Nasser", nameOther: "سارة ناصر" });
    expect(await pdfiumText((await drawRecordPdf(ctx)).bytes)).toContain("سارة ناصر");
    await ctx.db.update(users).set({ nameOther: "سارة الناصر" }).where(eq(users.id, me.id));
    expect(await shared()).toMatchObject({ name: "Sara Nasser", nameOther: "سارة الناصر" });
  });

  it.each([
    ["an account alone", { name: "Sara", nameOther: null }, [], ["Sara"]],
    ["a certificate of another name", { name: "Sara", nameOther: null }, [["Mona", "منى"]], ["Sara"]],
    ["a certificate in both scripts", { name: "سارة", nameOther: null }, [["Sara", "سارة"]], ["سارة", "Sara"]],
    ["one spelling twice", { name: "Sara", nameOther: "Sara" }, [["Sara", "Sara"]], ["Sara"]],
  ])("C42 names of %s", (_case, person, spellings, names) => {
    const holders = spellings.map(([nameEng = "", nameAr = ""]) => ({ holder: { nameEng, nameAr } }));
    expect(getHolderNames(person, holders)).toEqual(names);
  });

  it("B42 L-6 U-18 the PDF has English labels apart from Arabic ones, and page number and contacts on each page", async () => {
    await createCertificate("2026-05-12", 18);
    for (let at = 0; at < 40; at++) await saveActivity(ctx, { ...declaredActivity, title: `Ward round ${at}` });
    const pages = pdfPages((await drawRecordPdf(ctx)).bytes);
    expect(pages.length).toBeGreaterThan(1);
    const lines = (pages[0] ?? "").split("\n");
    const english = lines.find((line) => line.includes("Accredited, online")) ?? "";
    const labels = [m.cpd_accredited_onsite, m.cpd_accredited_online, m.cpd_declared_unchecked, m.cpd_file_counted_to];
    expect(english.trim().split(/ {2,}/)).toEqual(labels.map((label) => label({}, { locale: "en" })));
    expect(english).not.toMatch(/\p{Script=Arabic}/u);
    for (const [at, page] of pages.entries()) {
      expect(page.replaceAll(" ", "")).toContain(`${at + 1}/${pages.length}`);
      expect(page).toContain("hello@");
    }
  });

  it("K-05 the PDF has the name, the verified activity, and the declared ones, marked as declared", async () => {
    await createCertificate("2026-05-12", 18);
    for (let at = 0; at < 40; at++) await saveActivity(ctx, { ...declaredActivity, title: `Ward round ${at}` });
    const { bytes } = await drawRecordPdf(ctx);
    const text = pdfPages(bytes).join("\n");
    for (const phrase of ["Sara Nasser", "Ward round 0", "Ward round 39", "Declared: Teaching at work", "In the room"])
      expect(text).toContain(phrase);
  });

  it("S-13 draws a record of 499 lines once for twenty calls, and again only after a change", async () => {
    const now = ctx.now();
    const row = { ...declaredActivity, userId: me.id, createdAt: now, updatedAt: now };
    const long = "Teaching the ward round of patient safety ".repeat(5).slice(0, 200);
    await ctx.db
      .insert(declaredActivities)
      .values(Array.from({ length: 499 }, (_, at) => ({ ...row, title: `${at} ${long}`.slice(0, 200) })));
    const ticking = withTickingClock(ctx);
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => drawRecordPdf(ticking)));
    expect(pdfPages(first?.bytes ?? new Uint8Array()).join("\n")).toContain("498 Teaching");
    for (const { bytes } of [...others, await drawRecordPdf(ticking)])
      expect(Buffer.from(bytes).equals(Buffer.from(first?.bytes ?? []))).toBe(true);
    await saveActivity(ctx, { ...declaredActivity, title: "The last one" });
    expect(pdfPages((await drawRecordPdf(ctx)).bytes).join("\n")).toContain("The last one");
  });

  it("K-05 a link shows the selected years until its last day, and nothing after", async () => {
    await createCertificate("2026-05-12", 18);
    await createCertificate("2025-06-09", 6);
    await saveActivity(ctx, declaredActivity);
    const { path } = await shareRecord(ctx, { years: [2026], withDeclared: false });
    const code = path.slice(3);
    expect(code).toMatch(/^[\w-]{43}$/);
    const sharedRecord = await readSharedRecord(visitor, { code });
    expect(sharedRecord).toMatchObject({
      name: "Sara Nasser",
      endsOn: "2026-12-22",
      declared: [],
      verified: [{ hours: 18 }],
    });
    expect(JSON.stringify(sharedRecord)).not.toContain(me.email);
    expect(JSON.stringify(await ctx.db.select().from(recordShares))).not.toContain(code);
    await readSharedRecord(ctx, { code });
    expect(await listMyShares(ctx)).toMatchObject([{ isOpen: true, views: 1, path, lastViewedAt: ctx.now() }]);
    ctx.clock.now = new Date("2026-12-22T20:59:00Z");
    expect((await readSharedRecord(visitor, { code })).name).toBe("Sara Nasser");
    ctx.clock.now = new Date("2026-12-22T21:00:00Z");
    await expect(readSharedRecord(visitor, { code })).rejects.toMatchObject({ status: 404 });
    expect(await listMyShares(ctx)).toMatchObject([{ isOpen: false, views: 2 }]);
    ctx.clock.now = new Date("2027-03-25T00:00:00Z");
    await deleteOldShares(ctx);
    expect(await listMyShares(ctx)).toEqual([]);
  });

  it("K-05 a link lasts a year at most, ends at once when withdrawn, and at most twenty are open", async () => {
    for (const endsOn of ["2026-11-21", "2027-11-23", "2099-01-01"])
      await expect(shareRecord(ctx, { years: null, withDeclared: true, endsOn })).rejects.toMatchObject({
        fields: { ends_on: expect.any(Array) },
      });
    const { path } = await shareRecord(ctx, { years: null, withDeclared: true, endsOn: "2027-11-22" });
    const [share] = await listMyShares(ctx);
    await withdrawShare(ctx, { id: share?.id ?? "" });
    await withdrawShare(ctx, { id: share?.id ?? "" });
    await expect(readSharedRecord(visitor, { code: path.slice(3) })).rejects.toMatchObject({ status: 404 });
    for (const code of ["", "x", path, "A".repeat(43)])
      await expect(readSharedRecord(visitor, { code })).rejects.toMatchObject({ status: 404 });
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, () => shareRecord(ctx, { years: [2026], withDeclared: false })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  });

  it("the copy of personal data has declared activities and shared links, without link codes", async () => {
    await saveActivity(ctx, declaredActivity);
    const { path } = await shareRecord(ctx, { years: [2026], withDeclared: true });
    const data = await readLearningData(ctx, me.id);
    expect(data).toMatchObject({
      feedback: [],
      declared_activities: [{ title: "Ward round", hours: 1.5 }],
      target: null,
      shared_links: [{ years: [2026], with_declared: true, ends_on: "2026-12-22", withdrawn_at: null }],
    });
    expect(JSON.stringify(data)).not.toContain(path.slice(3));
  });

  it("erasing the account deletes its declared activities, target and links", async () => {
    await saveActivity(ctx, declaredActivity);
    await saveTarget(ctx, { target: { hours: 60, startsOn: "2025-01-01", endsOn: "2026-12-31" } });
    const { path } = await shareRecord(ctx, { years: null, withDeclared: true });
    await inTransaction(visitor, async (ctx) =>
      eraseEverything(ctx, { account: await holdAccount(ctx, me.id), address: me.email }, { tell: false }),
    );
    for (const table of [declaredActivities, cpdTargets, recordShares])
      expect(await visitor.db.select().from(table)).toEqual([]);
    await expect(readSharedRecord(visitor, { code: path.slice(3) })).rejects.toMatchObject({ status: 404 });
  });
});
