/** For `npm run settings` (scripts/site-settings.ts): settings as text. */
import { eq, ne } from "drizzle-orm";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { contentChanged } from "./content-changes.server.ts";
import { changeSetting, demoMarker, invalidateSettings, storedSettings } from "./settings.server.ts";
import { defaultSettings, type SettingKey, type SiteSettings } from "./settings.ts";
import { siteSettings } from "./tables.server.ts";

export class UnknownSetting extends Error {
  override name = "UnknownSetting";
}

/** `messageSet`, or a member such as `seller.vatNumber`. */
export interface SettingLine {
  name: string;
  value: unknown;
  isSet: boolean;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export async function listSettings(ctx: Ctx): Promise<SettingLine[]> {
  const current = await storedSettings(ctx);
  const rows = await ctx.db
    .select({ key: siteSettings.key })
    .from(siteSettings)
    .where(ne(siteSettings.key, demoMarker));
  const set = new Set(rows.map(({ key }) => key));
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

/** Parses a text, number, or list in JSON, as `like` is. Throws ValidationError. */
function valueOf(name: string, text: string, like: unknown): unknown {
  if (typeof like === "string") return text;
  if (typeof like === "number") return text.trim() === "" ? Number.NaN : Number(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ValidationError({ [name]: ["This must be JSON."] });
  }
}

/** Every process purges its pages after the commit. Throws UnknownSetting, ValidationError. */
export async function setSetting(ctx: Ctx, name: string, text: string): Promise<void> {
  const { key, member, like } = parts(name);
  const value = valueOf(name, text, like);
  await inTransaction(ctx, async (ctx) => {
    // This process's cache may be a minute old.
    invalidateSettings();
    const whole = member === null ? value : { ...((await storedSettings(ctx))[key] as object), [member]: value };
    await changeSetting(ctx, key, whole as SiteSettings[SettingKey]);
  });
}

/** Resets to the default; a member's name resets its whole group. Throws UnknownSetting. */
export async function resetSetting(ctx: Ctx, name: string): Promise<void> {
  const key = Object.hasOwn(defaultSettings, name) ? name : parts(name).key;
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.delete(siteSettings).where(eq(siteSettings.key, key));
    await contentChanged(ctx);
  });
}
