import { and, asc, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { discountLines, groupOf, lineNet, priceOrder } from "#features/orders/pricing.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { pageOfRows } from "#platform/db/list-page.server.ts";
import { EditConflict, ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import type { ListQuery } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import { codeStates, spelledCode, stateOfCode, type CodeScope, type CodeState } from "./discount-rules.ts";
import { countUses, type DiscountCode } from "./discounts.server.ts";
import { discountCodes } from "./tables.server.ts";

const isPaid = inArray(orders.status, ["paid", "partially_refunded", "refunded"]);

/** What paid orders with a code were discounted by and came to, before VAT. */
async function broughtBy(ctx: Ctx, ids: number[]) {
  const off = sql`case when ${orderLines.discountKind} = 'code' then ${orderLines.discountHalalas} else 0 end`;
  const net = sql`${orderLines.qty}::bigint * ${orderLines.unitPriceHalalas} - ${orderLines.discountHalalas}`;
  const rows = await ctx.db
    .select({
      codeId: orders.discountCodeId,
      given: sql<number>`sum(${off})::float8`,
      brought: sql<number>`sum(${net})::float8`,
      seats: sql<number>`sum(${orderLines.qty})::int`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(inArray(orders.discountCodeId, ids), isPaid))
    .groupBy(orders.discountCodeId);
  return new Map(rows.map(({ codeId, ...sums }) => [codeId, sums]));
}

/** Codes as lists show them. */
async function rowsOf(ctx: Ctx, codes: DiscountCode[]) {
  const ids = codes.map(({ id }) => id);
  const [uses, sums] = [await countUses(ctx, ids), await broughtBy(ctx, ids)];
  return codes.map((code) => {
    const { inAll = 0, paid = 0 } = uses.get(code.id) ?? {};
    const { given = 0, brought = 0, seats = 0 } = sums.get(code.id) ?? {};
    return {
      id: code.id,
      code: code.code,
      purpose: code.purpose,
      percent: code.percent,
      amount: code.amountHalalas === null ? null : decimalFromHalalas(code.amountHalalas),
      valid_from: code.validFrom,
      valid_to: code.validTo,
      scope: code.scope,
      course_ids: code.courseIds,
      run_ids: code.runIds,
      least_seats: code.leastSeats,
      uses_in_all: code.usesInAll,
      uses_per_account: code.usesPerAccount,
      state: stateOfCode(code, inAll, ctx.now()),
      used: paid,
      reserved: inAll - paid,
      seats,
      given: decimalFromHalalas(given),
      brought: decimalFromHalalas(brought),
      version: code.version,
    };
  });
}
type CodeRow = Awaited<ReturnType<typeof rowsOf>>[number];
export type CodeSort = "valid_from" | "code" | "used";

const allRows = async (ctx: Ctx): Promise<CodeRow[]> =>
  rowsOf(ctx, await ctx.db.select().from(discountCodes).orderBy(desc(discountCodes.validFrom)));

/** All discount codes, a page at a time: a company has dozens of them. */
export async function listCodes(
  ctx: Ctx,
  query: ListQuery<CodeSort, { q?: string | undefined; state?: CodeState | undefined }>,
) {
  requirePermission(ctx, listCodes.permission);
  const { q, state } = query.filter;
  const part = q?.toLowerCase();
  const rows = (await allRows(ctx)).filter(
    (row) =>
      (state === undefined || row.state === state) &&
      (!part || row.code.toLowerCase().includes(part) || row.purpose.toLowerCase().includes(part)),
  );
  return pageOfRows(query, rows);
}
listCodes.permission = "discounts.read" as const;

/** How many codes are in each state. */
export async function countCodes(ctx: Ctx) {
  requirePermission(ctx, countCodes.permission);
  const rows = await allRows(ctx);
  return { states: codeStates.map((name) => ({ name, total: rows.filter(({ state }) => state === name).length })) };
}
countCodes.permission = "discounts.read" as const;

/** A code, and the newest orders that used it. Throws NotFound. */
export async function readCode(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readCode.permission);
  const [row] = await rowsOf(ctx, await ctx.db.select().from(discountCodes).where(eq(discountCodes.id, id)));
  if (!row) throw noSuchRecord(ctx);
  const used = await ctx.db
    .select({
      id: orders.id,
      name: sql<string>`coalesce(${orders.invoiceRecipient} ->> 'name', ${users.name})`,
      halalas: sql<number>`sum(${orderLines.discountHalalas})::float8`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.discountCodeId, id), isPaid, eq(orderLines.discountKind, "code")))
    .groupBy(orders.id, users.name)
    .orderBy(desc(orders.id))
    .limit(10);
  return { ...row, orders: used.map(({ halalas, ...order }) => ({ ...order, given: decimalFromHalalas(halalas) })) };
}
readCode.permission = "discounts.read" as const;

/** Courses, and runs that have not ended, for the form of a code. */
export async function readCodeOptions(ctx: Ctx) {
  requirePermission(ctx, readCodeOptions.permission);
  const { id, name_eng, name_ar } = courses;
  const today = riyadhDate(ctx.now());
  const runs = await ctx.db
    .select({
      id: courseRuns.id,
      course_id: courseRuns.courseId,
      name_eng,
      name_ar,
      start_date: courseRuns.startDate,
      end_date: courseRuns.endDate,
    })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(gte(courseRuns.endDate, today), isNull(courseRuns.cancelledAt)))
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id))
    .limit(500);
  return { courses: await ctx.db.select({ id, name_eng, name_ar }).from(courses).orderBy(asc(name_eng)), runs };
}
readCodeOptions.permission = "discounts.read" as const;

