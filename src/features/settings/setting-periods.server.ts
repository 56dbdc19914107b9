/** Past, present and planned values of tax rate and company identity. */
import { and, asc, eq, isNull, lte, ne } from "drizzle-orm";
import { riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { paginateRows } from "#platform/db/list-page.server.ts";
import { Conflict, EditConflict, ValidationError } from "#platform/errors.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import { announceContentChange } from "./content-changes.server.ts";
import { settingsLock } from "./sections.server.ts";
import { toFields, parseFields, type Fields } from "./setting-shapes.server.ts";
import { addPeriod, readValueFromStart } from "./settings.server.ts";
import { settingPeriods } from "./tables.server.ts";

const settingKeys = { tax: "taxPercent", company: "seller" } as const;
export type DatedSetting = keyof typeof settingKeys;
export const datedSettings = ["tax", "company"] as const satisfies readonly DatedSetting[];
const settingNames = { taxPercent: "tax", seller: "company" } as const;

export const periodStates = ["planned", "in-force", "over", "replaced"] as const;
export type PeriodState = (typeof periodStates)[number];

type Row = typeof settingPeriods.$inferSelect;

export interface PeriodRecord {
  id: number;
  setting: DatedSetting;
  /** First day in Riyadh; null for the value from the start. */
  startsOn: string | null;
  state: PeriodState;
  data: Fields;
  /** Name of the author at the time. */
  setBy: string | null;
  setById: string | null;
  createdAt: Date | null;
  version: number;
}

/**
 * Returns the state of one of the rows, which are ordered by their first day. The last row that has begun applies. A
 * row that begins on the same day as the next one was replaced by it.
 */
function getPeriodState(row: Row, rows: readonly Row[], today: string): PeriodState {
  if (row.startsOn > today) return "planned";
  const next = rows[rows.indexOf(row) + 1];
  if (!next || next.startsOn > today) return "in-force";
  return next.startsOn === row.startsOn ? "replaced" : "over";
}

function toRecord(row: Row, state: PeriodState): PeriodRecord {
  const { key, value, begunAt: _begun, ...columns } = row;
  return { ...columns, setting: settingNames[key], state, data: toFields([key], { [key]: value }) };
}

async function readPeriods(ctx: Ctx, setting: DatedSetting): Promise<PeriodRecord[]> {
  const key = settingKeys[setting];
  const today = riyadhDate(ctx.now());
  const whereKey = eq(settingPeriods.key, key);
  const rows = await ctx.db
    .select()
    .from(settingPeriods)
    .where(whereKey)
    .orderBy(asc(settingPeriods.startsOn), asc(settingPeriods.id));
  const begun = rows.some(({ startsOn }) => startsOn <= today);
  const firstPeriod: PeriodRecord = {
    id: 0,
    setting,
    startsOn: null,
    state: begun ? "over" : "in-force",
    data: toFields([key], { [key]: await readValueFromStart(ctx, key) }),
    setBy: null,
    setById: null,
    createdAt: null,
    version: 1,
  };
  return [firstPeriod, ...rows.map((row) => toRecord(row, getPeriodState(row, rows, today)))];
}

/** Lists the values and when they apply. The record with id 0 is the value before anyone set one. */
export async function listPeriods(
  ctx: Ctx,
  query: ListQuery<"startsOn" | "id", { setting?: DatedSetting | undefined; state?: PeriodState | undefined }>,
): Promise<ListPage<PeriodRecord>> {
  requirePermission(ctx, listPeriods.permission);
  const { setting, state } = query.filter;
  const periods: PeriodRecord[] = [];
  for (const name of setting ? [setting] : datedSettings) periods.push(...(await readPeriods(ctx, name)));
  const rows = periods.filter((row) => state === undefined || row.state === state);
  // The first value has no day and comes before all others.
  const sortable = rows.map((row) => ({ ...row, startsOn: row.startsOn ?? "" }));
  const page = paginateRows(query, sortable);
  return { ...page, data: page.data.map((row) => ({ ...row, startsOn: row.startsOn || null })) };
}
listPeriods.permission = "settings.finance" as const;

async function readRow(ctx: Ctx, id: number): Promise<Row> {
  const [row] = await ctx.db.select().from(settingPeriods).where(eq(settingPeriods.id, id));
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Reads a value and when it applies. Throws NotFound. */
export async function readPeriod(ctx: Ctx, { id }: { id: number }): Promise<PeriodRecord> {
  requirePermission(ctx, readPeriod.permission);
  const { key } = await readRow(ctx, id);
  const record = (await readPeriods(ctx, settingNames[key])).find((period) => period.id === id);
  if (!record) throw noSuchRecord(ctx);
  return record;
}
readPeriod.permission = "settings.finance" as const;

const buildDayError = (text: string) => new ValidationError({ startsOn: [text] });

/** Throws ValidationError when another plan has the same day. */
async function requireFreeDay(ctx: Ctx, key: Row["key"], startsOn: string, exceptId: number): Promise<void> {
  const sameDay = and(
    eq(settingPeriods.key, key),
    eq(settingPeriods.startsOn, startsOn),
    ne(settingPeriods.id, exceptId),
  );
  const [existing] = await ctx.db.select({ id: settingPeriods.id }).from(settingPeriods).where(sameDay).limit(1);
  if (existing) throw buildDayError(m.settings_day_taken({}, { locale: ctx.locale }));
}

/**
 * Adds a value from today or a later day on; earlier values stay on record. Needs a fresh sign-in. Throws
 * FreshSignInRequired, ValidationError.
 */
export async function planPeriod(
  ctx: Ctx,
  { setting, startsOn, data }: { setting: DatedSetting; startsOn: string; data: Fields },
): Promise<PeriodRecord> {
  requirePermission(ctx, planPeriod.permission);
  const key = settingKeys[setting];
  const plan = async (ctx: Ctx) => {
    const today = riyadhDate(ctx.now());
    if (startsOn < today) throw buildDayError(m.settings_day_past({}, { locale: ctx.locale }));
    const [value] = await parseFields(ctx, [key], data);
    // Checked after the fields, so that nobody proves a second factor for input that is then refused.
    requireFreshSignIn(ctx);
    if (startsOn > today) await requireFreeDay(ctx, key, startsOn, 0);
    const id = await addPeriod(ctx, key, startsOn, value?.value);
    const after = { setting, startsOn, ...data };
    await audit(ctx, { action: "setting.planned", entity: "setting-period", entityId: id, after });
    await announceContentChange(ctx);
    return readPeriod(ctx, { id });
  };
  return inTransaction(ctx, plan, settingsLock);
}
planPeriod.permission = "settings.finance" as const;

/** Locks a plan that does not apply yet. Throws NotFound, EditConflict, Conflict when its day has come. */
async function requireFuturePlan(ctx: Ctx, id: number, version: number, yours: object): Promise<Row> {
  const row = await readRow(ctx, id);
  if (row.startsOn <= riyadhDate(ctx.now())) throw new Conflict(m.settings_day_begun({}, { locale: ctx.locale }));
  if (row.version !== version) {
    const current = toRecord(row, "planned");
    const versions = { current, yours: { ...current, version, ...yours } };
    throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), versions);
  }
  return row;
}

