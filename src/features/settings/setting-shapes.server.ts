import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldMap, getProblemMessage } from "#platform/http/fields.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { shapes } from "./settings.schema.server.ts";
import { defaultSettings, isGroup, type SettingKey, type SiteSettings } from "./settings.ts";

/** Settings shown as HTML, with their language; sanitised before they are stored. */
const richTexts: Partial<Record<SettingKey, Locale>> = { contactInfoEng: "en", contactInfoAr: "ar" };

/** Converts a value for storage. Throws ValidationError. */
export async function toStored(ctx: Ctx, key: SettingKey, value: unknown): Promise<unknown> {
  const parsed = shapes[key].safeParse(value);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  const language = richTexts[key];
  return language && typeof parsed.data === "string" ? richText(parsed.data, language) : parsed.data;
}

/** Settings in the staff API: one flat record of their members by name, money in SAR with two decimals. */
export type Fields = Record<string, unknown>;

const moneySuffix = "Halalas";
const toFieldName = (name: string) => name.replace(moneySuffix, "");
const getMembers = (key: SettingKey): string[] | null => {
  const defaultValue: unknown = defaultSettings[key];
  return isGroup(defaultValue) ? Object.keys(defaultValue) : null;
};

const toField = (name: string, value: unknown) => [
  toFieldName(name),
  name.endsWith(moneySuffix) && typeof value === "number" ? decimalFromHalalas(value) : value,
];

/** Builds these settings for a reply. */
export function toFields(keys: readonly SettingKey[], values: Partial<SiteSettings>): Fields {
  const entries = keys.flatMap((key) => {
    const value: unknown = values[key];
    return isGroup(value) ? Object.entries(value).map(([name, one]) => toField(name, one)) : [toField(key, value)];
  });
  return Object.fromEntries(entries) as Fields;
}

const fromField = (name: string, value: unknown): unknown =>
  name.endsWith(moneySuffix) ? (typeof value === "string" ? halalasFromDecimal(value) : null) : value;

/**
 * Converts the fields to stored settings. Throws ValidationError with errors by field name, also for an unknown field.
 */
export async function parseFields(
  ctx: Ctx,
  keys: readonly SettingKey[],
  fields: Fields,
): Promise<{ key: SettingKey; value: unknown }[]> {
  const errors: FieldMap = {};
  const known = new Set(keys.flatMap((key) => (getMembers(key) ?? [key]).map(toFieldName)));
  for (const name of Object.keys(fields))
    if (!known.has(name)) errors[name] = [getProblemMessage("invalid", ctx.locale)];
  const values: { key: SettingKey; value: unknown }[] = [];
  for (const key of keys) {
    const members = getMembers(key);
    const value = members
      ? Object.fromEntries(members.map((name) => [name, fromField(name, fields[toFieldName(name)])]))
      : fromField(key, fields[toFieldName(key)]);
    try {
      values.push({ key, value: await toStored(ctx, key, value) });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      for (const [path, texts] of Object.entries(error.fields))
        errors[members ? toFieldName(path) : path === "body" ? toFieldName(key) : `${toFieldName(key)}.${path}`] =
          texts;
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return values;
}
