import { isDeepStrictEqual } from "node:util";
import { everPaidStatuses } from "#features/orders/order-states.ts";
import { and, asc, desc, eq, gt, gte, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { discountLines, getGroupPrice, lineNet, priceOrder, taxOn } from "#features/orders/pricing.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { notifyApprovers } from "#features/settings/approver-notices.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { actorNames } from "#features/staff/audit-log.server.ts";
import { riyadhDate, startOfRiyadhDay } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit, auditDiff } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { paginateRows } from "#platform/db/list-page.server.ts";
import { Conflict, EditConflict, ValidationError } from "#platform/errors.ts";
import { hyphenated, choice, recordId, searchText } from "#platform/http/fields.server.ts";
import type { ListQuery } from "#platform/http/staff-resource.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { m } from "#messages";
import {
  editableCodeReply,
  newCode,
  toColumns,
  toEditable,
  type CodeInput,
  type DiscountCode,
  type EditableCode,
  type FormColumns,
} from "./code-fields.server.ts";
import { codeFieldNames } from "./code-form.ts";
import { codeStates, isForRun, getCodeState } from "./discount-rules.ts";
import { toCodeDiscount, countUses } from "./discounts.server.ts";
import { discountCodes } from "./tables.server.ts";

const isPaid = inArray(orders.status, everPaidStatuses);

/** Sums discount and revenue of paid orders by code, in halalas before VAT. */
async function readRevenue(ctx: Ctx, ids: number[]) {
  const discountSql = sql`case when ${orderLines.discountKind} = 'code' then ${orderLines.discountHalalas} else 0 end`;
  const netSql = sql`${orderLines.qty}::bigint * ${orderLines.unitPriceHalalas} - ${orderLines.discountHalalas}`;
  const rows = await ctx.db
    .select({
      codeId: orders.discountCodeId,
      discounted: sql<number>`sum(${discountSql})::float8`,
      revenue: sql<number>`sum(${netSql})::float8`,
      seats: sql<number>`sum(${orderLines.qty})::int`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(inArray(orders.discountCodeId, ids), isPaid))
    .groupBy(orders.discountCodeId);
  return new Map(rows.map(({ codeId, ...sums }) => [codeId, sums]));
}

/** Adds state, uses and revenue to codes; amounts in halalas before VAT. */
async function withUsage(ctx: Ctx, codes: DiscountCode[]) {
  const ids = codes.map(({ id }) => id);
  const [uses, sums] = [await countUses(ctx, ids), await readRevenue(ctx, ids)];
  return codes.map((code) => {
    const { totalUses = 0, paidUses = 0 } = uses.get(code.id) ?? {};
    const { discounted = 0, revenue = 0, seats = 0 } = sums.get(code.id) ?? {};
    return {
      ...code,
      ...toEditable(code),
      isEnded: code.endedAt !== null,
      state: getCodeState(code, totalUses, ctx.now()),
      used: paidUses,
      reserved: totalUses - paidUses,
      seats,
      discounted,
      revenue,
    };
  });
}
export type CodeWithUsage = Awaited<ReturnType<typeof withUsage>>[number];

export const codeSorts = { valid_from: "validFrom", code: "code", used: "used" } as const;

export const codeFilter = z.object({
  q: searchText(100).optional().meta({ description: "Part of the code or of its purpose" }),
  state: choice(codeStates).optional(),
  kind: choice(["percent", "amount"]).optional(),
  course_id: recordId().optional().meta({
    description: "Codes that may be used for some run of this course",
  }),
});
export type CodeFilter = z.output<typeof codeFilter>;

/** Adds their usage to codes, and returns those that match the filter. */
async function filterCodes(
  ctx: Ctx,
  codes: DiscountCode[],
  { q, state, kind, course_id: courseId }: CodeFilter,
): Promise<CodeWithUsage[]> {
  const codesWithUsage = await withUsage(ctx, codes);
  const part = q?.toLowerCase();
  const includesPart = (text: string) => !part || hyphenated(text).toLowerCase().includes(part);
  const runs =
    courseId === undefined
      ? []
      : await ctx.db.select({ runId: courseRuns.id }).from(courseRuns).where(eq(courseRuns.courseId, courseId));
  return codesWithUsage.filter(
    (code) =>
      (state === undefined || code.state === state) &&
      (kind === undefined || (kind === "percent") === (code.percent !== null)) &&
      (courseId === undefined || [{ runId: 0 }, ...runs].some((run) => isForRun(code, { ...run, courseId }))) &&
      (includesPart(code.code) || includesPart(code.purpose)),
  );
}

/**
 * Lists the codes that match a filter. Reads all codes, because a company has dozens of them. Callers check the
 * permission.
 */
export const readCodes = async (ctx: Ctx, filter: CodeFilter = {}): Promise<CodeWithUsage[]> =>
  filterCodes(ctx, await ctx.db.select().from(discountCodes).orderBy(desc(discountCodes.validFrom)), filter);

/**
 * Reads the next `limit` codes after an id. Returns those that match the filter, and the last id that was read; null
 * after the last code.
 */
export async function readCodesAfter(ctx: Ctx, filter: CodeFilter, after: number | null, limit: number) {
  const { id } = discountCodes;
  const isAfter = gt(id, after ?? 0);
  const page = await ctx.db.select().from(discountCodes).where(isAfter).orderBy(id).limit(limit);
  return { rows: await filterCodes(ctx, page, filter), cursor: page.length < limit ? null : (page.at(-1)?.id ?? null) };
}

/** Lists a page of discount codes. */
export async function listCodes(ctx: Ctx, query: ListQuery<keyof typeof codeSorts, CodeFilter>) {
  requirePermission(ctx, listCodes.permission);
  return paginateRows({ ...query, sort: codeSorts[query.sort] }, await readCodes(ctx, query.filter));
}
listCodes.permission = "discounts.read" as const;

/** Counts the codes in each state, and sums the discounts of all codes in this year of Riyadh, before VAT. */
export async function countCodes(ctx: Ctx) {
  requirePermission(ctx, countCodes.permission);
  const codes = await readCodes(ctx);
  const year = startOfRiyadhDay(`${riyadhDate(ctx.now()).slice(0, 4)}-01-01`);
  const [row] = await ctx.db
    .select({ halalas: sql<number>`coalesce(sum(${orderLines.discountHalalas}), 0)::float8` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.discountKind, "code"), isPaid, gte(orders.paidAt, year)));
  return {
    states: codeStates.map((name) => ({ name, total: codes.filter(({ state }) => state === name).length })),
    discountedThisYear: row?.halalas ?? 0,
  };
}
countCodes.permission = "discounts.read" as const;

