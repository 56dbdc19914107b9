/** Formats the seller of a document in both languages. */
import type { SellerSettings } from "#features/settings/settings.ts";
import type { PartyRow } from "#platform/pdf/bilingual.ts";
import { m } from "#messages";

export const sellerRows = (seller: SellerSettings): PartyRow[] => [
  { en: seller.nameEng, ar: seller.nameAr },
  { en: seller.addressEng, ar: seller.addressAr },
  { label: m.common_vat_number, value: seller.vatNumber },
  { label: m.invoicing_invoice_registration, value: seller.registrationNumber },
];
