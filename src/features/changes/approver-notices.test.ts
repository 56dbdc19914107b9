/** Actions that require a fresh code, and mails to everyone who may approve refunds. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { readRunTitle } from "#features/catalogue/run-title.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { approverNoticeJob } from "#features/settings/approver-notices.server.ts";
import { resetSetting, setSetting } from "#features/settings/edit-settings.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { bank } from "#test/bank.ts";
import { address } from "#test/buyer.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { mailApproverNotice } from "./approval.server.ts";
import { approverNotice } from "./approval-emails.server.ts";

const letter = { subject_eng: "Parking", subject_ar: "الموقف", text_eng: "It is closed.", text_ar: "إنه مغلق." };

describeOnDatabase("notices to refund approvers", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let run: string;
  let owner: string;
  let finance: { id: string; email: string };
  beforeEach(async () => {
    ctx = testContext(await open());
    owner = (await makeStaff(ctx, "owner")).email;
    finance = await makeStaff(ctx, "finance");
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 10, priceHalalas: 420_000 })).id;
    run = await readRunTitle(ctx, runId, "en");
    await changeSetting(ctx.asStaff("owner"), "transfers", bank);
  });
  const guest = (n: number) => ({
    name: `Dana R. ${n}`,
    email: `dana-${n}@example.com`,
    scfhs_number: "",
    profession: "Nurse",
    locale: "en",
    reason: "Guest of the hospital",
  });
  /** Runs each queued job twice, because a job may be repeated, and lists the mails that were sent. */
  const listNotices = async () => {
    for (const { data } of ctx.queued.filter(({ name }) => name === approverNoticeJob))
      for (const _ of [1, 2]) await mailApproverNotice(ctx, data);
    const mails = await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "approver-notice"));
    return mails
      .map(({ to, props }) => {
        const { kind, number, from, to: now, amount } = props as Record<string, string>;
        return `${to}: ${[kind, number, from, now, amount].join(" ")}`;
      })
      .toSorted();
  };
  const setPrice = async (browser: StaffBrowser, price: string, more: object = {}) => {
    const { body } = await browser.call(`GET runs/${runId}`);
    const planning = ["delivery", "venueEng", "venueAr", "capacity", "hours", "version"];
    const scfhs = ["activityReference", "accreditingBodyEng", "accreditingBodyAr", "specialtyEng", "specialtyAr"];
    const names = [...planning, "accreditationStatus", "accreditationNumber", ...scfhs];
    const fields = Object.fromEntries(names.map((name) => [name, body[name]]));
    return browser.call(`PUT runs/${runId}`, { ...fields, ...more, price });
  };
  const transferOrder = async (qty: number) => {
    const { id: buyerId } = await makeUser(ctx.db);
    const { orderId, totalHalalas } = await openTransferOrder(ctx.asStaff("owner"), {
      buyerId,
      items: [{ runId, qty }],
      billing: address,
    });
    const transfer = { amount: (totalHalalas / 100).toFixed(2), reference: "FT1", receivedOn: riyadhDate(ctx.now()) };
    return { name: `POST orders/${orderId}/transfers`, transfer, orderId };
  };

  describe("refusals", () => {
    it("A-09: a new price, free seat, received transfer and message to buyers require a code after ten minutes", async () => {
      const { name, transfer, orderId } = await transferOrder(1);
      const [paid = 0] = await paidOrders(ctx, 1);
      const boss = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 11 * 60_000);
      const answers = [
        await setPrice(boss, "1.00"),
        await boss.call(`POST runs/${runId}/seats`, guest(1)),
        await boss.call(name, transfer),
        await boss.call("POST orders/letter", { ...letter, order_ids: [paid] }),
      ];
      for (const { status, body } of answers) expect([status, body["reason"]]).toEqual([403, "fresh-sign-in"]);
      expect((await setPrice(boss, "4200.00")).status).toBe(200);
      expect((await boss.call(`GET orders/${orderId}`)).body["status"]).toBe("pending");
      expect(ctx.queued.filter(({ name }) => name === approverNoticeJob)).toEqual([]);
    });
  });

  it("A-03: mails a raised refund limit to every other approver, but not a lowered one", async () => {
    const lina = await signedIn(ctx, finance.id);
    const setLimit = async (onePerson: string) => {
      const { body } = await lina.call("GET settings/refunds");
      return (await lina.call("PUT settings/refunds", { version: body["version"], data: { onePerson } })).status;
    };
    expect(await setLimit("4000.00")).toBe(200);
    expect(await listNotices()).toEqual([]);
    expect(await setLimit("999999.00")).toBe(200);
    expect(await listNotices()).toEqual([`${owner}: refund-limit  4000.00 999999.00 0.00`]);
    expect(await setLimit("5000.00")).toBe(200);
    expect(await listNotices()).toHaveLength(1);
  });

  it("C28: mails name who acted in the script of the reader's language", async () => {
    const huda = await makeStaff(ctx, "owner");
    await ctx.db.update(staffUsers).set({ locale: "ar" }).where(eq(staffUsers.email, owner));
    await ctx.db.update(staffUsers).set({ name: "Dr. Huda A.", nameAr: "د. هدى أ." }).where(eq(staffUsers.id, huda.id));
    const { body } = await (await signedIn(ctx, huda.id)).call("GET settings/refunds");
    const raised = { version: body["version"], data: { onePerson: "900000.00" } };
    await (await signedIn(ctx, huda.id)).call("PUT settings/refunds", raised);
    await listNotices();
    const mails = await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "approver-notice"));
    expect(mails.map(({ locale, props }) => [locale, (props as Record<string, string>)["by"]]).toSorted()).toEqual([
      ["ar", "د. هدى أ."],
      ["en", "Dr. Huda A."],
    ]);
  });

  it("A-03: mails a limit raised by command line, or by a reset to the higher default", async () => {
    const command = { ...ctx, actor: { kind: "command" as const, name: "settings" } };
    await setSetting(command, "refunds.onePersonHalalas", "100");
    expect(await listNotices()).toEqual([]);
    await resetSetting(command, "refunds");
    await setSetting(command, "refunds.onePersonHalalas", "600000");
    expect((await listNotices()).map((line) => line.split(":")[0])).toEqual(
      [finance.email, finance.email, owner, owner].toSorted(),
    );
  });

  it("A-09: mails when the free seats that one person gives in a day exceed the limit", async () => {
    const support = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
    const giveSeat = async (n: number) => (await support.call(`POST runs/${runId}/seats`, guest(n))).status;
    expect(await giveSeat(1)).toBe(201);
    expect(await listNotices()).toEqual([]);
    expect(await giveSeat(2)).toBe(201);
    const approvers = [finance.email, owner].toSorted();
    expect(await listNotices()).toEqual(approvers.map((to) => `${to}: free-seat ${run} 0.00 0.00 9660.00`));
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 25 * 3_600_000);
    const later = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
    expect((await later.call(`POST runs/${runId}/seats`, guest(3))).status).toBe(201);
    expect(await listNotices()).toHaveLength(2);
  });

  it("A-09: mails a price cut above the limit over all unsold seats, but no smaller cut and no rise", async () => {
    const training = await signedIn(ctx, (await makeStaff(ctx, "training")).id);
    expect((await setPrice(training, "4100.00")).status).toBe(200);
    expect((await setPrice(training, "9000.00")).status).toBe(200);
    expect(await listNotices()).toEqual([]);
    expect((await setPrice(training, "1.00")).status).toBe(200);
    expect(await listNotices()).toEqual(
      [finance.email, owner].toSorted().map((to) => `${to}: run-price ${run} 9000.00 1.00 103488.50`),
    );
  });

  it("S-08 mails a code that can take more than the limit off ten seats, but no smaller one", async () => {
    const lina = await signedIn(ctx, finance.id);
    const code = (change: object) => ({ code: "BIG", validFrom: "2026-01-01", scope: "all", ...change });
    // Ten seats of SAR 4,200: 10 % is SAR 4,830 with VAT, below the limit; so is a percentage capped at SAR 4,000.
    const made = await lina.call("POST discount-codes", code({ percent: 10 }));
    expect(made.status).toBe(201);
    expect(
      (await lina.call("POST discount-codes", code({ code: "CAP", percent: 90, maxDiscount: "4000.00" }))).status,
    ).toBe(201);
    expect(await listNotices()).toEqual([]);
    const { id, version } = made.body as { id: number; version: number };
    const raised = await lina.call(`PUT discount-codes/${id}`, { ...code({ percent: 90 }), version });
    expect(raised.status).toBe(200);
    expect(await listNotices()).toEqual([`${owner}: discount BIG 0.00 0.00 43470.00`]);
    const next = { ...code({ percent: 80 }), version: version + 1 };
    expect((await lina.call(`PUT discount-codes/${id}`, next)).status).toBe(200);
    expect(await listNotices()).toHaveLength(1);
  });

  it("B39 mails name a run by course and dates in the mail's language, never by number", async () => {
    await ctx.db.update(staffUsers).set({ locale: "ar" }).where(eq(staffUsers.email, owner));
    const dates = { startDate: "2027-10-14", endDate: "2027-10-15" };
    await ctx.db.update(courseRuns).set(dates).where(eq(courseRuns.id, runId));
    const course = { name_eng: "Clinical audit: a workshop", name_ar: "التدقيق السريري: ورشة" };
    await ctx.db.update(courses).set(course);
    const training = await signedIn(ctx, (await makeStaff(ctx, "training")).id);
    expect((await setPrice(training, "1.00")).status).toBe(200);
    await listNotices();
    const mails = await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "approver-notice"));
    const texts = Object.fromEntries(
      mails.map(({ locale, props }) => {
        const noticeProps = props as Parameters<typeof approverNotice.subject>[0];
        const text = JSON.stringify(approverNotice.content({ props: noticeProps, locale, link: "", files: [] }));
        return [locale, { subject: approverNotice.subject(noticeProps, locale), text }];
      }),
    );
    expect(texts["en"]?.text).toContain("Clinical audit, Thu 14 – Fri 15 October 2027");
    expect(texts["en"]?.subject).toMatch(/: Clinical audit, Thu 14 – Fri 15 October 2027$/);
    expect(texts["ar"]?.text).toContain("التدقيق السريري، من الخميس 14 إلى الجمعة 15 أكتوبر 2027");
    expect(texts["ar"]?.subject).toContain("التدقيق السريري");
  });

  it("S-08 mails a group price above the limit, like a price", async () => {
    await ctx.db.update(courseRuns).set({ groupFromSeats: 2, groupPercent: 5 });
    const training = await signedIn(ctx, (await makeStaff(ctx, "training")).id);
    expect((await setPrice(training, "4200.00", { groupFromSeats: 2, groupPercent: 10 })).status).toBe(200);
    expect(await listNotices()).toEqual([]);
    expect((await setPrice(training, "4200.00", { groupFromSeats: 2, groupPercent: 90 })).status).toBe(200);
    expect(await listNotices()).toEqual(
      [finance.email, owner].toSorted().map((to) => `${to}: group-price ${run} 3780.00 420.00 38640.00`),
    );
  });

  it("A-09: mails the others about a recorded transfer above the limit", async () => {
    const lina = await signedIn(ctx, finance.id);
    const small = await transferOrder(1);
    expect((await lina.call(small.name, small.transfer)).status).toBe(200);
    expect(await listNotices()).toEqual([]);
    const large = await transferOrder(2);
    expect((await lina.call(large.name, large.transfer)).status).toBe(200);
    expect(await listNotices()).toEqual([`${owner}: transfer ${large.orderId} 0.00 0.00 9660.00`]);
  });
});
