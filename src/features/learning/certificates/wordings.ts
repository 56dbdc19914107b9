/**
 * The texts on certificates, in versions. An issued certificate keeps its version, so never change a version that was
 * used: add a new one.
 */
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
  check(values: { date: string; address: string; number: string }): TextByLocale;
}

/** A number of days in Arabic, where 3 to 10 take the plural, and 11 and more the singular. */
const formatArabicDays = (count: number): string =>
  count === 1 ? "يوم واحد" : count === 2 ? "يومان" : count <= 10 ? `${count} أيام` : `${count} يومًا`;

const firstWording: Wording = {
  title: { en: "Certificate of attendance", ar: "شهادة حضور" },
  awarded: { en: "Awarded to", ar: "تُمنح هذه الشهادة إلى" },
  registration: {
    en: "Saudi Commission for Health Specialties no.",
    ar: "رقم التسجيل في الهيئة السعودية للتخصصات الصحية",
  },
  attending: { en: "for attending", ar: "لحضور دورة" },
  days: (count) => ({ en: count === 1 ? "1 day" : `${count} days`, ar: formatArabicDays(count) }),
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

/** In this version both languages name the same signatory, and the Arabic text says where to enter which number. */
const secondWording: Wording = {
  ...firstWording,
  signature: { en: "Training department", ar: "إدارة التدريب" },
  check: ({ date, address, number }) => ({
    en: firstWording.check({ date, address, number }).en,
    ar: `صدرت في ${date}. للتحقق منها امسح الرمز أو أدخل رقمها ${isolate(number)} في ${isolate(address)}`,
  }),
};

const wordings: Record<number, Wording> = { 1: firstWording, 2: secondWording };
/** Version of the certificates that are issued from now on. */
export const currentWording = 2;

/** Returns the wording of a version. Throws for an unknown version. */
export function getWording(version: number): Wording {
  const wording = wordings[version];
  if (!wording) throw new Error(`Unknown certificate wording ${version}`);
  return wording;
}