/** Converts a value for the audit log. */
const toAuditValues = (row: Row) => ({
  setting: settingNames[row.key],
  startsOn: row.startsOn,
  ...toFields([row.key], { [row.key]: row.value }),
});

/**
 * Changes a plan whose day has not come; the new day must be after today. Needs a fresh sign-in. Throws
 * FreshSignInRequired, NotFound, EditConflict, Conflict, ValidationError.
 */
export async function changePeriod(
  ctx: Ctx,
  input: { id: number; version: number; startsOn: string; data: Fields },
): Promise<PeriodRecord> {
  requirePermission(ctx, changePeriod.permission);
  const { id, version, startsOn, data } = input;
  const change = async (ctx: Ctx) => {
    const row = await requireFuturePlan(ctx, id, version, { startsOn, data });
    if (startsOn <= riyadhDate(ctx.now())) throw buildDayError(m.settings_day_past({}, { locale: ctx.locale }));
    const [value] = await parseFields(ctx, [row.key], data);
    requireFreshSignIn(ctx);
    await requireFreeDay(ctx, row.key, startsOn, id);
    const changed = { startsOn, value: value?.value, version: version + 1 };
    await ctx.db.update(settingPeriods).set(changed).where(eq(settingPeriods.id, id));
    const diff = { before: toAuditValues(row), after: toAuditValues({ ...row, ...changed }) };
    await audit(ctx, { action: "setting.plan-changed", entity: "setting-period", entityId: id, ...diff });
    await announceContentChange(ctx);
    return readPeriod(ctx, { id });
  };
  return inTransaction(ctx, change, settingsLock);
}
changePeriod.permission = "settings.finance" as const;

/**
 * Deletes a plan whose day has not come. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, EditConflict,
 * Conflict.
 */
export async function dropPeriod(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<void> {
  requirePermission(ctx, dropPeriod.permission);
  requireFreshSignIn(ctx);
  const drop = async (ctx: Ctx) => {
    const row = await requireFuturePlan(ctx, id, version, {});
    await ctx.db.delete(settingPeriods).where(eq(settingPeriods.id, id));
    await audit(ctx, {
      action: "setting.plan-dropped",
      entity: "setting-period",
      entityId: id,
      before: toAuditValues(row),
    });
    await announceContentChange(ctx);
  };
  await inTransaction(ctx, drop, settingsLock);
}
dropPeriod.permission = "settings.finance" as const;

/** Scheduled job: drops the cached pages of every process on the first day of a planned value. */
export async function beginPeriods(ctx: Ctx): Promise<void> {
  const isDue = and(isNull(settingPeriods.begunAt), lte(settingPeriods.startsOn, riyadhDate(ctx.now())));
  const begin = async (ctx: Ctx) => {
    const begun = await ctx.db.update(settingPeriods).set({ begunAt: ctx.now() }).where(isDue).returning();
    if (begun.length === 0) return;
    const events = begun.map((row) => ({
      action: "setting.begun",
      entity: "setting-period",
      entityId: row.id,
      after: toAuditValues(row),
    }));
    await audit(ctx, ...events);
    await announceContentChange(ctx);
  };
  await inTransaction(ctx, begin);
}
