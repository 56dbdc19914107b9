/** Discount codes in the staff portal. */
import { mkdtempSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Conflict, EditConflict, Forbidden, FreshSignInRequired, NotFound, ValidationError } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { address } from "#test/buyer.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { downloadTaskFile } from "#features/staff/tasks/tasks.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { unzip } from "#test/unzip.ts";
import type { FormField } from "#platform/form-fields.ts";
import type { CodeInput } from "./code-fields.server.ts";
import { codeFieldNames, codeFields, type CodeFieldName } from "./code-form.ts";
import { exportCodes } from "./codes-export.server.ts";
import { describeOnDatabase } from "#test/database.ts";
import {
  countCodes,
  createCode,
  deleteCode,
  editCode,
  endCode,
  listCodes,
  pauseCode,
  readCode,
  readCodeOptions,
  readCodesAfter,
  tryCode,
  type CodeFilter,
} from "./staff-codes.server.ts";

const form: CodeInput = {
  code: "team 10",
  purpose: "Groups",
  percent: 10,
  validFrom: "2020-01-01",
  scope: "all",
  maxUses: 50,
};
const query = { page: 1, perPage: 25, sort: "code", order: "asc", filter: {} } as const;

describeOnDatabase("discount codes in the portal", (open) => {
  it("X-05 only owner and finance change codes, after a fresh sign-in; content cannot read them", async () => {
    const ctx = testContext(await open());
    for (const role of ["training", "content", "support", "auditor"] as const)
      await expect(createCode(ctx.asStaff(role), form)).rejects.toBeInstanceOf(Forbidden);
    await expect(listCodes(ctx.asStaff("content"), query)).rejects.toBeInstanceOf(Forbidden);
    const stale = ctx.asStaff("finance", { confirmedAt: new Date(0) });
    await expect(createCode(stale, form)).rejects.toBeInstanceOf(FreshSignInRequired);
    const id = await createCode(ctx.asStaff("finance"), form);
    const edit = { ...form, id, version: 1 };
    await expect(editCode(ctx.asStaff("training"), edit)).rejects.toBeInstanceOf(Forbidden);
    await expect(editCode(stale, edit)).rejects.toBeInstanceOf(FreshSignInRequired);
    await expect(pauseCode(ctx.asStaff("support"), { id, isPaused: true })).rejects.toBeInstanceOf(Forbidden);
    await expect(pauseCode(ctx.asStaff("owner"), { id: 999, isPaused: true })).rejects.toBeInstanceOf(NotFound);
  });

  it("X-05 rejects each invalid field by name", async () => {
    const ctx = testContext(await open()).asStaff("finance");
    const id = await createCode(ctx, form);
    const getInvalidFields = async (change: Partial<CodeInput>) => {
      const error = await createCode(ctx, { ...form, code: "NEW", ...change }).catch((reason: unknown) => reason);
      if (!(error instanceof ValidationError)) throw error;
      return Object.keys(error.fields);
    };
    expect(await getInvalidFields({ code: "TEAM10" })).toEqual(["code"]);
    expect(await getInvalidFields({ code: "-A-" })).toEqual(["code"]);
    expect(await getInvalidFields({ code: "رمز" })).toEqual(["code"]);
    expect(await getInvalidFields({ percent: null })).toEqual(["amount", "percent"]);
    expect(await getInvalidFields({ validTo: "2019-12-31" })).toEqual(["validTo"]);
    expect(await getInvalidFields({ scope: "only" })).toEqual(["courseIds"]);
    await expect(editCode(ctx, { ...form, id, version: 7 })).rejects.toBeInstanceOf(EditConflict);
  });

  it("X-05 a code is created, tried, changed and paused with immediate effect, and changes are in the audit log", async () => {
    const visitor = testContext(await open());
    const ctx = visitor.asStaff("finance");
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, {
      capacity: 9,
      priceHalalas: 240_000,
      groupFromSeats: 8,
      groupPercent: 20,
    });
    const id = await createCode(ctx, form);
    const tries = { percent: 10, runId: run.id };
    expect(await tryCode(ctx, { ...tries, seats: 6 })).toMatchObject({ discount: 144_000, total: 1_490_400 });
    expect(await tryCode(ctx, { ...tries, seats: 8 })).toMatchObject({ discount: 384_000, isGroupPrice: true });
    const capped = { ...tries, maxDiscount: 100_000, seats: 6 };
    expect(await tryCode(ctx, capped)).toMatchObject({ discount: 100_000, tax: 201_000, total: 1_541_000 });
    await editCode(ctx, { ...form, id, version: 1, percent: 20, minSeats: 2 });
    const buyer = visitor.as(await makeUser(ctx.db));
    const begin = () =>
      beginCheckout(buyer, { items: [{ runId: run.id, qty: 2 }], billing: address, discountCode: "TEAM10" });
    const { order_id } = await begin();
    expect(await readCode(ctx, { id })).toMatchObject({ state: "in-force", used: 0, reserved: 1, discounted: 0 });
    await ctx.db.update(orders).set({ status: "paid" }).where(eq(orders.id, order_id));
    expect(await readCode(ctx, { id })).toMatchObject({
      used: 1,
      reserved: 0,
      seats: 2,
      discounted: 96_000,
      revenue: 384_000,
      orders: [{ id: order_id, name: "Sara N.", discounted: 96_000 }],
    });
    const renamed = editCode(ctx, { ...form, id, version: 2, code: "OTHER" });
    await expect(renamed).rejects.toBeInstanceOf(ValidationError);
    await pauseCode(ctx.asStaff("owner", { confirmedAt: new Date(0) }), { id, isPaused: true });
    await pauseCode(ctx, { id, isPaused: true });
    await expect(begin()).rejects.toBeInstanceOf(ValidationError);
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.entity, "discount"));
    expect(events.map(({ action }) => action)).toEqual(["discount.created", "discount.changed", "discount.paused"]);
    expect(events[1]).toMatchObject({
      before: { percent: 10, minSeats: 1 },
      after: { percent: 20, minSeats: 2 },
    });
    const { changes } = await readCode(ctx, { id });
    expect(changes.map(({ action, fields }) => [action, fields])).toEqual([
      ["paused", []],
      [
        "changed",
        [
          { field: "percent", from: "10", to: "20" },
          { field: "minSeats", from: "1", to: "2" },
        ],
      ],
      ["created", []],
    ]);
    const now = ctx.now();
    await ctx.db.update(orders).set({ paidAt: now });
    expect(await countCodes(ctx)).toMatchObject({ discountedThisYear: 96_000 });
    await ctx.db.update(orders).set({ paidAt: new Date(now.getTime() - 367 * 86_400_000) });
    expect(await countCodes(ctx)).toMatchObject({ discountedThisYear: 0 });
  });

  it("shows fields of older audit entries under their current names", async () => {
    const ctx = testContext(await open()).asStaff("finance");
    const id = await createCode(ctx, form);
    const before = { leastSeats: 1, mostHalalas: 100_000, usesInAll: null };
    const after = { leastSeats: 2, mostHalalas: 50_000, usesInAll: 5 };
    await inTransaction(ctx, (ctx) =>
      audit(ctx, { action: "discount.changed", entity: "discount", entityId: id, before, after }),
    );
    expect((await readCode(ctx, { id })).changes[0]?.fields).toEqual([
      { field: "maxUses", from: null, to: "5" },
      { field: "minSeats", from: "1", to: "2" },
      { field: "maxDiscount", from: "1000.00", to: "500.00" },
    ]);
  });

  it("X-05 saves, reads, logs and compares every field of the form", async () => {
    const ctx = testContext(await open());
    const finance = await signedIn(ctx, (await makeStaff(ctx, "finance")).id);
    const { id: courseId } = await makeCourse(ctx.db);
    const { id: runId } = await makeRun(ctx.db, courseId);
    const isExclusive = (name: CodeFieldName) => name === "percent" || name === "maxDiscount";
    const makeOtherValue = (name: CodeFieldName): unknown => {
      const field: FormField = codeFields[name];
      switch (field.type) {
        case "text":
          return `ANOTHER-${name.toUpperCase()}`;
        case "day":
          return name === "validFrom" ? "2030-01-02" : "2030-02-03";
        case "number":
          return field.min + 1;
        case "money":
          return "1234.50";
        case "choice":
          return field.options.at(-1);
        case "flag":
          return !field.initial;
        case "ids":
          return [name === "runIds" ? runId : courseId];
        default:
          throw new Error(`No value for ${name}`);
      }
    };
    const changeAll = (names: CodeFieldName[]) => Object.fromEntries(names.map((name) => [name, makeOtherValue(name)]));
    const percentCode = { ...changeAll(codeFieldNames.filter((name) => name !== "amount")), amount: null };
    const amountCode = {
      ...changeAll(codeFieldNames.filter((name) => !isExclusive(name))),
      percent: null,
      maxDiscount: null,
    };
    const plain = { code: "PLAIN", percent: 50, validFrom: "2029-01-01", scope: "all" };
    const initial = {
      ...plain,
      purpose: "",
      amount: null,
      maxDiscount: null,
      minSeats: 1,
      courseIds: [],
      runIds: [],
      validTo: null,
      maxUses: null,
      maxUsesPerAccount: null,
      firstOrderOnly: false,
    } satisfies Record<CodeFieldName, unknown>;
    const made = await finance.call("POST discount-codes", plain);
    expect([made.status, made.body]).toMatchObject([201, { ...initial, version: 1 }]);
    const { id } = made.body as { id: number };
    const toColumns = ({ amount, maxDiscount, ...others }: Record<string, unknown>) => ({
      ...others,
      amountHalalas: amount === null ? null : 123_450,
      maxDiscountHalalas: maxDiscount === null ? null : 123_450,
    });
    const changes = async () => {
      const events = await ctx.db.select().from(auditEvents).orderBy(auditEvents.id);
      return events.map(({ action, before, after }) => [action, before, after]);
    };
    expect(await changes()).toEqual([["discount.created", null, toColumns(initial)]]);

    const saved = await finance.call(`PUT discount-codes/${id}`, { ...percentCode, version: 1 });
    expect([saved.status, saved.body]).toMatchObject([200, { ...percentCode, version: 2 }]);
    expect((await finance.call(`GET discount-codes/${id}`)).body).toMatchObject(percentCode);
    const other = await finance.call(`PUT discount-codes/${id}`, { ...amountCode, version: 2 });
    expect([other.status, other.body]).toMatchObject([200, { ...amountCode, version: 3 }]);
    const { amountHalalas: _amount, ...changed } = toColumns(percentCode);
    const [, first, second] = await changes();
    expect(first?.[2]).toEqual(changed);
    expect(Object.keys(first?.[1] ?? {}).toSorted()).toEqual(Object.keys(changed).toSorted());
    expect(second).toEqual([
      "discount.changed",
      { percent: 2, maxDiscountHalalas: 123_450, amountHalalas: null },
      { percent: null, maxDiscountHalalas: null, amountHalalas: 123_450 },
    ]);
    const { changes: listed } = (await finance.call(`GET discount-codes/${id}`)).body as {
      changes: { fields: { field: string }[] }[];
    };
    const names = listed.flatMap(({ fields }) => fields.map(({ field }) => field));
    expect([...new Set(names)].toSorted()).toEqual(codeFieldNames.toSorted());
    const late = await finance.call(`PUT discount-codes/${id}`, { ...plain, version: 1 });
    // What is absent stays; a percentage has no amount, and a code for all courses names none.
    const yours = { ...amountCode, ...plain, amount: null, courseIds: [], runIds: [] };
    expect(late).toMatchObject({ status: 409, body: { current: { ...amountCode, version: 3 }, yours } });
    const absent = await finance.call(`PUT discount-codes/${id}`, { version: 3 });
    expect([absent.status, absent.body]).toMatchObject([422, { code: expect.anything(), scope: expect.anything() }]);
  });

  it("B39 a code names its runs by course and dates, past ones too", async () => {
    const ctx = testContext(await open()).asStaff("finance");
    const course = await makeCourse(ctx.db);
    const past = await makeRun(ctx.db, course.id, { startDate: "2020-01-12", endDate: "2020-01-14" });
    const { id } = await makeCode(ctx.db, "PAST", { scope: "only", runIds: [past.id] });
    expect((await readCode(ctx, { id })).runs).toMatchObject([
      { id: past.id, name_eng: course.name_eng, startDate: "2020-01-12", endDate: "2020-01-14" },
    ]);
    expect((await readCodeOptions(ctx)).runs).toEqual([]);
  });

  it("X-05 a used code can only be ended, for good; an unused one can be deleted", async () => {
    const visitor = testContext(await open());
    const ctx = visitor.asStaff("finance");
    const [used, unused] = [await makeCode(ctx.db, "USED"), await makeCode(ctx.db, "UNUSED")];
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 9 });
    const buyer = visitor.as(await makeUser(ctx.db));
    const begin = () =>
      beginCheckout(buyer, { items: [{ runId: run.id, qty: 1 }], billing: address, discountCode: "USED" });
    await begin();
    for (const verb of [endCode, deleteCode]) {
      await expect(verb(ctx.asStaff("training"), { id: used.id })).rejects.toBeInstanceOf(Forbidden);
      await expect(verb(ctx, { id: 999 })).rejects.toBeInstanceOf(NotFound);
    }
    await expect(deleteCode(ctx, { id: used.id })).rejects.toBeInstanceOf(Conflict);
    await Promise.all([1, 2].map(() => endCode(ctx, { id: used.id })));
    expect(await readCode(ctx, { id: used.id })).toMatchObject({ state: "ended", isEnded: true, isUsed: true });
    await expect(begin()).rejects.toBeInstanceOf(ValidationError);
    await expect(pauseCode(ctx, { id: used.id, isPaused: true })).rejects.toBeInstanceOf(Conflict);
    const version = (await readCode(ctx, { id: used.id })).version;
    await expect(editCode(ctx, { ...form, id: used.id, version })).rejects.toBeInstanceOf(Conflict);
    await deleteCode(ctx, { id: unused.id });
    await expect(readCode(ctx, { id: unused.id })).rejects.toBeInstanceOf(NotFound);
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.entity, "discount"));
    expect(events.map(({ action }) => action)).toEqual(["discount.ended", "discount.deleted"]);
  });

  it("X-05 P-15 exports the filtered list as CSV and workbook, without formulas", async () => {
    const ctx = testContext(await open(), {
      env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-codes-")) }),
    });
    await makeCode(ctx.db, "FORMULA", { purpose: '=HYPERLINK("https://example.com")', maxDiscountHalalas: 50_000 });
    await makeCode(ctx.db, "AMOUNT", { percent: null, amountHalalas: 20_000, endedAt: ctx.now() });
    const staff = ctx.asStaff("auditor", { id: (await makeStaff(ctx, "auditor")).id });
    const kinds = [exportCodes];
    const runExport = async (format: string, filter: object) => {
      const { id } = await startExport(staff, kinds, { kind: "discount-codes", format, filter });
      await runQueuedTasks(ctx, kinds);
      return buffer((await downloadTaskFile(staff, kinds, { id })).body as ReadStream);
    };
    const lines = async (filter: object) => (await runExport("csv", filter)).toString().trim().split("\r\n").slice(1);
    const [formula = "", amount = ""] = await lines({});
    expect(formula).toContain("FORMULA,\"'=HYPERLINK(");
    expect(formula).toContain("500.00");
    expect(amount).toContain("AMOUNT,,,200.00,,2020-01-01,,Ended,0,,0,0.00,0.00");
    expect(await lines({ kind: "amount" })).toEqual([amount]);
    // A part can have no matching code and still not be the last one.
    const first = await readCodesAfter(ctx, { kind: "amount" }, null, 1);
    expect(first).toEqual({ rows: [], cursor: expect.any(Number) });
    const { rows } = await readCodesAfter(ctx, { kind: "amount" }, first.cursor, 2);
    expect(rows.map(({ code }) => code)).toEqual(["AMOUNT"]);
    const sheet = Object.values(unzip(await runExport("xlsx", {}))).join("");
    expect(sheet).toContain("=HYPERLINK(");
    expect(sheet).not.toMatch(/<f[ >]/);
    await expect(
      startExport(ctx.asStaff("content"), kinds, { kind: "discount-codes", format: "csv", filter: {} }),
    ).rejects.toBeInstanceOf(Forbidden);
    await expect(
      startExport(staff, kinds, { kind: "discount-codes", format: "csv", filter: { who: "x" } }),
    ).rejects.toBeInstanceOf(ValidationError);
  });

  it("X-05 finds codes by purpose, state, kind and course, and counts them by state", async () => {
    const ctx = testContext(await open()).asStaff("auditor");
    await makeCode(ctx.db, "AMOUNT", { percent: null, amountHalalas: 20_000, purpose: "Apology \u2013 hall" });
    await makeCode(ctx.db, "OVER", { validTo: "2020-02-01" });
    await makeCode(ctx.db, "PAUSED", { pausedAt: ctx.now() });
    const course = await makeCourse(ctx.db);
    const { id: runId } = await makeRun(ctx.db, course.id, { capacity: 9 });
    const codes = async (filter: CodeFilter) =>
      (await listCodes(ctx, { ...query, filter })).data.map(({ code }) => code);
    expect(await codes({})).toEqual(["AMOUNT", "OVER", "PAUSED"]);
    expect(await codes({ q: "apology - hall" })).toEqual(["AMOUNT"]);
    expect([await codes({ q: "apol" }), await codes({ state: "ended" })]).toEqual([["AMOUNT"], ["OVER"]]);
    expect(await codes({ kind: "amount" })).toEqual(["AMOUNT"]);
    await makeCode(ctx.db, "ITS-RUN", { scope: "only", runIds: [runId] });
    await makeCode(ctx.db, "NOT-ITS", { scope: "except", courseIds: [course.id] });
    expect(await codes({ course_id: course.id })).toEqual(["AMOUNT", "ITS-RUN", "OVER", "PAUSED"]);
    expect(await codes({ course_id: course.id + 1 })).toEqual(["AMOUNT", "NOT-ITS", "OVER", "PAUSED"]);
    const { states } = await countCodes(ctx);
    expect(states.map(({ name, total }) => `${name} ${total}`)).toEqual([
      "in-force 3",
      "planned 0",
      "ended 1",
      "used-up 0",
      "paused 1",
    ]);
  });
});
