import { inArray } from "drizzle-orm";
import { audit, auditDiff } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { EditConflict } from "#platform/errors.ts";
import { m } from "#messages";
import { notifyApprovers } from "./approver-notices.server.ts";
import { announceContentChange } from "./content-changes.server.ts";
import { toFields, parseFields, type Fields } from "./setting-shapes.server.ts";
import { sectionNames, sections, type Section, type SectionName } from "./sections.ts";
import { invalidateSettings, storedSettings, storeValue } from "./settings.server.ts";
import { siteSettings } from "./tables.server.ts";

export interface SectionRecord {
  id: SectionName;
  /** Version of the section, from 1. */
  version: number;
  data: Fields;
}

/** Lock that serialises changes of settings. */
export const settingsLock = { advisoryLock: "settings" };

async function readSectionRecord(ctx: Ctx, id: SectionName): Promise<SectionRecord> {
  const keys = sections[id].keys;
  // The version is read first: if someone saves in between, the values are newer than the version, which causes a
  // conflict and not a lost change.
  const rows = await ctx.db
    .select({ version: siteSettings.version })
    .from(siteSettings)
    .where(inArray(siteSettings.key, [...keys]));
  // This process may not have been notified of a change yet.
  invalidateSettings();
  const data = toFields(keys, await storedSettings(ctx));
  return { id, version: rows.reduce((sum, row) => sum + row.version, 1), data };
}

const isSection = (id: string): id is SectionName => Object.hasOwn(sections, id);
/** Whether the caller may read and change a section; one permission covers both. */
const isPermitted = (ctx: Ctx, id: SectionName) =>
  ctx.actor.kind === "command" || (ctx.actor.kind === "staff" && ctx.actor.permissions.has(sections[id].permission));

/** Finds a section and checks its permission. */
function requireSection(ctx: Ctx, id: string): { id: SectionName; section: Section } {
  requirePermission(ctx, "settings.write", "settings.finance");
  if (!isSection(id)) throw noSuchRecord(ctx);
  requirePermission(ctx, sections[id].permission);
  return { id, section: sections[id] };
}

/** Lists the sections that the caller may read and change. */
export async function listSections(ctx: Ctx): Promise<SectionRecord[]> {
  requirePermission(ctx, ...listSections.permission);
  const records: SectionRecord[] = [];
  for (const id of sectionNames) if (isPermitted(ctx, id)) records.push(await readSectionRecord(ctx, id));
  return records;
}
listSections.permission = ["settings.write", "settings.finance"] as const;

/** Reads a section. Requires its permission. Throws Unauthenticated, Forbidden, NotFound. */
export async function readSection(ctx: Ctx, input: { id: string }): Promise<SectionRecord> {
  return readSectionRecord(ctx, requireSection(ctx, input.id).id);
}

/**
 * Saves the given fields, which apply in every process at once. Requires the section's permission, and a fresh sign-in
 * when it is about money; a raised refund limit is emailed to everyone else who may approve refunds. Throws
 * Unauthenticated, Forbidden, FreshSignInRequired, NotFound, EditConflict, ValidationError.
 */
export async function saveSection(
  ctx: Ctx,
  input: { id: string; version: number; data: Fields },
): Promise<SectionRecord> {
  const { id, section } = requireSection(ctx, input.id);
  const save = async (ctx: Ctx) => {
    const current = await readSectionRecord(ctx, id);
    if (current.version !== input.version) {
      const yours = { ...current, version: input.version, data: { ...current.data, ...input.data } };
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), { current, yours });
    }
    const before = await storedSettings(ctx);
    const values = await parseFields(ctx, section.keys, { ...current.data, ...input.data });
    // Checked after the fields, so that nobody proves a second factor for input that is then refused.
    if (section.fresh) requireFreshSignIn(ctx);
    const changed = values.filter(({ key, value }) => JSON.stringify(value) !== JSON.stringify(before[key]));
    if (changed.length === 0) return current;
    for (const { key, value } of changed) await storeValue(ctx, key, value);
    const saved = await readSectionRecord(ctx, id);
    const diff = auditDiff(current.data, saved.data);
    await audit(ctx, { action: "setting.changed", entity: "setting", entityId: id, ...diff });
    const after = await storedSettings(ctx);
    await notifyApprovers(ctx, {
      kind: "refund-limit",
      fromHalalas: before.refunds.onePersonHalalas,
      toHalalas: after.refunds.onePersonHalalas,
    });
    await announceContentChange(ctx);
    return saved;
  };
  return inTransaction(ctx, save, settingsLock);
}
