import type { DemoSpeaker } from "./types.ts";

const person = (nameEng: string, nameAr: string, titleEng: string, titleAr: string): DemoSpeaker => ({
  nameEng,
  nameAr,
  titleEng,
  titleAr,
});

/** The invented faculty: first name and initial only, so that no one real is meant. */
export const huda = person(
  "Dr. Huda A.",
  "د. هدى أ.",
  "Consultant physician, patient safety lead",
  "استشارية الطب الباطني ومسؤولة سلامة المرضى",
);
export const reem = person("Reem S.", "ريم س.", "Nursing quality lead", "رئيسة جودة التمريض");
export const khalid = person(
  "Dr. Khalid M.",
  "د. خالد م.",
  "Consultant in infectious diseases",
  "استشاري الأمراض المعدية",
);
export const noura = person("Noura B.", "نورة ب.", "Infection control practitioner", "ممارِسة مكافحة العدوى");
export const salma = person(
  "Dr. Salma H.",
  "د. سلمى ح.",
  "Clinical pharmacist, medication safety",
  "صيدلانية سريرية متخصصة في سلامة الدواء",
);
export const yousef = person("Dr. Yousef K.", "د. يوسف ك.", "Consultant anaesthetist", "استشاري التخدير");
export const maha = person("Maha D.", "مها د.", "Quality and accreditation adviser", "مستشارة الجودة والاعتماد");
export const tariq = person("Dr. Tariq N.", "د. طارق ن.", "Clinical epidemiologist", "أخصائي الوبائيات السريرية");
export const lama = person("Dr. Lama F.", "د. لمى ف.", "Biostatistician", "أخصائية الإحصاء الحيوي");
export const sami = person("Sami R.", "سامي ر.", "Laboratory quality manager", "مدير جودة المختبر");
export const amal = person(
  "Dr. Amal J.",
  "د. أمل ج.",
  "Consultant physician and medical educator",
  "استشارية الطب الباطني ومختصة في التعليم الطبي",
);
export const badr = person(
  "Dr. Badr Z.",
  "د. بدر ز.",
  "Consultant surgeon, head of department",
  "استشاري الجراحة ورئيس قسم",
);
export const hind = person("Hind W.", "هند و.", "Patient experience lead", "مسؤولة تجربة المريض");
export const ziad = person("Ziad G.", "زياد غ.", "Healthcare risk manager", "مدير المخاطر في الرعاية الصحية");
export const rana = person(
  "Dr. Rana T.",
  "د. رنا ت.",
  "Clinical investigator, research ethics reviewer",
  "باحثة سريرية ومراجِعة لأخلاقيات البحث",
);
