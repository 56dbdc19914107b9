import { asc, desc, eq } from "drizzle-orm";
import { imageDetailsSql } from "#features/content/media/uses.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { legalSettings, sellerSettings, contactInfo } from "#features/settings/settings.server.ts";
import type { LegalSettings, SellerSettings } from "#features/settings/settings.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import * as schema from "./content.schema.server.ts";
import type {
  Banner,
  Faq,
  SoftwareModule,
  StaticPage,
  ContactSettings,
  TeamMember,
  FeedStory,
} from "./content.schema.server.ts";
import { bannerFile } from "./content.ts";
import {
  banners as bannerTable,
  faqs as faqTable,
  softwareModules as moduleTable,
  staticPages,
  teamMembers as teamTable,
  news,
} from "./tables.server.ts";

/** Lists the slugs of all stories, newest first, with the instant of the last change. */
export async function newsAddresses(ctx: Ctx): Promise<{ slug: string; updatedAt: Date }[]> {
  return ctx.db
    .select({ slug: news.slug, updatedAt: news.updated_at })
    .from(news)
    .orderBy(desc(news.created_at), desc(news.id));
}

/** Lists the slugs of all text pages, with the instant of the last change. */
export async function staticPageAddresses(ctx: Ctx): Promise<{ slug: string; updatedAt: Date }[]> {
  return ctx.db.select({ slug: staticPages.slug, updatedAt: staticPages.updated_at }).from(staticPages);
}

export async function feedStories(ctx: Ctx, limit: number): Promise<FeedStory[]> {
  const { slug, title_eng, title_ar, excerpt_eng, excerpt_ar, created_at, updated_at } = news;
  const rows = await ctx.db
    .select({ slug, title_eng, title_ar, excerpt_eng, excerpt_ar, created_at, updated_at })
    .from(news)
    .orderBy(desc(news.created_at), desc(news.id))
    .limit(limit);
  return rows.map((story) => ({
    ...story,
    created_at: story.created_at.toISOString(),
    updated_at: story.updated_at.toISOString(),
  }));
}

export async function teamMembers(ctx: Ctx): Promise<TeamMember[]> {
  return ctx.db
    .select({ ...columnsFor(teamTable, schema.memberFacts), image_details: imageDetailsSql(teamTable.image) })
    .from(teamTable)
    .orderBy(asc(teamTable.position), asc(teamTable.id));
}

/** Reads the contact details, as safe HTML, and the team. */
export async function contactSettings(ctx: Ctx): Promise<ContactSettings> {
  const [info, members_info] = await Promise.all([contactInfo(ctx), teamMembers(ctx)]);
  return { contact_info_eng: info.eng, contact_info_ar: info.ar, members_info };
}

interface Facts {
  seller: SellerSettings;
  legal: LegalSettings;
}

const isolateHtml = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;
const leftToRight = (text: string) => `<bdi dir="ltr">${escapeHtml(text)}</bdi>`;

/** Builds sentences from settings, as safe HTML. The keys are values of `<data value="…"></data>` in a page's text. */
const sentences: Record<string, (facts: Facts, locale: Locale) => string> = {
  "privacy-company"({ seller, legal }, locale) {
    const email = `<a href="mailto:${escapeHtml(legal.dataProtectionEmail)}">${leftToRight(legal.dataProtectionEmail)}</a>`;
    const contact = localText(locale, legal.dataProtectionContactEng, legal.dataProtectionContactAr).text;
    return m.content_legal_privacy_company(
      { ...toCompanyFacts(seller, locale), contact: isolateHtml(contact), email },
      { locale },
    );
  },
  "contract-company"({ seller, legal }, locale) {
    const vat = leftToRight(seller.vatNumber);
    const sentence = m.content_legal_contract_company({ ...toCompanyFacts(seller, locale), vat }, { locale });
    const licence = legal.trainingLicence;
    return licence ? `${sentence} ${m.content_legal_licence({ number: leftToRight(licence) }, { locale })}` : sentence;
  },
  "tax-records": ({ legal }, locale) => m.content_legal_tax_records({ count: legal.taxRecordYears }, { locale }),
  "attendance-records": ({ legal }, locale) => {
    return m.content_legal_attendance_records({ count: legal.attendanceRecordYears }, { locale });
  },
  processors: ({ legal }, locale) => escapeHtml(localText(locale, legal.processorsEng, legal.processorsAr).text),
};

function toCompanyFacts(seller: SellerSettings, locale: Locale) {
  const name = localText(locale, seller.nameEng, seller.nameAr).text;
  return { name: isolateHtml(name), number: leftToRight(seller.registrationNumber) };
}

const placeholderPattern = /<data value="([a-z-]+)"><\/data>/g;

/** Replaces each `<data>` by its sentence; an unknown name is removed. */
export async function withLegalFacts(ctx: Ctx, html: string, locale: Locale): Promise<string> {
  if (!html.includes("<data ")) return html;
  const facts = { seller: await sellerSettings(ctx), legal: await legalSettings(ctx) };
  return html.replace(placeholderPattern, (_placeholder, name: string) => sentences[name]?.(facts, locale) ?? "");
}

export async function banners(ctx: Ctx, slug: string): Promise<Banner[]> {
  const rows = await ctx.db
    .select({ ...columnsFor(bannerTable, schema.bannerFacts), image_details: imageDetailsSql(bannerTable.image) })
    .from(bannerTable)
    .where(eq(bannerTable.slug, slug))
    .orderBy(asc(bannerTable.position), asc(bannerTable.id));
  return rows.map((row) => ({ ...row, banner: bannerFile(row.image) }));
}

/** Reads a page as safe HTML in both languages, with the legal facts of the settings. Throws NotFound. */
export async function staticPage(ctx: Ctx, slug: string): Promise<StaticPage> {
  const columns = columnsFor(staticPages, schema.staticPage);
  // PostgreSQL rejects U+0000, which an address may contain.
  const [row] = slug.includes("\0")
    ? []
    : await ctx.db.select(columns).from(staticPages).where(eq(staticPages.slug, slug));
  if (!row) throw new NotFound(m.content_page_not_found({}, { locale: ctx.locale }));
  const { description_eng, description_ar } = row;
  return {
    ...row,
    description_eng: await withLegalFacts(ctx, description_eng, "en"),
    description_ar: description_ar && (await withLegalFacts(ctx, description_ar, "ar")),
  };
}

/** Answers are safe HTML. */
export async function faqs(ctx: Ctx): Promise<Faq[]> {
  return ctx.db
    .select(columnsFor(faqTable, schema.faq))
    .from(faqTable)
    .orderBy(asc(faqTable.position), asc(faqTable.id));
}

export async function softwareModules(ctx: Ctx): Promise<SoftwareModule[]> {
  return ctx.db
    .select(columnsFor(moduleTable, schema.softwareModule))
    .from(moduleTable)
    .orderBy(asc(moduleTable.position), asc(moduleTable.slug));
}
