/** Staff create, copy and edit runs, and preview changes: refusals, then the rules. */
import { desc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun, makeTrainer } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { refunds } from "#features/payments/tables.server.ts";
import { finishCancellation } from "#features/runs/run-changes/tasks.server.ts";
import type { FormField } from "#platform/form-fields.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { trainers } from "#features/content/tables.server.ts";
import { perDateDefaults } from "./create-run.server.ts";
import { runFieldNames, runFields, type RunFieldName } from "./run-form.ts";

const fields = {
  delivery: "onsite",
  venueEng: "Training centre, Riyadh",
  venueAr: "مركز التدريب، الرياض",
  capacity: 24,
  price: "2400.00",
  hours: 18,
  accreditationStatus: "accredited",
  accreditationNumber: "DEMO-CPD-0101",
  activityReference: "NH-PSE-2027-01",
  accreditingBodyEng: "Saudi Commission for Health Specialties",
  accreditingBodyAr: "الهيئة السعودية للتخصصات الصحية",
  specialtyEng: "Nursing; patient safety",
  specialtyAr: "التمريض، سلامة المرضى",
};
const morning = (day: string) => ({ startsAt: `${day}T06:00:00Z`, endsAt: `${day}T12:30:00Z` });

describeOnDatabase("runs in the staff API", (open) => {
  let ctx: TestCtx;
  let training: StaffBrowser;
  let courseId: number;
  let trainerId: number;
  beforeEach(async () => {
    ctx = testContext(await open());
    training = await signedIn(ctx, (await makeStaff(ctx, "training")).id);
    trainerId = (await makeTrainer(ctx.db)).id;
    courseId = (await makeCourse(ctx.db, { name_eng: "Patient safety", trainer_ids: [trainerId] })).id;
  });
  const postRun = async (input: object = {}) =>
    (await training.call("POST runs", { courseId, ...fields, sessions: [morning("2027-12-06")], ...input })).body as {
      id: number;
      version: number;
    };
  const getInvalidFields = async (name: string, input: object) => {
    const { status, body } = await training.call(name, input as Record<string, unknown>);
    return [status, Object.keys(body)];
  };

  describe("refusals", () => {
    it("P-10 rejects an invalid run with 422 under the field's name, and creates none", async () => {
      const wrong: [object, string][] = [
        [{ courseId: 999_999 }, "courseId"],
        [{ capacity: 0 }, "capacity"],
        [{ capacity: 2.5 }, "capacity"],
        [{ price: "-1.00" }, "price"],
        [{ price: "12.345" }, "price"],
        [{ hours: 1.3 }, "hours"],
        [{ venueEng: " " }, "venueEng"],
        [{ accreditationNumber: "" }, "accreditationNumber"],
        [{ delivery: "by post" }, "delivery"],
        [{ lateMinutesAllowed: -1 }, "lateMinutesAllowed"],
        [{ lateMinutesAllowed: 241 }, "lateMinutesAllowed"],
        [{ lateMinutesAllowed: 7.5 }, "lateMinutesAllowed"],
        [{ doorsOpen: "8:30" }, "doorsOpen"],
        [{ doorsOpen: "24:00" }, "doorsOpen"],
        [{ bringEng: "x".repeat(601) }, "bringEng"],
        [{ bringAr: "هوية\u0007" }, "bringAr"],
        [{ sessions: [] }, "startDate"],
        [{ sessions: [], startDate: "2027-12-06", endDate: "2027-12-05" }, "endDate"],
        [{ sessions: [], startDate: "2027-12-06", endDate: "2027-12-07", days: 3 }, "days"],
        [{ sessions: [morning("2027-12-06"), morning("2027-12-06")] }, "sessions.1.startsAt"],
        [{ sessions: [{ ...morning("2027-12-06"), joiningUrl: "https://x.example" }] }, "sessions.0.joiningUrl"],
      ];
      for (const [input, field] of wrong)
        expect(
          await getInvalidFields("POST runs", { courseId, ...fields, sessions: [morning("2027-12-06")], ...input }),
        ).toEqual([422, [field]]);
      expect((await training.call("GET runs")).body).toMatchObject({ total: 0 });
    });

    it("K-01 rejects an accredited run without what SCFHS requires, listing all missing fields", async () => {
      const missing = ["activityReference", "accreditingBodyEng", "accreditingBodyAr", "specialtyEng", "specialtyAr"];
      const bare = { ...fields, ...Object.fromEntries(missing.map((name) => [name, ""])), accreditationNumber: "" };
      const input = { courseId, ...bare, hours: 0, sessions: [morning("2027-12-06")] };
      expect(await getInvalidFields("POST runs", input)).toEqual([422, ["accreditationNumber", ...missing, "hours"]]);
      const { id, version } = await postRun({ ...bare, accreditationStatus: "pending" });
      expect(await getInvalidFields(`PUT runs/${id}`, { ...bare, version })).toEqual([
        422,
        ["accreditationNumber", ...missing],
      ]);
      expect((await training.call(`PUT runs/${id}`, { ...fields, version })).status).toBe(200);
      expect((await training.call(`GET runs/${id}`)).body).toMatchObject(fields);
    });

    it("P-10 rejects fewer seats than are taken, and a changed place or delivery once someone has a seat", async () => {
      const { id } = await postRun();
      await paidOrders(ctx, 3, { runId: id });
      const edit = (change: object, version = 1) =>
        getInvalidFields(`PUT runs/${id}`, { ...fields, version, ...change });
      expect(await edit({ capacity: 2 })).toEqual([422, ["capacity"]]);
      expect(await edit({ venueEng: "Jeddah", delivery: "online" })).toEqual([422, ["venueEng", "delivery"]]);
      expect((await edit({ capacity: 3 }))[0]).toBe(200);
    });

    it("P-10 rejects an outdated version with 409 and both versions, and changes nothing", async () => {
      const { id, version } = await postRun();
      expect((await training.call(`PUT runs/${id}`, { ...fields, version, capacity: 30 })).body).toMatchObject({
        version: 2,
        capacity: 30,
      });
      const { status, body } = await training.call(`PUT runs/${id}`, { ...fields, version, price: "2000.00" });
      expect([status, body]).toMatchObject([
        409,
        { current: { version: 2, capacity: 30, price: "2400.00" }, yours: { capacity: 24, price: "2000.00" } },
      ]);
      expect((await training.call(`GET runs/${id}`)).body).toMatchObject({ version: 2, price: "2400.00" });
    });

    it("C-02 an edit without changes writes nothing, and requires no code", async () => {
      const { id, version } = await postRun({
        allBackDays: 30,
        partBackDays: 10,
        partBackPercent: 40,
        moveDays: 9,
      });
      const saved = { ...fields, allBackDays: 30, partBackDays: 10, partBackPercent: 40, moveDays: 9, version };
      const edits = await ctx.db.$count(auditEvents, eq(auditEvents.action, "run.edited"));
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 11 * 60_000);
      expect((await training.call(`PUT runs/${id}`, saved)).body).toMatchObject({ version });
      expect(await ctx.db.$count(auditEvents, eq(auditEvents.action, "run.edited"))).toBe(edits);
    });

    it("C-01 logs each changed field, and only those, before and after", async () => {
      const policy = { allBackDays: 14, partBackDays: 7, partBackPercent: 50, moveDays: 7 };
      const { id } = await postRun({ ...policy, lateMinutesAllowed: 15 });
      let version = 1;
      const changes: [object, object, object][] = [
        [{ language: "ar" }, { language: null }, { language: "ar" }],
        [{ capacity: 30 }, { capacity: 24 }, { capacity: 30 }],
        [{ price: "2000.00" }, { priceHalalas: 240_000 }, { priceHalalas: 200_000 }],
        [{ hours: 16.5 }, { hours: "18.0" }, { hours: "16.5" }],
        [{ lateMinutesAllowed: 20 }, { lateMinutesAllowed: 15 }, { lateMinutesAllowed: 20 }],
        [{ doorsOpen: "07:30" }, { doorsOpen: null }, { doorsOpen: "07:30" }],
        [{ bringEng: "Laptop" }, { bringEng: null }, { bringEng: "Laptop" }],
        [{ venueEng: "Jeddah" }, { venueEng: fields.venueEng }, { venueEng: "Jeddah" }],
        [{ specialtyEng: "Medicine" }, { specialtyEng: fields.specialtyEng }, { specialtyEng: "Medicine" }],
        [
          { groupFromSeats: 5, groupPercent: 10 },
          { groupFromSeats: null, groupPercent: null },
          { groupFromSeats: 5, groupPercent: 10 },
        ],
        [
          { allBackDays: 60, partBackPercent: 0 },
          { changePolicy: { allBackDays: 14, partBackPercent: 50 } },
          { changePolicy: { allBackDays: 60, partBackPercent: 0 } },
        ],
      ];
      let saved: object = { ...fields, ...policy, lateMinutesAllowed: 15 };
      for (const [change, before, after] of changes) {
        saved = { ...saved, ...change };
        const { status, body } = await training.call(`PUT runs/${id}`, { ...saved, version });
        version += 1;
        expect([status, body["version"]], JSON.stringify(change)).toEqual([200, version]);
        const [entry] = await ctx.db
          .select()
          .from(auditEvents)
          .where(eq(auditEvents.action, "run.edited"))
          .orderBy(desc(auditEvents.id))
          .limit(1);
        expect(entry, JSON.stringify(change)).toMatchObject({ before, after });
        expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual(Object.keys(after).toSorted());
      }
    });

    it("C-01 C-02 saves, returns, logs, compares and copies every field of the form", async () => {
      const base = { ...fields, accreditationStatus: "pending", sessions: [morning("2027-12-06")] };
      const { id } = await postRun(base);
      const before = (await training.call(`GET runs/${id}`)).body;
      const anotherValue = (name: RunFieldName): unknown => {
        const field: FormField = runFields[name];
        switch (field.type) {
          case "text":
          case "lines":
            return `Another ${name}`;
          case "time":
            return "07:45";
          case "moment":
            return "2027-11-30T16:00";
          case "number":
            return field.min + (field.step ?? 1);
          case "money":
            return "1234.50";
          case "choice":
            return field.options.find((option) => option !== before[name]);
          case "flag":
            return before[name] === false;
        }
      };
      const edit = Object.fromEntries(runFieldNames.map((name) => [name, anotherValue(name)])) as Record<
        RunFieldName,
        unknown
      >;
      // An online run has neither address nor doors.
      edit.delivery = "onsite";
      // Only a run for a company has a company and a price for the whole run; it has no group price (private-runs.test.ts).
      edit.companyName = null;
      edit.priceFor = "seat";
      const saved = await training.call(`PUT runs/${id}`, { ...edit, version: 1 });
      expect([saved.status, saved.body]).toMatchObject([200, { ...edit, version: 2 }]);
      expect((await training.call(`GET runs/${id}`)).body).toMatchObject(edit);

      const [entry] = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "run.edited"));
      const {
        delivery,
        price,
        companyName: _company,
        priceFor: _for,
        allBackDays,
        partBackDays,
        partBackPercent,
        moveDays,
        ...others
      } = edit;
      const policy = { allBackDays, partBackDays, partBackPercent, moveDays };
      expect([delivery, price]).toEqual(["onsite", "1234.50"]);
      expect(entry?.after).toEqual({
        ...others,
        priceHalalas: 123_450,
        hours: "0.5",
        decideBy: "2027-11-30T13:00:00.000Z",
        changePolicy: policy,
      });
      expect(Object.keys(entry?.before ?? {}).toSorted()).toEqual(Object.keys(entry?.after ?? {}).toSorted());

      const late = await training.call(`PUT runs/${id}`, { ...fields, version: 1 });
      expect(late).toMatchObject({ status: 409, body: { current: { ...edit, version: 2 }, yours: fields } });

      const venue = { venueEng: "Jeddah", venueAr: "جدة", addressEng: "1 Palm Street", addressAr: "1 شارع النخيل" };
      const copied = await training.call(`POST runs/${id}/copy`, { startDate: "2028-01-10", ...venue });
      expect([copied.status, copied.body]).toMatchObject([
        201,
        { ...edit, ...venue, ...perDateDefaults, accreditationStatus: "pending" },
      ]);
    });

    it("S-08 editing the change policy requires a fresh code", async () => {
      const { id, version } = await postRun();
      const policy = { allBackDays: 60, partBackDays: 7, partBackPercent: 0, moveDays: 7 };
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 11 * 60_000);
      const late = await training.call(`PUT runs/${id}`, { ...fields, ...policy, version });
      expect(late.status).toBe(403);
      expect((await training.call(`GET runs/${id}`)).body).toMatchObject({ version, allBackDays: null });
    });

    it("P-10 previews change nothing, and are rejected for a cancelled run", async () => {
      const { id } = await postRun();
      const [orderId = 0] = await paidOrders(ctx, 1, { runId: id });
      await bookPlace(ctx, { orderId, runId: id, seat: 1, name: "Huda Salem", email: "huda@example.com" });
      await training.call(`POST runs/${id}/cancel/preview`);
      await training.call(`POST runs/${id}/move/preview`);
      expect((await training.call(`GET runs/${id}`)).body).toMatchObject({ version: 1, cancelledAt: null });
      expect((await ctx.db.execute(sql`select from outbox_mail`)).rows).toHaveLength(0);
      await training.call(`POST runs/${id}/cancel`);
      for (const name of ["cancel/preview", "move/preview"])
        expect((await training.call(`POST runs/${id}/${name}`)).status).toBe(409);
    });

    it("P-10 rejects a calendar period that is too long", async () => {
      expect(await training.call("GET run-calendar", { from: "2027-01-01", to: "2027-06-01" })).toMatchObject({
        status: 422,
      });
    });
  });

  it("P-10 a run with sessions has confirmed times; a run with days only does not", async () => {
    const run = await postRun({ sessions: [morning("2027-12-06"), morning("2027-12-08")] });
    expect(run).toMatchObject({
      startDate: "2027-12-06",
      endDate: "2027-12-08",
      days: 2,
      timesConfirmed: true,
      price: "2400.00",
      cancelledAt: null,
    });
    const later = await postRun({ sessions: [], startDate: "2028-01-02", endDate: "2028-01-04" });
    expect(later).toMatchObject({ days: 3, timesConfirmed: false });
    const { rows } = await ctx.db.execute(
      sql`select actor_name, after ->> 'priceHalalas' as price from audit_event where action = 'run.created' order by id`,
    );
    expect(rows).toMatchObject([{ price: "240000" }, { price: "240000" }]);
  });

  it("P-10 splits what to bring into lines, keeps it and the door time in copies, and clears the door time online", async () => {
    const typed = { doorsOpen: "08:30", bringEng: " Photo ID\n\n  SCFHS card ", bringAr: "" };
    const run = await postRun(typed);
    const read = async (id: number) => (await training.call(`GET runs/${id}`)).body;
    const stored = { doorsOpen: "08:30", bringEng: "Photo ID\nSCFHS card", bringAr: null };
    expect(await read(run.id)).toMatchObject(stored);
    const copyInput = { startDate: "2028-01-10", venueEng: "Training centre, Riyadh", venueAr: "" };
    const copy = (await training.call(`POST runs/${run.id}/copy`, copyInput)).body as { id: number };
    expect(await read(copy.id)).toMatchObject(stored);
    const edit = { ...fields, ...typed, delivery: "online", bringEng: "", version: run.version };
    expect((await training.call(`PUT runs/${run.id}`, edit)).body).toMatchObject({ doorsOpen: null, bringEng: null });
    const { rows } = await ctx.db.execute(sql`select before, after from audit_event where action = 'run.edited'`);
    expect(rows).toMatchObject([
      { before: { doorsOpen: "08:30", bringEng: "Photo ID\nSCFHS card" }, after: { doorsOpen: null, bringEng: null } },
    ]);
  });

  it("P-10 T-04 allows 15 minutes of lateness by default; copies and edits without the field keep it", async () => {
    expect(await postRun()).toMatchObject({ lateMinutesAllowed: 15 });
    const { id, version } = await postRun({ lateMinutesAllowed: 0 });
    const copyInput = { startDate: "2028-01-10", venueEng: "Training centre, Riyadh", venueAr: "" };
    const copy = (await training.call(`POST runs/${id}/copy`, copyInput)).body as { id: number };
    expect((await training.call(`GET runs/${copy.id}`)).body).toMatchObject({ lateMinutesAllowed: 0 });
    const edited = await training.call(`PUT runs/${id}`, { ...fields, capacity: 25, version });
    expect(edited.body).toMatchObject({ capacity: 25, lateMinutesAllowed: 0 });
    const next = { ...fields, capacity: 25, lateMinutesAllowed: 30, version: version + 1 };
    expect((await training.call(`PUT runs/${id}`, next)).body).toMatchObject({ lateMinutesAllowed: 30 });
  });

  it("P-10 a copy has shifted sessions, no joining link and a pending accreditation number, even of a cancelled run", async () => {
    const link = "https://meet.example.com/room-1";
    const online = { delivery: "online", venueEng: "Online, live", venueAr: "" };
    const { id } = await postRun({ ...online, sessions: [{ ...morning("2027-12-06"), joiningUrl: link }] });
    await training.call(`POST runs/${id}/cancel`);
    const { status, body } = await training.call(`POST runs/${id}/copy`, {
      startDate: "2028-04-04",
      venueEng: "Online, live",
    });
    expect([status, body]).toMatchObject([
      201,
      {
        startDate: "2028-04-04",
        timesConfirmed: true,
        capacity: 24,
        price: "2400.00",
        accreditationStatus: "pending",
        accreditationNumber: null,
        cancelledAt: null,
        sessions: [{ startsAt: "2028-04-04T06:00:00.000Z", endsAt: "2028-04-04T12:30:00.000Z", joiningUrl: null }],
      },
    ]);
  });

  it("P-10 a changed price leaves existing orders unchanged", async () => {
    const { id } = await postRun();
    await paidOrders(ctx, 1, { runId: id });
    const { body } = await training.call(`PUT runs/${id}`, { ...fields, version: 1, price: "3000.00" });
    expect(body).toMatchObject({ price: "3000.00", paidOrders: 1, soldBeforeVat: "1000.00" });
  });

  it("P-10 the preview of a cancellation counts the same people and refunds as the cancellation", async () => {
    const { id } = await postRun();
    const [first = 0] = await paidOrders(ctx, 2, { runId: id });
    await bookPlace(ctx, { orderId: first, runId: id, seat: 2, name: "Huda Salem", email: "huda@example.com" });
    const sara = { id: "sara-ar", name: "سارة ناصر", email: "sara.ar@example.com" };
    await paidOrders(ctx, 1, { runId: id, buyer: sara, locale: "ar" });
    const { body } = await training.call(`POST runs/${id}/cancel/preview`);
    expect(body).toMatchObject({
      mails: { total: 3, en: 2, ar: 1 },
      seatsSold: 4,
      refunds: {
        orders: 3,
        seats: 4,
        net: "3000.00",
        tax: "450.00",
        total: "3450.00",
        toCards: "3450.00",
        byTransfer: "0.00",
      },
    });
    await training.call(`POST runs/${id}/cancel`, { reasonEng: "Not enough people registered" });
    await runQueuedTasks(ctx, [finishCancellation]);
    const mails = await ctx.db.execute(
      sql`select locale, props -> 'reason' ->> 'eng' as reason from outbox_mail where template = 'course-cancelled'`,
    );
    const [paid] = (await ctx.db.execute(sql`select sum(amount_halalas)::int as halalas from refund`)).rows;
    expect([mails.rows.length, paid]).toEqual([3, { halalas: 345_000 }]);
    expect(mails.rows.map(({ reason }) => reason)).toEqual(Array(3).fill("Not enough people registered"));
  });

  it("A26: the preview of a cancellation counts the seats of orders, not the run's counter", async () => {
    const { id } = await postRun();
    await paidOrders(ctx, 2, { runId: id });
    await ctx.db.update(courseRuns).set({ seatsSold: 13 }).where(eq(courseRuns.id, id));
    const { body } = await training.call(`POST runs/${id}/cancel/preview`);
    expect(body).toMatchObject({ seatsSold: 13, refunds: { orders: 2, seats: 2, net: "2000.00" } });
  });

  it("A14: a cancelled run shows its refunds once they are done", async () => {
    const { id } = await postRun();
    await paidOrders(ctx, 2, { runId: id });
    const readRefunded = async () => (await training.call(`GET runs/${id}`)).body["refunded"];
    expect(await readRefunded()).toBeNull();
    await training.call(`POST runs/${id}/cancel`);
    await runQueuedTasks(ctx, [finishCancellation]);
    expect(await readRefunded()).toBe("0.00");
    await ctx.db.update(refunds).set({ status: "done", doneAt: ctx.now() });
    expect(await readRefunded()).toBe("2300.00");
  });

  it("P-10 the preview of changed sessions says who is notified, and of what", async () => {
    const { id } = await postRun();
    await paidOrders(ctx, 1, { runId: id });
    const previewSessions = async (sessions: object[]) =>
      (await training.call(`POST runs/${id}/sessions/preview`, { sessions })).body;
    expect(await previewSessions([morning("2027-12-06")])).toMatchObject({ kind: null, mails: { total: 0 } });
    expect(await previewSessions([morning("2027-12-13")])).toMatchObject({ kind: "moved", mails: { total: 1, en: 1 } });
  });

  it("P-10 the calendar lists the runs of its days, with trainers and venues that are booked twice", async () => {
    const { id: one } = await postRun();
    const { id: other } = await postRun({ sessions: [morning("2027-12-06"), morning("2027-12-20")] });
    await postRun({ sessions: [morning("2027-12-20")], venueEng: "Jeddah" });
    const cancelled = await makeRun(ctx.db, courseId, { startDate: "2027-12-06", endDate: "2027-12-06", days: 1 });
    await training.call(`POST runs/${cancelled.id}/cancel`);
    const { body } = await training.call("GET run-calendar", { from: "2027-12-01", to: "2027-12-14" });
    const runs = body["runs"] as { id: number; dates: string[] }[];
    expect(runs.map(({ id, dates }) => [id, dates])).toEqual([
      [one, ["2027-12-06"]],
      [other, ["2027-12-06", "2027-12-20"]],
    ]);
    expect(body["clashes"]).toMatchObject([
      {
        kind: "speaker",
        trainerId,
        name_eng: "Reem S.",
        name_ar: "ريم س.",
        date: "2027-12-06",
        runs: [{ id: one }, { id: other }],
      },
      { kind: "venue", name_eng: "Training centre, Riyadh", date: "2027-12-06" },
    ]);
  });

  it("a run can have its own trainers; clashes compare trainers by id, not by name", async () => {
    const { id } = await postRun();
    const { id: other } = await postRun({ venueEng: "Jeddah" });
    const namesake = await makeTrainer(ctx.db);
    const setTrainers = (trainerIds: unknown) => training.call(`PUT runs/${id}/trainers`, { trainerIds });
    for (const wrong of [[999_999], [trainerId, trainerId], ["x"], undefined])
      expect((await setTrainers(wrong)).status, String(wrong)).toBe(422);
    const support = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
    expect((await support.call(`PUT runs/${id}/trainers`, { trainerIds: [] })).status).toBe(403);
    expect((await training.call(`GET runs/${id}`)).body).toMatchObject({
      trainerIds: null,
      speakers: [{ id: trainerId }],
      clashes: [{ kind: "speaker", trainerId, runs: [{ id }, { id: other }] }],
    });
    expect((await setTrainers([namesake.id])).body).toMatchObject({
      trainerIds: [namesake.id],
      speakers: [{ id: namesake.id, name_eng: "Reem S." }],
      clashes: [],
    });
    const copied = await training.call(`POST runs/${id}/copy`, { startDate: "2027-12-20", venueEng: "Here" });
    expect(copied.body["trainerIds"]).toEqual([namesake.id]);
    await ctx.db.delete(trainers).where(eq(trainers.id, namesake.id));
    const copiedLater = await training.call(`POST runs/${id}/copy`, { startDate: "2027-12-27", venueEng: "Here" });
    expect(copiedLater.body["trainerIds"]).toBeNull();
    expect((await setTrainers(null)).body["speakers"]).toMatchObject([{ id: trainerId }]);
    await training.call(`POST runs/${id}/cancel`);
    expect((await setTrainers([namesake.id])).status).toBe(409);
  });

  it("DK-22 the view of full runs lists and counts runs whose last seats are held or offered", async () => {
    const one = await postRun({ capacity: 1 });
    const two = await postRun({ capacity: 2, sessions: [morning("2027-12-13")] });
    const listFullRuns = async () => {
      const { body } = await training.call("GET runs", { state: "full" });
      const counts = (await training.call("GET run-counts")).body as { views: { name: string; total: number }[] };
      const ids = (body["data"] as { id: number }[]).map((run) => run.id);
      expect(counts.views.find(({ name }) => name === "full")?.total).toBe(ids.length);
      return ids.toSorted((a, b) => a - b);
    };
    expect(await listFullRuns()).toEqual([]);
    await paidOrders(ctx, 1, { runId: two.id });
    await ctx.db.update(courseRuns).set({ seatsOffered: 1 }).where(eq(courseRuns.id, one.id));
    expect(await listFullRuns()).toEqual([one.id]);
    await ctx.db.update(courseRuns).set({ seatsOffered: 1 }).where(eq(courseRuns.id, two.id));
    expect(await listFullRuns()).toEqual([one.id, two.id]);
    await ctx.db.update(courseRuns).set({ seatsOffered: 0 });
    await paidOrders(ctx, 1, { runId: two.id });
    expect(await listFullRuns()).toEqual([two.id]);
    await ctx.db.execute(sql`
      update enrolment set state = 'held', confirmed_at = null, held_until = ${new Date(ctx.now().getTime() + 600_000).toISOString()}
      where id = (select max(id) from enrolment where run_id = ${two.id})`);
    expect(await listFullRuns()).toEqual([two.id]);
    await ctx.db.execute(sql`
      update enrolment set held_until = ${new Date(ctx.now().getTime() - 1).toISOString()} where state = 'held'`);
    expect(await listFullRuns()).toEqual([]);
  });

  it("P-10 filters the list by saved views, and returns the options of the form", async () => {
    const { id } = await postRun({ accreditationStatus: "pending" });
    const findRunIds = async (filter: Record<string, unknown>) => {
      const { body } = await training.call("GET runs", filter);
      return (body["data"] as { id: number }[]).map((run) => run.id);
    };
    for (const state of ["ahead", "pending"]) expect(await findRunIds({ state }), state).toEqual([id]);
    for (const state of ["on-now", "full", "past", "cancelled", "slow"])
      expect(await findRunIds({ state })).toEqual([]);
    const readCounts = async () =>
      (await training.call("GET run-counts")).body as { views: object[]; teachingDays: number };
    const aheadCounts = await readCounts();
    for (const [name, total] of [
      ["all", 1],
      ["ahead", 1],
      ["pending", 1],
      ["slow", 0],
      ["cancelled", 0],
    ] as const)
      expect(aheadCounts.views).toContainEqual({ name, total });
    expect(aheadCounts.teachingDays).toBe(0);
    ctx.clock.now = new Date("2027-11-25T09:00:00Z");
    training = await signedIn(ctx, (await makeStaff(ctx, "training")).id);
    expect(await findRunIds({ state: "slow" })).toEqual([id]);
    expect(await findRunIds({ venue: "الرياض", delivery: "onsite", course_id: courseId })).toEqual([id]);
    const { body } = await training.call("GET run-options");
    expect(body).toMatchObject({
      taxPercent: 15,
      venues: [{ venueEng: "Training centre, Riyadh" }],
      courses: [{ id: courseId, lastRun: { price: "2400.00", hours: 18 } }],
    });
  });
});
