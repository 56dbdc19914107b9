/** Reads and changes settings as text, for `npm run settings` (scripts/site-settings.ts). */
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { notifyApprovers } from "./approver-notices.server.ts";
import { isFinanceSetting } from "./sections.ts";
import {
  changeSetting,
  clearSetting,
  invalidateSettings,
  readSettingsInUse,
  storedSettings,
} from "./settings.server.ts";
import { defaultSettings, isGroup, type SettingKey, type SiteSettings } from "./settings.ts";

export class UnknownSetting extends Error {
  override name = "UnknownSetting";
}

/** A single setting such as `messageSet`, or a member of a group such as `seller.vatNumber`. */
export interface SettingLine {
  name: string;
  value: unknown;
  isSet: boolean;
}

export async function listSettings(ctx: Ctx): Promise<SettingLine[]> {
  const current = await storedSettings(ctx);
  const changedKeys = await readSettingsInUse(ctx);
  return Object.entries(current).flatMap(([key, value]) => {
    const members: [string, unknown][] = isGroup(value)
      ? Object.entries(value).map(([member, memberValue]) => [`${key}.${member}`, memberValue])
      : [[key, value]];
    return members.map(([name, memberValue]) => ({ name, value: memberValue, isSet: changedKeys.has(key) }));
  });
}

/** Throws UnknownSetting. */
function parseName(name: string): { key: SettingKey; member: string | null; defaultValue: unknown } {
  const [key = "", member, ...extra] = name.split(".");
  if (!Object.hasOwn(defaultSettings, key) || extra.length > 0) throw new UnknownSetting(name);
  const defaultValue: unknown = defaultSettings[key as SettingKey];
  if (isGroup(defaultValue) !== (member !== undefined)) throw new UnknownSetting(name);
  if (member !== undefined && !(isGroup(defaultValue) && Object.hasOwn(defaultValue, member)))
    throw new UnknownSetting(name);
  return {
    key: key as SettingKey,
    member: member ?? null,
    defaultValue: member === undefined ? defaultValue : (defaultValue as Record<string, unknown>)[member],
  };
}

/** Parses a text, a number or JSON, depending on the type of `defaultValue`. Throws ValidationError. */
function parseValue(name: string, text: string, defaultValue: unknown): unknown {
  if (typeof defaultValue === "string") return text;
  if (typeof defaultValue === "number") return text.trim() === "" ? Number.NaN : Number(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ValidationError({ [name]: ["This must be JSON."] });
  }
}

function requireSettingPermission(ctx: Ctx, key: SettingKey): void {
  requirePermission(ctx, isFinanceSetting(key) ? "settings.finance" : "settings.write");
}

/** Emails a raised refund limit to everyone else who may approve refunds. */
async function notifyRaisedLimit(ctx: Ctx, { onePersonHalalas: fromHalalas }: SiteSettings["refunds"]): Promise<void> {
  invalidateSettings();
  const toHalalas = (await storedSettings(ctx)).refunds.onePersonHalalas;
  await notifyApprovers(ctx, { kind: "refund-limit", fromHalalas, toHalalas });
}

/**
 * Sets one value from a text; tax and seller apply from today. After the commit, every process clears its cached pages.
 * Requires `settings.finance` (tax, seller, refunds) or `settings.write`. Throws Unauthenticated, Forbidden,
 * UnknownSetting, ValidationError.
 */
export async function setSetting(ctx: Ctx, name: string, text: string): Promise<void> {
  const { key, member, defaultValue } = parseName(name);
  requireSettingPermission(ctx, key);
  const value = parseValue(name, text, defaultValue);
  await inTransaction(ctx, async (ctx) => {
    // This process's cache may be a minute old.
    invalidateSettings();
    const previous: unknown = (await storedSettings(ctx))[key];
    const updated = member === null ? value : { ...(previous as object), [member]: value };
    await changeSetting(ctx, key, updated as SiteSettings[SettingKey]);
    const before = { value: member === null || !isGroup(previous) ? previous : previous[member] };
    await audit(ctx, { action: "setting.changed", entity: "setting", entityId: name, before, after: { value } });
    if (key === "refunds") await notifyRaisedLimit(ctx, previous as SiteSettings["refunds"]);
  });
}

/**
 * Resets a setting to its default; the name of a member resets its whole group. Requires the permission of
 * `setSetting`. Throws Unauthenticated, Forbidden, UnknownSetting.
 */
export async function resetSetting(ctx: Ctx, name: string): Promise<void> {
  const key = Object.hasOwn(defaultSettings, name) ? (name as SettingKey) : parseName(name).key;
  requireSettingPermission(ctx, key);
  await inTransaction(ctx, async (ctx) => {
    invalidateSettings();
    const before = { value: (await storedSettings(ctx))[key] };
    const after = { value: defaultSettings[key] };
    await audit(ctx, { action: "setting.reset", entity: "setting", entityId: key, before, after });
    await clearSetting(ctx, key);
    if (key === "refunds") await notifyRaisedLimit(ctx, before.value as SiteSettings["refunds"]);
  });
}
