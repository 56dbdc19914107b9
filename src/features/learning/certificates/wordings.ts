/** Our own texts on certificates. An issued certificate keeps its version of them; a new wording gets a new version. */
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";

type TextByLocale = Record<Locale, string>;

export interface Wording {
  title: TextByLocale;
  awarded: TextByLocale;
  registration: TextByLocale;
  attending: TextByLocale;
  days(count: number): TextByLocale;
  body: TextByLocale;
  specialty: TextByLocale;
  cmeHours: TextByLocale;
  hours: TextByLocale;
  activityReference: TextByLocale;
  accreditationNumber: TextByLocale;
  signature: TextByLocale;
  qr: TextByLocale;
  check(of: { date: string; address: string; number: string }): TextByLocale;
}

/** 3 to 10 take the plural, 11 and more the singular. */
const arabicDays = (count: number): string =>
  count === 1 ? "يوم واحد" : count === 2 ? "يومان" : count <= 10 ? `${count} أيام` : `${count} يومًا`;

const first: Wording = {
  title: { en: "Certificate of attendance", ar: "شهادة حضور" },
  awarded: { en: "Awarded to", ar: "تُمنح هذه الشهادة إلى" },
  registration: {
    en: "Saudi Commission for Health Specialties no.",
    ar: "رقم التسجيل في الهيئة السعودية للتخصصات الصحية",
  },
  attending: { en: "for attending", ar: "لحضور دورة" },
  days: (count) => ({ en: count === 1 ? "1 day" : `${count} days`, ar: arabicDays(count) }),
  body: { en: "Accredited by", ar: "جهة الاعتماد" },
  specialty: { en: "Specialty", ar: "التخصص" },
  cmeHours: { en: "CME hours", ar: "ساعة معتمدة" },
  hours: { en: "Hours", ar: "ساعة" },
  activityReference: { en: "Activity reference", ar: "الرقم المرجعي للنشاط" },
  accreditationNumber: { en: "Accreditation number", ar: "رقم الاعتماد" },
  signature: { en: "Head of training", ar: "إدارة التدريب" },
  qr: { en: "QR code: check this certificate", ar: "رمز للتحقق من هذه الشهادة" },
  check: ({ date, address, number }) => ({
    en: `Issued ${date}. Check it at ${address} with ${number}`,
    ar: `صدرت في ${date}. للتحقق منها امسح الرمز أو أدخل رقمها في الصفحة`,
  }),
};

/** Both languages name the same signatory, and explain where to enter which number. */
const second: Wording = {
  ...first,
  signature: { en: "Training department", ar: "إدارة التدريب" },
  check: ({ date, address, number }) => ({
    en: first.check({ date, address, number }).en,
    ar: `صدرت في ${date}. للتحقق منها امسح الرمز أو أدخل رقمها ${isolate(number)} في ${isolate(address)}`,
  }),
};

const wordings: Record<number, Wording> = { 1: first, 2: second };
/** Version for certificates issued from now on. */
export const currentWording = 2;

/** Reads a version. Throws for one that never existed. */
export function getWording(version: number): Wording {
  const wording = wordings[version];
  if (!wording) throw new Error(`There is no wording ${version}`);
  return wording;
}
