import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldMap, line, optionalLine, paragraph, webAddress, fieldText } from "#platform/http/fields.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { defaultSettings, isGroup, type SettingKey, type SiteSettings } from "./settings.ts";

/**
 * Country, 22 digits and their check sum (ISO 13616): moved to the end, letters as numbers, the rest of a division by
 * 97 is 1.
 */
const isSaudiIban = (iban: string): boolean =>
  /^SA\d{22}$/.test(iban) && BigInt(`${iban.slice(4)}2810${iban.slice(2, 4)}`) % 97n === 1n;

const policyDays = z.int("invalid").min(0, "invalid").max(365, "invalid");
/** Also of a run that has rules of its own. */
const changePolicy = z
  .strictObject({
    allBackDays: policyDays,
    partBackDays: policyDays,
    partBackPercent: z.int("invalid").min(0, "invalid").max(100, "invalid"),
    moveDays: policyDays,
  })
  .refine(({ allBackDays, partBackDays }) => partBackDays <= allBackDays, { error: "invalid", path: ["partBackDays"] });

/** What each setting may hold. */
export const shapes: { [Key in SettingKey]: z.ZodType<SiteSettings[Key]> } = {
  addressEng: line(200),
  addressAr: line(200),
  phone: z.string().regex(/^\+?[\d ()-]{6,24}$/, "phone"),
  email: z.email("email").max(254),
  socialLinks: z
    .array(
      z.strictObject({ network: z.enum(["linkedin", "x", "youtube", "instagram", "facebook"]), url: webAddress() }),
    )
    .max(5),
  contactInfoEng: paragraph(5000),
  contactInfoAr: paragraph(5000),
  messageSet: z.enum(["complete", "as-specified"], "choice"),
  currencySymbol: line(8),
  taxPercent: z.number().min(0).max(100).multipleOf(0.01),
  seller: z.strictObject({
    nameEng: line(),
    nameAr: line(),
    addressEng: line(200),
    addressAr: line(200),
    vatNumber: z.string().regex(/^3\d{13}3$/, "invalid"),
    registrationNumber: z.string().regex(/^\d{10}$/, "invalid"),
  }),
  holds: z
    .strictObject({
      minutes: z.int().min(5).max(60),
      minutesToPay: z.int().min(1).max(10),
      // What an account may hold by card.
      seatsPerAccount: z.int().min(1).max(20),
      seatsPerRun: z.int().min(1).max(20),
      expiredBeforePause: z.int().min(1).max(10),
      pauseMinutes: z
        .int()
        .min(1)
        .max(24 * 60),
    })
    .refine(({ minutes, minutesToPay }) => minutesToPay < minutes, { error: "invalid", path: ["minutesToPay"] }),
  transfers: z.strictObject({
    bankNameEng: optionalLine(80),
    bankNameAr: optionalLine(80),
    accountHolder: optionalLine(120),
    iban: z.string().refine((iban) => iban === "" || isSaudiIban(iban), "invalid"),
    days: z.int("invalid").min(1, "invalid").max(90, "invalid"),
    groupFromHalalas: z.int("invalid").min(0, "invalid").max(1_000_000_00, "invalid").default(500_000),
    groupDaysBefore: z.int("invalid").min(1, "invalid").max(90, "invalid").default(14),
    // A line has 50 seats at most (features/orders/pricing.ts).
    groupSeats: z.int("invalid").min(1, "invalid").max(50, "invalid").default(50),
  }),
  legal: z.strictObject({
    dataProtectionContactEng: line(),
    dataProtectionContactAr: line(),
    dataProtectionEmail: z.email("email").max(254),
    taxRecordYears: z.int("invalid").min(1, "invalid").max(100, "invalid"),
    attendanceRecordYears: z.int("invalid").min(1, "invalid").max(100, "invalid"),
    processorsEng: paragraph(1000),
    processorsAr: paragraph(1000),
    trainingLicence: optionalLine(50),
  }),
  refunds: z.strictObject({ onePersonHalalas: z.int("invalid").min(0, "invalid").max(1_000_000_00, "invalid") }),
  changes: changePolicy,
  accountant: z.strictObject({
    email: z.union([z.literal(""), z.email("email").max(254)]),
    locale: z.enum(["en", "ar"], "choice"),
  }),
  newsletter: z.strictObject({
    senderEng: line(80),
    senderAr: line(80),
    replyTo: z.union([z.literal(""), z.email("email").max(254)]),
  }),
  training: z.strictObject({
    presentFromPercent: z.int("invalid").min(1, "invalid").max(100, "invalid"),
    certificateHours: z.int("invalid").min(1, "invalid").max(720, "invalid").default(24),
  }),
  feedback: z.strictObject({
    questions: z
      .array(
        z.strictObject({
          eng: line(160),
          ar: line(160),
          lowEng: optionalLine(30),
          lowAr: optionalLine(30),
          highEng: optionalLine(30),
          highAr: optionalLine(30),
          required: z.boolean("invalid"),
        }),
        "invalid",
      )
      .length(5, "invalid"),
  }),
};

/** Settings shown as HTML, with their language; sanitised before they are stored. */
const richTexts: Partial<Record<SettingKey, Locale>> = { contactInfoEng: "en", contactInfoAr: "ar" };

/** The value as it is stored. Throws ValidationError. */
export async function toStored(ctx: Ctx, key: SettingKey, value: unknown): Promise<unknown> {
  const parsed = shapes[key].safeParse(value);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  const language = richTexts[key];
  return language && typeof parsed.data === "string" ? richText(parsed.data, language) : parsed.data;
}

/** Settings on the wire: one flat record of `snake_case` fields, money in SAR with two decimals. */
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
