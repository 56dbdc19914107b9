/** Settings on the wire: one flat record of `snake_case` fields, money in SAR with two decimals. */
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { toStored } from "./setting-shapes.server.ts";
import { defaultSettings, isGroup, type SettingKey, type SiteSettings } from "./settings.ts";

export type Fields = Record<string, unknown>;

const unit = "Halalas";
const wireName = (name: string) =>
  name.replace(unit, "").replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
const membersOf = (key: SettingKey): string[] | null => {
  const like: unknown = defaultSettings[key];
  return isGroup(like) ? Object.keys(like) : null;
};

const toWire = (name: string, value: unknown) => [
  wireName(name),
  name.endsWith(unit) && typeof value === "number" ? decimalFromHalalas(value) : value,
];

/** What an answer carries of these settings. */
export function fieldsOf(keys: readonly SettingKey[], values: Partial<SiteSettings>): Fields {
  const entries = keys.flatMap((key) => {
    const value: unknown = values[key];
    return isGroup(value) ? Object.entries(value).map(([name, one]) => toWire(name, one)) : [toWire(key, value)];
  });
  return Object.fromEntries(entries) as Fields;
}

const fromWire = (name: string, value: unknown): unknown =>
  name.endsWith(unit) ? (typeof value === "string" ? halalasFromDecimal(value) : null) : value;

/**
 * What the fields say of each setting, as it is stored. Throws ValidationError by the fields' names, also for a field
 * that is none.
 */
export async function valuesOf(
  ctx: Ctx,
  keys: readonly SettingKey[],
  fields: Fields,
): Promise<{ key: SettingKey; value: unknown }[]> {
  const wrong: FieldMap = {};
  const known = new Set(keys.flatMap((key) => (membersOf(key) ?? [key]).map(wireName)));
  for (const name of Object.keys(fields)) if (!known.has(name)) wrong[name] = [fieldText("invalid", ctx.locale)];
  const values: { key: SettingKey; value: unknown }[] = [];
  for (const key of keys) {
    const members = membersOf(key);
    const value = members
      ? Object.fromEntries(members.map((name) => [name, fromWire(name, fields[wireName(name)])]))
      : fromWire(key, fields[wireName(key)]);
    try {
      values.push({ key, value: await toStored(ctx, key, value) });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      for (const [path, texts] of Object.entries(error.fields))
        wrong[members ? wireName(path) : path === "body" ? wireName(key) : `${wireName(key)}.${path}`] = texts;
    }
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  return values;
}
