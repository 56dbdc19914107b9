import { and, asc, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { riyadhDate } from "#i18n/dates.ts";
import { getActorIdentity, inTransaction, type Ctx } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { announceContentChange, onContentChanged } from "./content-changes.server.ts";
import { toStored } from "./setting-shapes.server.ts";
import { shapes } from "./settings.schema.server.ts";
import {
  defaultSettings,
  isDated,
  publicKeys,
  type AccountantSettings,
  type ChangePolicy,
  type DatedKey,
  type EInvoicingSettings,
  type FeedbackQuestion,
  type HoldSettings,
  type LegalSettings,
  type NewsletterSettings,
  type PublicSettings,
  type SellerSettings,
  type SettingKey,
  type SiteSettings,
  type TrainingSettings,
  type TransferSettings,
} from "./settings.ts";
import { settingPeriods, siteSettings } from "./tables.server.ts";

/** Cache of values that every page needs and that rarely change. It is invalidated when content changes. */
interface Cached<T> {
  get(ctx: Ctx): Promise<T>;
  /** Drops what is cached. The result of a read in progress is not cached either. */
  invalidate(): void;
}

/**
 * Caches the result of `read` per database for `seconds`. Reads inside a transaction are not cached, because they may
 * see uncommitted data. They also do not wait for another read, because that may need a connection while waiting
 * transactions hold all of them.
 */
export function cached<T>(seconds: number, read: (ctx: Ctx) => Promise<T>): Cached<T> {
  let entries = new WeakMap<Database, { value: Promise<T>; isRead: boolean; until: number }>();
  return {
    get(ctx) {
      const existing = entries.get(ctx.database);
      const isFresh = existing !== undefined && existing.until > performance.now();
      if (isFresh && (existing.isRead || !ctx.afterCommit)) return existing.value;
      if (ctx.afterCommit) return read(ctx);
      const entry = { value: read(ctx), isRead: false, until: performance.now() + seconds * 1000 };
      entries.set(ctx.database, entry);
      entry.value.then(
        () => (entry.isRead = true),
        () => {
          if (entries.get(ctx.database) === entry) entries.delete(ctx.database);
        },
      );
      return entry.value;
    },
    invalidate() {
      entries = new WeakMap();
    },
  };
}

/** Key of the row that records when the demo content was loaded; not a setting. */
export const demoMarker = "demoLoadedAt";

interface StoredValue {
  key: SettingKey;
  value: unknown;
  /** First day in Riyadh; null for the value from the start. */
  startsOn: string | null;
}

/**
 * Reads all stored values in the order in which they apply, in one query. Leaves out invalid values, so that one bad
 * row never takes the site down.
 */
const stored = cached<StoredValue[]>(60, async (ctx) => {
  const undatedValues = ctx.db
    .select({
      key: siteSettings.key,
      value: siteSettings.value,
      startsOn: sql<string | null>`null::date`.as("starts_on"),
      id: sql<number>`0`.as("id"),
    })
    .from(siteSettings)
    .where(and(ne(siteSettings.key, demoMarker), ne(siteSettings.value, sql`'null'::jsonb`)));
  const datedValues = ctx.db
    .select({
      key: sql<string>`${settingPeriods.key}`.as("key"),
      value: settingPeriods.value,
      startsOn: sql<string | null>`${settingPeriods.startsOn}`.as("starts_on"),
      id: sql<number>`${settingPeriods.id}`.as("id"),
    })
    .from(settingPeriods);
  const rows = await unionAll(undatedValues, datedValues).orderBy(
    asc(sql`starts_on`).append(sql` nulls first`),
    asc(sql`id`),
  );
  return rows.flatMap(({ key, value, startsOn }) => {
    const parsed = key in shapes ? shapes[key as SettingKey].safeParse(value) : null;
    if (parsed?.success) return [{ key: key as SettingKey, value: parsed.data, startsOn }];
    ctx.log.warn({ setting: key }, "a site setting is not understood and is left out");
    return [];
  });
});

const settings = {
  /** Reads the values that apply today in Riyadh. */
  async get(ctx: Ctx): Promise<SiteSettings> {
    const today = riyadhDate(ctx.now());
    const inForce = (await stored.get(ctx)).filter(({ startsOn }) => startsOn === null || startsOn <= today);
    return { ...defaultSettings, ...Object.fromEntries(inForce.map(({ key, value }) => [key, value])) };
  },
};

/** Drops the cache; called on the content channel. */
export const invalidateSettings = stored.invalidate;
onContentChanged(invalidateSettings);

/** Lists the settings that someone has set. */
export const readSettingsInUse = async (ctx: Ctx): Promise<ReadonlySet<string>> =>
  new Set((await stored.get(ctx)).map(({ key }) => key));

/** Reads the value that applies before the first day that someone set. */
export async function readValueFromStart(ctx: Ctx, key: DatedKey): Promise<unknown> {
  const fromStart = (await stored.get(ctx)).find((one) => one.key === key && one.startsOn === null);
  return fromStart?.value ?? defaultSettings[key];
}

/** Reads the settings, with defaults where nothing is stored. For functions that change them. */
export const storedSettings = (ctx: Ctx): Promise<SiteSettings> => settings.get(ctx);

export async function publicSettings(ctx: Ctx): Promise<PublicSettings> {
  const allSettings = await settings.get(ctx);
  return Object.fromEntries(publicKeys.map((key) => [key, allSettings[key]])) as unknown as PublicSettings;
}

/** Reads the contact texts of the site, which are safe HTML. */
export async function contactInfo(ctx: Ctx): Promise<{ eng: string; ar: string }> {
  const { contactInfoEng: eng, contactInfoAr: ar } = await settings.get(ctx);
  return { eng, ar };
}

/** Reads the VAT rate in percent, with at most two decimals. */
export async function taxPercent(ctx: Ctx): Promise<number> {
  return (await settings.get(ctx)).taxPercent;
}

/** Reads the VAT rate; null when that fails, so that a page about other things works without it. */
export const taxPercentOrNull = (ctx: Ctx): Promise<number | null> => taxPercent(ctx).catch(() => null);

export async function sellerSettings(ctx: Ctx): Promise<SellerSettings & { email: string; phone: string }> {
  const { seller, email, phone } = await settings.get(ctx);
  return { ...seller, email, phone };
}

export async function holdSettings(ctx: Ctx): Promise<HoldSettings> {
  return (await settings.get(ctx)).holds;
}

/** Bank account for transfers; null until it is set. */
export async function transferSettings(ctx: Ctx): Promise<TransferSettings | null> {
  const { transfers } = await settings.get(ctx);
  const { bankNameEng, bankNameAr, accountHolder, iban } = transfers;
  return [bankNameEng, bankNameAr, accountHolder, iban].includes("") ? null : transfers;
}

export async function legalSettings(ctx: Ctx): Promise<LegalSettings> {
  return (await settings.get(ctx)).legal;
}

/** Refund limit in halalas: above this sum of an order's refunds a second person must approve. */
export async function refundLimitHalalas(ctx: Ctx): Promise<number> {
  return (await settings.get(ctx)).refunds.onePersonHalalas;
}

/** Change policy of runs without their own. */
export async function changePolicySetting(ctx: Ctx): Promise<ChangePolicy> {
  return (await settings.get(ctx)).changes;
}

/** Who gets the monthly figures; null for nobody. */
export async function accountantSettings(ctx: Ctx): Promise<AccountantSettings | null> {
  const { accountant } = await settings.get(ctx);
  return accountant.email === "" ? null : accountant;
}

/** E-invoicing with the tax authority; off until finance switches it on. */
export async function einvoicingSettings(ctx: Ctx): Promise<EInvoicingSettings> {
  return (await settings.get(ctx)).einvoicing;
}

/** The five questions asked after a course. */
export async function feedbackQuestions(ctx: Ctx): Promise<FeedbackQuestion[]> {
  return (await settings.get(ctx)).feedback.questions;
}

export async function trainingSettings(ctx: Ctx): Promise<TrainingSettings> {
  return (await settings.get(ctx)).training;
}

/** Sender of the newsletter; without a `replyTo` of its own it has the email address of the site. */
export async function newsletterSender(ctx: Ctx): Promise<NewsletterSettings> {
  const { newsletter, email } = await settings.get(ctx);
  return { ...newsletter, replyTo: newsletter.replyTo || email };
}

/**
 * Stores a setting. Every process purges it and its pages after the commit; tax and seller apply from today on. Throws
 * ValidationError.
 */
export async function changeSetting<Key extends SettingKey>(
  ctx: Ctx,
  key: Key,
  value: SiteSettings[Key],
): Promise<void> {
  const stored = await toStored(ctx, key, value);
  await inTransaction(ctx, async (ctx) => {
    if (isDated(key)) await addPeriod(ctx, key, riyadhDate(ctx.now()), stored);
    else await storeValue(ctx, key, stored);
    await announceContentChange(ctx);
  });
}

/** Resets a setting to its default; tax and seller from today on. */
export async function clearSetting(ctx: Ctx, key: SettingKey): Promise<void> {
  if (isDated(key)) return changeSetting(ctx, key, defaultSettings[key]);
  await inTransaction(ctx, async (ctx) => {
    await storeValue(ctx, key, sql`'null'::jsonb`);
    await announceContentChange(ctx);
  });
}

/** Stores a checked value that applies from today or a later day on, in the open transaction. Returns its id. */
export async function addPeriod(ctx: Ctx, key: DatedKey, startsOn: string, value: unknown): Promise<number> {
  const now = ctx.now();
  const begunAt = startsOn <= riyadhDate(now) ? now : null;
  const { id: setById, name: setBy } = getActorIdentity(ctx.actor);
  const row = { key, startsOn, value, setBy, setById, createdAt: now, begunAt };
  const [written] = await ctx.db.insert(settingPeriods).values(row).returning({ id: settingPeriods.id });
  return written?.id ?? 0;
}

/** Stores a checked value in the open transaction. */
export async function storeValue(ctx: Ctx, key: SettingKey, value: unknown): Promise<void> {
  const changed = { value, updatedAt: ctx.now() };
  await ctx.db
    .insert(siteSettings)
    .values({ key, ...changed })
    .onConflictDoUpdate({
      target: siteSettings.key,
      set: { ...changed, version: sql`${siteSettings.version} + 1` },
    });
}
