import { ne } from "drizzle-orm";
import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldMap, line, optionalLine, paragraph } from "#platform/http/fields.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import { contentChanged, onContentChanged } from "./content-changes.server.ts";
import { cached } from "./cached.server.ts";
import {
  defaultSettings,
  type HoldSettings,
  type LegalSettings,
  type NewsletterSettings,
  type PublicSettings,
  type SellerSettings,
  type SettingKey,
  type SiteSettings,
  type TransferSettings,
} from "./settings.ts";
import { siteSettings } from "./tables.server.ts";

/** The row that says when the demo content was loaded; not a setting. */
export const demoMarker = "demoLoadedAt";

/** Country, 22 digits and their check sum (ISO 13616): moved to the end, letters as numbers, the rest of a division by 97 is 1. */
const isSaudiIban = (iban: string): boolean =>
  /^SA\d{22}$/.test(iban) && BigInt(`${iban.slice(4)}2810${iban.slice(2, 4)}`) % 97n === 1n;

const httpUrl = z.url({ protocol: /^https?$/, error: "invalid" }).max(300);
const shapes: { [Key in SettingKey]: z.ZodType<SiteSettings[Key]> } = {
  addressEng: line(200),
  addressAr: line(200),
  phone: z.string().regex(/^\+?[\d ()-]{6,24}$/, "phone"),
  email: z.email("email").max(254),
  socialLinks: z
    .array(z.strictObject({ network: z.enum(["linkedin", "x", "youtube", "instagram", "facebook"]), url: httpUrl }))
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
  newsletter: z.strictObject({
    senderEng: line(80),
    senderAr: line(80),
    replyTo: z.union([z.literal(""), z.email("email").max(254)]),
  }),
};

/** A stored value that no longer fits its shape is left out, so that one bad row cannot take the site down. */
const settings = cached<SiteSettings>(60, async (ctx) => {
  const rows = await ctx.db
    .select({ key: siteSettings.key, value: siteSettings.value })
    .from(siteSettings)
    .where(ne(siteSettings.key, demoMarker));
  const found: Record<string, unknown> = {};
  for (const { key, value } of rows) {
    const parsed = key in shapes ? shapes[key as SettingKey].safeParse(value) : null;
    if (parsed?.success) found[key] = parsed.data;
    else ctx.log.warn({ setting: key }, "a site setting is not understood and is left out");
  }
  return { ...defaultSettings, ...found };
});

/** Called on the content channel. */
export const invalidateSettings = settings.invalidate;
onContentChanged(invalidateSettings);

/** Defaults where nothing is stored. For the operator's command. */
export const storedSettings = (ctx: Ctx): Promise<SiteSettings> => settings.get(ctx);

export async function publicSettings(ctx: Ctx): Promise<PublicSettings> {
  const {
    seller: _seller,
    holds: _holds,
    transfers: _transfers,
    legal: _legal,
    refunds: _refunds,
    newsletter: _newsletter,
    contactInfoEng: _eng,
    contactInfoAr: _ar,
    ...shown
  } = await settings.get(ctx);
  return shown;
}

/** Safe HTML. */
export async function contactInfo(ctx: Ctx): Promise<{ eng: string; ar: string }> {
  const { contactInfoEng: eng, contactInfoAr: ar } = await settings.get(ctx);
  return { eng, ar };
}

/** In percent, at most two decimals. */
export async function taxPercent(ctx: Ctx): Promise<number> {
  return (await settings.get(ctx)).taxPercent;
}

export async function sellerSettings(ctx: Ctx): Promise<SellerSettings & { email: string; phone: string }> {
  const { seller, email, phone } = await settings.get(ctx);
  return { ...seller, email, phone };
}

export async function holdSettings(ctx: Ctx): Promise<HoldSettings> {
  return (await settings.get(ctx)).holds;
}

/** Where orders are paid by bank transfer; null until the company's account is set. */
export async function transferSettings(ctx: Ctx): Promise<TransferSettings | null> {
  const { transfers } = await settings.get(ctx);
  const { bankNameEng, bankNameAr, accountHolder, iban } = transfers;
  return [bankNameEng, bankNameAr, accountHolder, iban].includes("") ? null : transfers;
}

export async function legalSettings(ctx: Ctx): Promise<LegalSettings> {
  return (await settings.get(ctx)).legal;
}

/** Above this sum of an order's refunds a second person has to agree, in halalas. */
export async function refundLimitHalalas(ctx: Ctx): Promise<number> {
  return (await settings.get(ctx)).refunds.onePersonHalalas;
}

/** Sender of the newsletter, `replyTo` filled in. */
export async function newsletterSender(ctx: Ctx): Promise<NewsletterSettings> {
  const { newsletter, email } = await settings.get(ctx);
  return { ...newsletter, replyTo: newsletter.replyTo || email };
}

/** Settings shown as HTML, with their language; sanitised before they are stored. */
const richTexts: Partial<Record<SettingKey, Locale>> = { contactInfoEng: "en", contactInfoAr: "ar" };

/** Every process purges setting and pages after the commit. Throws ValidationError. */
export async function changeSetting<Key extends SettingKey>(
  ctx: Ctx,
  key: Key,
  value: SiteSettings[Key],
): Promise<void> {
  const parsed = shapes[key].safeParse(value);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  const language = richTexts[key];
  const stored = language && typeof parsed.data === "string" ? await richText(parsed.data, language) : parsed.data;
  await inTransaction(ctx, async (ctx) => {
    const row = { key, value: stored, updatedAt: ctx.now() };
    await ctx.db.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
    await contentChanged(ctx);
  });
}
