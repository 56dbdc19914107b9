/** For `npm run settings` (scripts/site-settings.ts): settings as text. */
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { notifyApprovers } from "./approver-notices.server.ts";
import { isFinanceSetting } from "./sections.ts";
import { changeSetting, clearSetting, invalidateSettings, settingsInUse, storedSettings } from "./settings.server.ts";
import { defaultSettings, isGroup, type SettingKey, type SiteSettings } from "./settings.ts";

export class UnknownSetting extends Error {
  override name = "UnknownSetting";
}

/** `messageSet`, or a member such as `seller.vatNumber`. */
export interface SettingLine {
  name: string;
  value: unknown;
  isSet: boolean;
}

export async function listSettings(ctx: Ctx): Promise<SettingLine[]> {
  const current = await storedSettings(ctx);
  const set = await settingsInUse(ctx);
  return Object.entries(current).flatMap(([key, value]) => {
    const members: [string, unknown][] = isGroup(value)
      ? Object.entries(value).map(([member, one]) => [`${key}.${member}`, one])
      : [[key, value]];
    return members.map(([name, one]) => ({ name, value: one, isSet: set.has(key) }));
  });
}

/** Throws UnknownSetting. */
function parts(name: string): { key: SettingKey; member: string | null; like: unknown } {
  const [key = "", member, ...more] = name.split(".");
  if (!Object.hasOwn(defaultSettings, key) || more.length > 0) throw new UnknownSetting(name);
  const like: unknown = defaultSettings[key as SettingKey];
  if (isGroup(like) !== (member !== undefined)) throw new UnknownSetting(name);
  if (member !== undefined && !(isGroup(like) && Object.hasOwn(like, member))) throw new UnknownSetting(name);
  return {
    key: key as SettingKey,
    member: member ?? null,
    like: member === undefined ? like : (like as Record<string, unknown>)[member],
  };
}

/** Parses a text, number, or JSON list, of the same type as `like`. Throws ValidationError. */
function parseValue(name: string, text: string, like: unknown): unknown {
  if (typeof like === "string") return text;
  if (typeof like === "number") return text.trim() === "" ? Number.NaN : Number(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ValidationError({ [name]: ["This must be JSON."] });
  }
}

function requireSettingPermission(ctx: Ctx, key: SettingKey): void {
  requirePermission(ctx, isFinanceSetting(key) ? "settings.finance" : "settings.write");
}

/** A raised refund limit is emailed to everyone else who may approve refunds. */
async function notifyRaisedLimit(ctx: Ctx, { onePersonHalalas: fromHalalas }: SiteSettings["refunds"]): Promise<void> {
  invalidateSettings();
  const toHalalas = (await storedSettings(ctx)).refunds.onePersonHalalas;
  await notifyApprovers(ctx, { kind: "refund-limit", fromHalalas, toHalalas });
}

/**
 * Sets one value from a text; tax and seller from today on. Every process drops its pages after the commit. Requires
 * `settings.finance` (tax, seller, refunds) or `settings.write`. Throws Unauthenticated, Forbidden, UnknownSetting,
 * ValidationError.
 */
export async function setSetting(ctx: Ctx, name: string, text: string): Promise<void> {
  const { key, member, like } = parts(name);
  requireSettingPermission(ctx, key);
  const value = parseValue(name, text, like);
  await inTransaction(ctx, async (ctx) => {
    // This process's cache may be a minute old.
    invalidateSettings();
    const was: unknown = (await storedSettings(ctx))[key];
    const whole = member === null ? value : { ...(was as object), [member]: value };
    await changeSetting(ctx, key, whole as SiteSettings[SettingKey]);
    const before = { value: member === null || !isGroup(was) ? was : was[member] };
    await audit(ctx, { action: "setting.changed", entity: "setting", entityId: name, before, after: { value } });
    if (key === "refunds") await notifyRaisedLimit(ctx, was as SiteSettings["refunds"]);
  });
}

/**
 * Resets a setting to its default; the name of a member resets its whole group. Requires the permission of
 * `setSetting`. Throws Unauthenticated, Forbidden, UnknownSetting.
 */
export async function resetSetting(ctx: Ctx, name: string): Promise<void> {
  const key = Object.hasOwn(defaultSettings, name) ? (name as SettingKey) : parts(name).key;
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
