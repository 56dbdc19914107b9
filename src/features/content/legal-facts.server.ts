import { legalSettings, sellerSettings } from "#features/settings/settings.server.ts";
import type { LegalSettings, SellerSettings } from "#features/settings/settings.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import { m } from "#messages";

interface Facts {
  seller: SellerSettings;
  legal: LegalSettings;
}

const isolated = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;
const leftToRight = (text: string) => `<bdi dir="ltr">${escapeHtml(text)}</bdi>`;

/** Sentences made from settings, as safe HTML, by the value of `<data value="…"></data>` in a page's text. */
const sentences: Record<string, (facts: Facts, locale: Locale) => string> = {
  "privacy-company"({ seller, legal }, locale) {
    const email = `<a href="mailto:${escapeHtml(legal.dataProtectionEmail)}">${leftToRight(legal.dataProtectionEmail)}</a>`;
    const contact = localText(locale, legal.dataProtectionContactEng, legal.dataProtectionContactAr).text;
    return m.content_legal_privacy_company(
      { ...company(seller, locale), contact: isolated(contact), email },
      { locale },
    );
  },
  "contract-company"({ seller, legal }, locale) {
    const vat = leftToRight(seller.vatNumber);
    const named = m.content_legal_contract_company({ ...company(seller, locale), vat }, { locale });
    const licence = legal.trainingLicence;
    return licence ? `${named} ${m.content_legal_licence({ number: leftToRight(licence) }, { locale })}` : named;
  },
  "tax-records": ({ legal }, locale) => m.content_legal_tax_records({ count: legal.taxRecordYears }, { locale }),
  "attendance-records": ({ legal }, locale) => {
    return m.content_legal_attendance_records({ count: legal.attendanceRecordYears }, { locale });
  },
  processors: ({ legal }, locale) => escapeHtml(localText(locale, legal.processorsEng, legal.processorsAr).text),
};

function company(seller: SellerSettings, locale: Locale) {
  const name = localText(locale, seller.nameEng, seller.nameAr).text;
  return { name: isolated(name), number: leftToRight(seller.registrationNumber) };
}

const places = /<data value="([a-z-]+)"><\/data>/g;

/** Replaces each `<data>` by its sentence; an unknown name becomes nothing. */
export async function withLegalFacts(ctx: Ctx, html: string, locale: Locale): Promise<string> {
  if (!html.includes("<data ")) return html;
  const facts = { seller: await sellerSettings(ctx), legal: await legalSettings(ctx) };
  return html.replace(places, (_place, name: string) => sentences[name]?.(facts, locale) ?? "");
}
