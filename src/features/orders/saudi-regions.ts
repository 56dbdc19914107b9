import type { Locale } from "#i18n/locale.ts";

/** Regions suggested in address forms; other text is allowed too. */
export const saudiRegions: readonly Record<Locale, string>[] = [
  { en: "Riyadh", ar: "الرياض" },
  { en: "Makkah", ar: "مكة المكرمة" },
  { en: "Madinah", ar: "المدينة المنورة" },
  { en: "Eastern Province", ar: "المنطقة الشرقية" },
  { en: "Qassim", ar: "القصيم" },
  { en: "Asir", ar: "عسير" },
  { en: "Tabuk", ar: "تبوك" },
  { en: "Hail", ar: "حائل" },
  { en: "Northern Borders", ar: "الحدود الشمالية" },
  { en: "Jazan", ar: "جازان" },
  { en: "Najran", ar: "نجران" },
  { en: "Al Bahah", ar: "الباحة" },
  { en: "Al Jawf", ar: "الجوف" },
];