/** What a code would make of some seats of a run, whatever its dates and uses. Throws NotFound. */
export async function tryCode(
  ctx: Ctx,
  input: { percent: number | null; amountHalalas: number | null; runId: number; seats: number },
) {
  requirePermission(ctx, tryCode.permission);
  const [run] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, input.runId));
  if (!run) throw noSuchRecord(ctx);
  const line = { unitPriceHalalas: run.priceHalalas, qty: input.seats };
  const { percent, amountHalalas } = input;
  const code = percent === null ? { percent, amountHalalas: amountHalalas ?? 0 } : { percent, amountHalalas: null };
  const [discount] = discountLines([{ ...line, group: groupOf(run), isForCode: true }], code);
  const taxed = await taxPercent(ctx);
  const totals = priceOrder([{ ...line, discountHalalas: discount?.halalas ?? 0 }], taxed);
  return {
    unit_price: decimalFromHalalas(run.priceHalalas),
    before: decimalFromHalalas(lineNet(line)),
    discount: decimalFromHalalas(discount?.halalas ?? 0),
    is_group_price: discount?.kind === "group",
    tax_percent: taxed,
    tax: decimalFromHalalas(totals.taxHalalas),
    total: decimalFromHalalas(totals.totalHalalas),
  };
}
tryCode.permission = "discounts.read" as const;

export interface CodeForm {
  code: string;
  purpose: string;
  percent: number | null;
  amountHalalas: number | null;
  validFrom: string;
  validTo: string | null;
  scope: CodeScope;
  courseIds: number[];
  runIds: number[];
  leastSeats: number;
  usesInAll: number | null;
  usesPerAccount: number | null;
}

/** Throws ValidationError. */
async function columnsOf(ctx: Ctx, form: CodeForm, id: number | null) {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  const code = spelledCode(form.code);
  if (!/^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/.test(code)) wrong["code"] = [m.discounts_code_spelling({}, { locale })];
  const [same] = await ctx.db.select({ id: discountCodes.id }).from(discountCodes).where(eq(discountCodes.code, code));
  if (same && same.id !== id) wrong["code"] = [m.discounts_code_taken({}, { locale })];
  if (form.percent === null && form.amountHalalas === null) wrong["percent"] = [fieldText("required", locale)];
  if (form.validTo !== null && form.validTo < form.validFrom) wrong["valid_to"] = [fieldText("invalid", locale)];
  if (form.scope !== "all" && form.courseIds.length + form.runIds.length === 0)
    wrong["course_ids"] = [fieldText("required", locale)];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  const isForAll = form.scope === "all";
  return {
    ...form,
    code,
    amountHalalas: form.percent === null ? form.amountHalalas : null,
    courseIds: isForAll ? [] : form.courseIds,
    runIds: isForAll ? [] : form.runIds,
  };
}

