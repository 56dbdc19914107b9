/** What a document says in both languages, and who stands on it. */
import type { SellerSettings } from "#features/settings/settings.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";

export type Message = (input: object, options: { locale: Locale }) => string;

export const inBoth = (text: (locale: Locale) => string): Record<Locale, string> => ({
  en: text("en"),
  ar: text("ar"),
});

export const both = (label: Message): Record<Locale, string> => inBoth((locale) => label({}, { locale }));

export type PartyRow = Record<Locale, string> | { text: string } | { label: Message; value: string };

export const sellerRows = (seller: SellerSettings): PartyRow[] => [
  { en: seller.nameEng, ar: seller.nameAr },
  { en: seller.addressEng, ar: seller.addressAr },
  { label: m.orders_company_vat, value: seller.vatNumber },
  { label: m.invoicing_invoice_registration, value: seller.registrationNumber },
];