/** Whether any order has this code, paid or not. */
const isUsed = async (ctx: Ctx, id: number) => (await ctx.db.$count(orders, eq(orders.discountCodeId, id))) > 0;

/** Columns that audit entries of earlier versions call by another name. */
const renamedColumns: Record<string, string> = {
  mostHalalas: "maxDiscountHalalas",
  leastSeats: "minSeats",
  usesInAll: "maxUses",
  usesPerAccount: "maxUsesPerAccount",
};

/** Reads the newest audit entries about a code with the fields that changed; a new code has none. */
async function readLastChanges(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.entity, "discount"), eq(auditEvents.entityId, String(id))))
    .orderBy(desc(auditEvents.id))
    .limit(10);
  const names = await actorNames(ctx, rows);
  return rows.map(({ id, at, action, actorId, actorName, before, after }) => ({
    id,
    at,
    by: names.get(actorId) ?? actorName,
    action: action.replace("discount.", ""),
    fields: Object.keys(before ?? {}).flatMap((name) => {
      const [from, to] = [before?.[name], after?.[name]];
      const column = renamedColumns[name] ?? name;
      const field = codeFieldNames.find((name) => [name, `${name}Halalas`].includes(column));
      if (!field || isDeepStrictEqual(from, to)) return [];
      return [{ field, from: formatValue(column, from), to: formatValue(column, to) }];
    }),
  }));
}

/** Formats a value for the portal; a list of courses or runs as its length. */
function formatValue(column: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (column.endsWith("Halalas") && typeof value === "number") return decimalFromHalalas(value);
  return Array.isArray(value) ? String(value.length) : JSON.stringify(value).replaceAll('"', "");
}

const runChoice = {
  id: courseRuns.id,
  courseId: courseRuns.courseId,
  name_eng: courses.name_eng,
  name_ar: courses.name_ar,
  startDate: courseRuns.startDate,
  endDate: courseRuns.endDate,
};
/** Lists runs with the name of their course, by first day. */
const readRunChoices = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select(runChoice)
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(where)
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id))
    .limit(500);

