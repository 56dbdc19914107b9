/** The roster in the staff API: refusals, then changes of seats and who is notified of them. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { issueMissingDocuments } from "#features/settlement/jobs.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { bank } from "#test/bank.ts";
import { address } from "#test/buyer.ts";
import { testContext, withTickingClock, type TestCtx } from "#test/context.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { rosterExport } from "./roster-export.server.ts";

const dana = { name: "Dana R.", email: "dana@example.com", scfhs_number: "00110233" };
const guest = { ...dana, profession: "Nurse", locale: "ar", reason: "Guest of the hospital" };
interface Row {
  id: number;
  state: string;
  name: string | null;
  email: string | null;
  profession: string;
}

describeOnDatabase("the roster", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  let support: StaffBrowser;
  const signInAs = async (role: Parameters<typeof makeStaff>[1]) => signedIn(ctx, (await makeStaff(ctx, role)).id);
  const huda = () => ({ orderId, runId, seat: 1, name: "Huda Salem", email: "huda@example.com" });

  beforeEach(async () => {
    ctx = testContext(await open());
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db, { name_eng: "Sepsis" })).id, { capacity: 3 })).id;
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, huda());
    await bookPlace(ctx, { ...huda(), seat: 2, name: "Omar Khalid", email: "omar@example.com" });
    support = await signInAs("support");
  });
  const readRoster = async () =>
    (await support.call(`GET runs/${runId}/roster`)).body as { rows: Row[]; taken: number };
  const findSeatId = async (email: string) => (await readRoster()).rows.find((row) => row.email === email)?.id ?? 0;
  const callApi = async (name: string, input: object) => {
    const { status, body } = await support.call(name, input as Record<string, unknown>);
    return [status, status === 422 ? Object.keys(body) : body];
  };
  const listMails = async () => {
    const { rows } = await ctx.db.execute(sql`select "to", locale, template from outbox_mail order by id`);
    return rows.map(({ to, locale, template }) => `${String(template)} ${String(to)} ${String(locale)}`);
  };
  const readSeatsSold = async () =>
    (await ctx.db.execute(sql`select seats_sold from course_run where id = ${runId}`)).rows[0]?.["seats_sold"];

  describe("refusals", () => {
    it("P-11 rejects a person who already has a seat in the run: 422 on the email", async () => {
      const seat = await findSeatId("huda@example.com");
      const duplicate = { ...dana, email: "OMAR@example.com", reason: "Colleague" };
      expect(await callApi(`POST seats/${seat}/swap`, duplicate)).toEqual([422, ["email"]]);
      expect(await callApi(`POST runs/${runId}/seats`, { ...guest, email: "huda@example.com" })).toEqual([
        422,
        ["email"],
      ]);
      expect([await listMails(), await readSeatsSold()]).toEqual([[], 2]);
    });

    it("P-11 simultaneous requests cannot give more seats than the run has", async () => {
      const people = ["a", "b", "c", "d"].map((name) => ({ ...guest, email: `${name}@example.com` }));
      const responses = await Promise.all(people.map((person) => support.call(`POST runs/${runId}/seats`, person)));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
      expect(await readSeatsSold()).toBe(3);
    });

    it("P-11 refuses changes of a cancelled seat and of a run that has ended: 409", async () => {
      const seat = await findSeatId("huda@example.com");
      const swap = { ...dana, reason: "Colleague" };
      await support.call(`POST seats/${seat}/cancel`, { reason: "Asked", tell: false });
      expect(await callApi(`POST seats/${seat}/swap`, swap)).toMatchObject([409, {}]);
      expect(await callApi(`POST seats/${seat}/cancel`, { reason: "Asked", tell: true })).toMatchObject([409, {}]);
      const other = await findSeatId("omar@example.com");
      ctx.clock.now = new Date(ctx.now().getTime() + 90 * 86_400_000);
      support = await signInAs("support");
      expect(await callApi(`POST seats/${other}/swap`, swap)).toMatchObject([409, {}]);
      expect(await callApi(`POST runs/${runId}/seats`, guest)).toMatchObject([409, {}]);
    });

    it("P-11 refuses to swap or cancel a seat whose refund is in progress", async () => {
      await ctx.db.execute(
        sql`insert into refund (payment_id, amount_halalas, reason, run_ids, status, created_at) select id, 100, 'requested', ${JSON.stringify([runId])}::jsonb, 'requested', now() from payment where order_id = ${orderId}`,
      );
      const seat = await findSeatId("huda@example.com");
      expect(await callApi(`POST seats/${seat}/swap`, { ...dana, reason: "Colleague" })).toMatchObject([409, {}]);
      expect(await callApi(`POST seats/${seat}/cancel`, { reason: "Asked", tell: true })).toMatchObject([409, {}]);
    });

    it("P-11 the sign-in sheet and the export require a fresh sign-in", async () => {
      ctx.clock.now = new Date(ctx.now().getTime() + 11 * 60_000);
      for (const [name, input] of [
        [`GET runs/${runId}/sign-in-sheet`, {}],
        ["POST exports", { kind: "roster", format: "csv", filter: { run_id: runId } }],
      ] as const)
        expect(await support.call(name, input), name).toMatchObject({
          status: 403,
          body: { reason: "fresh-sign-in" },
        });
    });

    it("P-11 a content editor cannot read the roster; an auditor cannot change it", async () => {
      expect((await (await signInAs("content")).call(`GET runs/${runId}/roster`)).status).toBe(403);
      const seat = await findSeatId("huda@example.com");
      const auditor = await signInAs("auditor");
      for (const name of [`seats/${seat}/swap`, `seats/${seat}/cancel`, `runs/${runId}/seats`])
        expect((await auditor.call(`POST ${name}`)).status, name).toBe(403);
    });
  });

  describe("after the run, for certificates and the report", () => {
    const moveAfterRun = async () => {
      const seat = await findSeatId("huda@example.com");
      ctx.clock.now = new Date(ctx.now().getTime() + 90 * 86_400_000);
      support = await signInAs("support");
      return seat;
    };
    const corrected = {
      name: "Huda Al-Salem",
      email: "huda@example.com",
      scfhs_number: "00110234",
      reason: "Spelling",
    };

    it("K-01 refuses another person, an unnamed seat, a cancelled run and an auditor", async () => {
      const seat = await moveAfterRun();
      expect((await callApi(`POST seats/${seat}/swap`, { ...dana, reason: "Was there instead" }))[0]).toBe(409);
      await ctx.db.execute(sql`update course_run set cancelled_at = now()`);
      expect((await callApi(`POST seats/${seat}/swap`, corrected))[0]).toBe(409);
      expect((await callApi(`POST seats/${seat}/other-name`, { name_other: "هدى السالم" }))[0]).toBe(409);
      await ctx.db.execute(
        sql`update enrolment set attendee_name = null, attendee_email = null, scfhs_number = null where id = ${seat}`,
      );
      await ctx.db.execute(sql`update course_run set cancelled_at = null`);
      expect((await callApi(`POST seats/${seat}/swap`, corrected))[0]).toBe(409);
      const auditor = await signInAs("auditor");
      expect((await auditor.call(`POST seats/${seat}/swap`, corrected)).status).toBe(403);
      expect(await listMails()).toEqual([]);
    });

    it("K-01 corrects name, number and the name in the other script; audits it and mails no one", async () => {
      const seat = await moveAfterRun();
      expect((await callApi(`POST seats/${seat}/swap`, { ...corrected, scfhs_number: "12" }))[0]).toBe(422);
      expect(await callApi(`POST seats/${seat}/swap`, corrected)).toEqual([200, { runId, notified: 0 }]);
      expect((await callApi(`POST seats/${seat}/other-name`, { name_other: "هدى السالم" }))[0]).toBe(200);
      expect((await readRoster()).rows.find(({ id }) => id === seat)).toMatchObject({
        name: "Huda Al-Salem",
        name_other: "هدى السالم",
        scfhs_number: "00110234",
      });
      const { rows: log } = await ctx.db.execute(
        sql`select action, coalesce(after, before) ->> 'name' as name from audit_event where entity = 'run' order by id`,
      );
      expect(log).toEqual([
        { action: "seat.corrected", name: "Huda Al-Salem" },
        { action: "seat.corrected-from", name: "Huda Salem" },
        { action: "seat.other-name", name: null },
      ]);
      expect(await listMails()).toEqual([]);
    });
  });

  it("P-11 a swap mails both people, keeps one sold seat and is audited with both people", async () => {
    const oldSeat = await findSeatId("huda@example.com");
    expect(await callApi(`POST seats/${oldSeat}/swap`, { ...dana, reason: "Colleague comes" })).toEqual([
      200,
      { runId, notified: 2 },
    ]);
    const { rows, taken } = await readRoster();
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ["Dana R.", "paid"],
      ["Omar Khalid", "paid"],
      ["Huda Salem", "given-on"],
    ]);
    expect([taken, await readSeatsSold()]).toEqual([2, 2]);
    expect(await listMails()).toEqual(["seat-given-on huda@example.com en", "attendee-place dana@example.com en"]);
    const { rows: log } = await ctx.db.execute(
      sql`select action, coalesce(after, before) ->> 'email' as email from audit_event where entity = 'run' order by id`,
    );
    expect(log).toEqual([
      { action: "seat.swapped", email: "dana@example.com" },
      { action: "seat.left", email: "huda@example.com" },
    ]);
    // The first person can be swapped back in.
    const newSeat = await findSeatId("dana@example.com");
    expect((await callApi(`POST seats/${newSeat}/swap`, { ...dana, ...huda(), reason: "Comes after all" }))[0]).toBe(
      200,
    );
  });

  it("P-11 a swap to the same email corrects name and number and mails no one; an unnamed seat gets a name", async () => {
    const seat = await findSeatId("huda@example.com");
    const spelled = { name: "Dr. Huda Salem", email: "huda@example.com", scfhs_number: "00088412", reason: "Typo" };
    expect(await callApi(`POST seats/${seat}/swap`, spelled)).toEqual([200, { runId, notified: 0 }]);
    expect(await listMails()).toEqual([]);
    await ctx.db.execute(
      sql`update enrolment set attendee_name = null, attendee_email = null, scfhs_number = null, user_id = null where id = ${seat}`,
    );
    expect((await readRoster()).rows.at(-1)).toMatchObject({ id: seat, state: "no-name", name: null });
    expect(await callApi(`POST seats/${seat}/swap`, { ...dana, reason: "Named by phone" })).toEqual([
      200,
      { runId, notified: 1 },
    ]);
  });

  it("P-11 cancelling a seat frees it at once, mails its person only if staff choose to, and leaves the order paid", async () => {
    await support.call(`POST seats/${await findSeatId("huda@example.com")}/cancel`, { reason: "Called", tell: true });
    expect([await listMails(), await readSeatsSold()]).toEqual([["seat-cancelled huda@example.com en"], 1]);
    await support.call(`POST seats/${await findSeatId("omar@example.com")}/cancel`, { reason: "Called", tell: false });
    expect((await listMails()).length).toBe(1);
    const { rows } = await ctx.db.execute(sql`select status from "order" where id = ${orderId}`);
    expect(rows).toEqual([{ status: "paid" }]);
  });

  it("P-11 a free seat gets an order of 0.00 without an invoice, an account without a password and a mail in its language", async () => {
    const [status, body] = await callApi(`POST runs/${runId}/seats`, guest);
    expect(status).toBe(201);
    const freeOrderId = (body as { orderId: number }).orderId;
    await issueMissingDocuments(ctx);
    const { rows } = await ctx.db.execute(sql`
      select o.status, o.total_halalas as total, p.method, a.password, u.profession,
        (select count(*)::int from tax_document where order_id = o.id) as documents
      from "order" o join payment p on p.order_id = o.id join "user" u on u.id = o.user_id join account a on a.user_id = u.id
      where o.id = ${freeOrderId}`);
    expect(rows).toEqual([
      { status: "paid", total: 0, method: "none", password: null, profession: "Nurse", documents: 0 },
    ]);
    expect(await listMails()).toEqual(["attendee-place dana@example.com ar"]);
    expect((await readRoster()).rows.find(({ email }) => email === dana.email)).toMatchObject({ state: "free" });
  });

  it("DK-09 lists the profession of a person added by staff, also without an SCFHS number, and never the buyer's", async () => {
    expect((await support.call(`POST runs/${runId}/seats`, { ...guest, scfhs_number: "" })).status).toBe(201);
    const professions = Object.fromEntries(
      (await readRoster()).rows.map(({ email, profession }) => [email, profession]),
    );
    expect(professions).toEqual({ [dana.email]: "Nurse", "huda@example.com": "", "omar@example.com": "" });
  });

  it("P-11 P-13 a seat sold by transfer awaits the bank; only staff who may open transfers can sell it", async () => {
    const input = { ...guest, billing: address };
    expect((await support.call(`POST runs/${runId}/seats/transfer`, input)).status).toBe(403);
    await changeSetting(ctx.asStaff("owner"), "transfers", bank);
    const finance = await signInAs("finance");
    const { status } = await finance.call(`POST runs/${runId}/seats/transfer`, input);
    expect(status).toBe(201);
    expect((await readRoster()).rows.find(({ email }) => email === dana.email)).toMatchObject({
      state: "awaiting-bank",
    });
    expect(await listMails()).toEqual(["transfer-requested dana@example.com ar"]);
  });

  it("P-11 P-20 the export lists everyone with a seat and escapes formulas", async () => {
    await bookPlace(ctx, { ...huda(), name: "=1+1" });
    const { body } = await support.call("POST exports", { kind: "roster", format: "csv", filter: { run_id: runId } });
    await runQueuedTasks(ctx, [rosterExport]);
    const file = await support.call(`GET tasks/${String(body["id"])}/file`);
    const text = new TextDecoder().decode(file.bytes);
    expect(text).toContain("huda@example.com");
    expect(text).toContain("'=1+1");
    expect(text.trim().split("\r\n")).toHaveLength(3);
  });

  it("P-11 the sign-in sheet is a tagged PDF of one page with Arabic names; printing it is audited", async () => {
    await bookPlace(ctx, { ...huda(), name: "هدى سالم" });
    await ctx.db.execute(sql`update enrolment set scfhs_number = '87654321' where attendee_name = 'هدى سالم'`);
    const { status, headers, bytes } = await support.call(`GET runs/${runId}/sign-in-sheet`);
    const text = new TextDecoder("latin1").decode(bytes);
    expect([status, headers.get("content-type"), text.slice(0, 5)]).toEqual([200, "application/pdf", "%PDF-"]);
    expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
    expect(text).toContain("/StructTreeRoot");
    // copy A19: the sheet is passed around, so it shows only the end of a number. Its labels are in both languages.
    const pageText = pdfPages(bytes).join("");
    expect(pageText).toMatch(/•••• 4321/);
    expect(pageText).not.toContain("87654321");
    expect(pageText).toMatch(/Printed \d/);
    expect(pageText).toContain("صفحة");
    const { rows } = await ctx.db.execute(sql`select after from audit_event where action = 'roster.sheet-printed'`);
    expect(rows).toMatchObject([{ after: { people: 2 } }]);
    expect((await support.call(`GET runs/${runId}/sign-in-sheet`, { date: "2020-01-01" })).status).toBe(422);
  });

  it("A-07: simultaneous requests share one sheet; a request after a change gets the changed one", async () => {
    support = await signedIn(withTickingClock(ctx), (await makeStaff(ctx, "support")).id);
    const requestSheets = () => Promise.all([1, 2, 3, 4].map(() => support.call(`GET runs/${runId}/sign-in-sheet`)));
    const [first, ...others] = await requestSheets();
    expect(first?.status).toBe(200);
    for (const { bytes } of others) expect(Buffer.from(bytes).equals(Buffer.from(first?.bytes ?? []))).toBe(true);
    await support.call(`POST seats/${await findSeatId("huda@example.com")}/other-name`, { name_other: "هدى سالم" });
    const [changed] = await requestSheets();
    const hasName = [first, changed].map((sheet) => sheet && pdfPages(sheet.bytes).join("").includes("هدى سالم"));
    expect(hasName).toEqual([false, true]);
  });
});