const shown = ({ id: _id, createdAt: _at, version: _version, pausedAt: _paused, ...facts }: DiscountCode) => facts;

/** A new code. With a fresh sign-in. Throws FreshSignInRequired, ValidationError. */
export async function createCode(ctx: Ctx, form: CodeForm): Promise<number> {
  requirePermission(ctx, createCode.permission);
  requireFreshSignIn(ctx);
  return inTransaction(
    ctx,
    async (ctx) => {
      const columns = await columnsOf(ctx, form, null);
      const [made] = await ctx.db
        .insert(discountCodes)
        .values({ ...columns, createdAt: ctx.now() })
        .returning();
      if (!made) throw new Error("A code was not written");
      await audit(ctx, { action: "discount.created", entity: "discount", entityId: made.id, after: shown(made) });
      return made.id;
    },
    { advisoryLock: "discount-codes" },
  );
}
createCode.permission = "discounts.write" as const;

async function lockCode(ctx: Ctx, id: number): Promise<DiscountCode> {
  const [code] = await ctx.db.select().from(discountCodes).where(eq(discountCodes.id, id)).for("update");
  if (!code) throw noSuchRecord(ctx);
  return code;
}

/**
 * Changes a code for new orders; those there are keep their price. A used code keeps its name. With a fresh sign-in.
 * Throws FreshSignInRequired, NotFound, ValidationError, EditConflict.
 */
export async function editCode(ctx: Ctx, input: CodeForm & { id: number; version: number }): Promise<void> {
  requirePermission(ctx, editCode.permission);
  requireFreshSignIn(ctx);
  const { id, version, ...form } = input;
  await inTransaction(
    ctx,
    async (ctx) => {
      const before = await lockCode(ctx, id);
      const columns = await columnsOf(ctx, form, id);
      if (before.version !== version) {
        const current = { version: before.version, ...shown(before) };
        throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), { current, yours: columns });
      }
      const isUsed = (await ctx.db.$count(orders, eq(orders.discountCodeId, id))) > 0;
      if (isUsed && columns.code !== before.code)
        throw new ValidationError({ code: [m.discounts_code_used({}, { locale: ctx.locale })] });
      const [after] = await ctx.db
        .update(discountCodes)
        .set({ ...columns, version: version + 1 })
        .where(eq(discountCodes.id, id))
        .returning();
      if (!after) throw noSuchRecord(ctx);
      await audit(ctx, {
        action: "discount.changed",
        entity: "discount",
        entityId: id,
        before: shown(before),
        after: shown(after),
      });
    },
    { advisoryLock: "discount-codes" },
  );
}
editCode.permission = "discounts.write" as const;

/** Switches a code off or on, at this moment; the second time nothing happens. Throws NotFound. */
export async function pauseCode(ctx: Ctx, { id, isPaused }: { id: number; isPaused: boolean }): Promise<void> {
  requirePermission(ctx, pauseCode.permission);
  await inTransaction(ctx, async (ctx) => {
    const before = await lockCode(ctx, id);
    if ((before.pausedAt !== null) === isPaused) return;
    const change = { pausedAt: isPaused ? ctx.now() : null, version: before.version + 1 };
    await ctx.db.update(discountCodes).set(change).where(eq(discountCodes.id, id));
    const action = isPaused ? "discount.paused" : "discount.resumed";
    await audit(ctx, { action, entity: "discount", entityId: id, after: { code: before.code } });
  });
}
pauseCode.permission = "discounts.write" as const;