/** Reads a code with its runs, the newest orders that used it, and its last changes. Throws NotFound. */
export async function readCode(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readCode.permission);
  const [code] = await withUsage(ctx, await ctx.db.select().from(discountCodes).where(eq(discountCodes.id, id)));
  if (!code) throw noSuchRecord(ctx);
  const newest = await ctx.db
    .select({
      id: orders.id,
      name: sql<string>`coalesce(${orders.invoiceRecipient} ->> 'name', ${users.name})`,
      discounted: sql<number>`sum(${orderLines.discountHalalas})::float8`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.discountCodeId, id), isPaid, eq(orderLines.discountKind, "code")))
    .groupBy(orders.id, users.name)
    .orderBy(desc(orders.id))
    .limit(10);
  return {
    ...code,
    isUsed: await isUsed(ctx, id),
    runs: await readRunChoices(ctx, inArray(courseRuns.id, code.runIds)),
    orders: newest,
    changes: await readLastChanges(ctx, id),
  };
}
readCode.permission = "discounts.read" as const;

/** Lists courses, and runs that have not ended, for the form of a code. */
export async function readCodeOptions(ctx: Ctx) {
  requirePermission(ctx, readCodeOptions.permission);
  const { id, name_eng, name_ar } = courses;
  const today = riyadhDate(ctx.now());
  const runs = await readRunChoices(ctx, and(gte(courseRuns.endDate, today), isNull(courseRuns.cancelledAt)));
  return { courses: await ctx.db.select({ id, name_eng, name_ar }).from(courses).orderBy(asc(name_eng)), runs };
}
readCodeOptions.permission = "discounts.read" as const;

/** Prices seats of a run with a code, in halalas, whatever its dates and uses. Throws NotFound. */
export async function tryCode(
  ctx: Ctx,
  {
    percent = null,
    amount: amountHalalas = null,
    maxDiscount: maxDiscountHalalas = null,
    runId,
    seats: qty,
  }: Partial<Pick<EditableCode, "percent" | "amount" | "maxDiscount">> & { runId: number; seats: number },
) {
  requirePermission(ctx, tryCode.permission);
  const [run] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
  if (!run) throw noSuchRecord(ctx);
  const line = { unitPriceHalalas: run.priceHalalas, qty };
  const codeDiscount = toCodeDiscount({ percent, amountHalalas, maxDiscountHalalas });
  const [discount] = discountLines([{ ...line, group: getGroupPrice(run), isForCode: true }], codeDiscount);
  const vatPercent = await taxPercent(ctx);
  const discountHalalas = discount?.halalas ?? 0;
  const totals = priceOrder([{ ...line, discountHalalas }], vatPercent);
  return {
    unitPrice: run.priceHalalas,
    before: lineNet(line),
    discount: discountHalalas,
    isGroupPrice: discount?.kind === "group",
    taxPercent: vatPercent,
    tax: totals.taxHalalas,
    total: totals.totalHalalas,
  };
}
tryCode.permission = "discounts.read" as const;

/** Number of seats in the sample order that measures the value of a code. */
const sampleSeats = 10;

/**
 * Calculates the highest discount that one use of a code can give: an order of 10 seats of an upcoming run, VAT
 * included, in halalas.
 */
async function readCodeWorth(ctx: Ctx, code: DiscountCode): Promise<number> {
  if (code.endedAt !== null) return 0;
  const { id: runId, courseId, priceHalalas, endDate } = courseRuns;
  const runs = await ctx.db
    .select({ runId, courseId, priceHalalas })
    .from(courseRuns)
    .where(and(gte(endDate, riyadhDate(ctx.now())), isNull(courseRuns.cancelledAt)));
  const prices = runs.filter((run) => isForRun(code, run)).map((run) => run.priceHalalas);
  const line = { unitPriceHalalas: Math.max(0, ...prices), qty: sampleSeats, group: null, isForCode: true };
  const discountHalalas = discountLines([line], toCodeDiscount(code))[0]?.halalas ?? 0;
  return discountHalalas + taxOn(discountHalalas, await taxPercent(ctx));
}

/**
 * Notifies the other approvers when a code gives a higher discount than before, above what one person may refund alone.
 */
async function notifyWorthIncrease(ctx: Ctx, before: DiscountCode | null, after: DiscountCode): Promise<void> {
  const halalas = await readCodeWorth(ctx, after);
  if (before && halalas <= (await readCodeWorth(ctx, before))) return;
  await notifyApprovers(ctx, { kind: "discount", codeId: after.id, halalas });
}

