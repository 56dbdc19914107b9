import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldMap, line, optionalLine, paragraph, webAddress } from "#platform/http/fields.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import type { SettingKey, SiteSettings } from "./settings.ts";

/**
 * Country, 22 digits and their check sum (ISO 13616): moved to the end, letters as numbers, the rest of a division by
 * 97 is 1.
 */
const isSaudiIban = (iban: string): boolean =>
  /^SA\d{22}$/.test(iban) && BigInt(`${iban.slice(4)}2810${iban.slice(2, 4)}`) % 97n === 1n;

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
      // A line has 20 seats at most (features/orders/pricing.ts).
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
  accountant: z.strictObject({
    email: z.union([z.literal(""), z.email("email").max(254)]),
    locale: z.enum(["en", "ar"], "choice"),
  }),
  newsletter: z.strictObject({
    senderEng: line(80),
    senderAr: line(80),
    replyTo: z.union([z.literal(""), z.email("email").max(254)]),
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