/** Creates a code. Needs a fresh sign-in. Throws FreshSignInRequired, ValidationError. */
export async function createCode(ctx: Ctx, input: CodeInput): Promise<number> {
  requirePermission(ctx, createCode.permission);
  return inTransaction(
    ctx,
    async (ctx) => {
      const columns = await toColumns(ctx, newCode(input), null);
      // Checked after the fields, so that nobody proves a second factor for input that is then refused.
      requireFreshSignIn(ctx);
      const [created] = await ctx.db
        .insert(discountCodes)
        .values({ ...columns, createdAt: ctx.now() })
        .returning();
      if (!created) throw new Error("A code was not written");
      await audit(ctx, { action: "discount.created", entity: "discount", entityId: created.id, after: columns });
      await notifyWorthIncrease(ctx, null, created);
      return created.id;
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
async function lockOpenCode(ctx: Ctx, id: number): Promise<DiscountCode> {
  const code = await lockCode(ctx, id);
  if (code.endedAt !== null) throw new Conflict(m.discounts_ended_already({}, { locale: ctx.locale }));
  return code;
}

/**
 * Changes a code for new orders; existing orders keep their price. Absent fields do not change, and a used code
 * keeps its name. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, Conflict (already ended by staff),
 * ValidationError, EditConflict.
 */
export async function editCode(
  ctx: Ctx,
  input: Partial<EditableCode> & { id: number; version: number },
): Promise<void> {
  requirePermission(ctx, editCode.permission);
  const { id, version, ...edits } = input;
  await inTransaction(
    ctx,
    async (ctx) => {
      const before = await lockOpenCode(ctx, id);
      const newColumns = await toColumns(ctx, { ...toEditable(before), ...edits }, id);
      requireFreshSignIn(ctx);
      if (before.version !== version) {
        const toView = (columns: FormColumns) => editableCodeReply.parse(toEditable(columns));
        const versions = { current: { version: before.version, ...toView(before) }, yours: toView(newColumns) };
        throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), versions);
      }
      if (newColumns.code !== before.code && (await isUsed(ctx, id)))
        throw new ValidationError({ code: [m.discounts_code_used({}, { locale: ctx.locale })] });
      const [after] = await ctx.db
        .update(discountCodes)
        .set({ ...newColumns, version: version + 1 })
        .where(eq(discountCodes.id, id))
        .returning();
      if (!after) throw noSuchRecord(ctx);
      const diff = auditDiff<FormColumns>(before, newColumns);
      await audit(ctx, { action: "discount.changed", entity: "discount", entityId: id, ...diff });
      await notifyWorthIncrease(ctx, before, after);
    },
    { advisoryLock: "discount-codes" },
  );
}
editCode.permission = "discounts.write" as const;

/**
 * Pauses or resumes a code at once. Does nothing when it already is in that state. Throws NotFound, Conflict (already
 * ended by staff).
 */
export async function pauseCode(ctx: Ctx, { id, isPaused }: { id: number; isPaused: boolean }): Promise<void> {
  requirePermission(ctx, pauseCode.permission);
  await inTransaction(ctx, async (ctx) => {
    const before = await lockOpenCode(ctx, id);
    if ((before.pausedAt !== null) === isPaused) return;
    const change = { pausedAt: isPaused ? ctx.now() : null, version: before.version + 1 };
    await ctx.db.update(discountCodes).set(change).where(eq(discountCodes.id, id));
    const action = isPaused ? "discount.paused" : "discount.resumed";
    await audit(ctx, { action, entity: "discount", entityId: id, after: { code: before.code } });
  });
}
pauseCode.permission = "discounts.write" as const;

/**
 * Ends a code for good, at once. Orders that have it keep their price. Does nothing when it has ended. Throws NotFound.
 */
export async function endCode(ctx: Ctx, { id }: { id: number }): Promise<void> {
  requirePermission(ctx, endCode.permission);
  await inTransaction(ctx, async (ctx) => {
    const { endedAt, version, code } = await lockCode(ctx, id);
    if (endedAt !== null) return;
    await ctx.db
      .update(discountCodes)
      .set({ endedAt: ctx.now(), version: version + 1 })
      .where(eq(discountCodes.id, id));
    await audit(ctx, { action: "discount.ended", entity: "discount", entityId: id, after: { code } });
  });
}
endCode.permission = "discounts.write" as const;

/** Deletes a code that no order has. Throws NotFound, Conflict (used, so it can only be ended). */
export async function deleteCode(ctx: Ctx, { id }: { id: number }): Promise<void> {
  requirePermission(ctx, deleteCode.permission);
  await inTransaction(ctx, async (ctx) => {
    const code = await lockCode(ctx, id);
    if (await isUsed(ctx, id)) throw new Conflict(m.discounts_used_stays({}, { locale: ctx.locale }));
    await ctx.db.delete(discountCodes).where(eq(discountCodes.id, id));
    const { id: _id, createdAt: _at, version: _version, pausedAt: _paused, endedAt: _ended, ...before } = code;
    await audit(ctx, { action: "discount.deleted", entity: "discount", entityId: id, before });
  });
}
deleteCode.permission = "discounts.write" as const;
