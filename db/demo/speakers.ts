import type { DemoTrainer } from "./types.ts";

type Bilingual = [eng: string, ar: string];

const buildTrainer = (name: Bilingual, jobTitle: Bilingual, biography: Bilingual): DemoTrainer => ({
  name_eng: name[0],
  name_ar: name[1],
  job_title_eng: jobTitle[0],
  job_title_ar: jobTitle[1],
  biography_eng: biography[0],
  biography_ar: biography[1],
});

/** The invented faculty: no one real is meant. */
export const faculty = {
  huda: buildTrainer(
    ["Dr. Huda Al-Ansari", "د. هدى الأنصاري"],
    ["Consultant physician, patient safety lead", "استشارية الطب الباطني ومسؤولة سلامة المرضى"],
    ["Has led incident reviews in two teaching hospitals.", "قادت مراجعة الحوادث في مستشفيين تعليميين."],
  ),
  reem: buildTrainer(
    ["Reem Al-Sulaimani", "ريم السليماني"],
    ["Nursing quality lead", "رئيسة جودة التمريض"],
    [
      "Works on handover and staffing in medical wards.",
      "تعمل على التسليم بين المناوبات وتوزيع الطواقم في أقسام الباطنية.",
    ],
  ),
  khalid: buildTrainer(
    ["Dr. Khalid Al-Mutlaq", "د. خالد المطلق"],
    ["Consultant in infectious diseases", "استشاري الأمراض المعدية"],
    ["Chairs an infection control committee.", "يرأس لجنة لمكافحة العدوى."],
  ),
  noura: buildTrainer(
    ["Noura Al-Bishri", "نورة البشري"],
    ["Infection control practitioner", "ممارِسة مكافحة العدوى"],
    ["Trains wards in isolation and hand hygiene.", "تدرّب الأقسام على العزل ونظافة اليدين."],
  ),
  salma: buildTrainer(
    ["Dr. Salma Al-Harbi", "د. سلمى الحربي"],
    ["Clinical pharmacist, medication safety", "صيدلانية سريرية متخصصة في سلامة الدواء"],
    ["Reviews medication errors with the wards they came from.", "تراجع أخطاء الدواء مع الأقسام التي وقعت فيها."],
  ),
  yousef: buildTrainer(
    ["Dr. Yousef Al-Kathiri", "د. يوسف الكثيري"],
    ["Consultant anaesthetist", "استشاري التخدير"],
    ["Teaches teamwork and handover in the operating theatre.", "يدرّس العمل الجماعي والتسليم في غرفة العمليات."],
  ),
  maha: buildTrainer(
    ["Maha Al-Dossari", "مها الدوسري"],
    ["Quality and accreditation adviser", "مستشارة الجودة والاعتماد"],
    ["Prepares departments for accreditation surveys.", "تهيّئ الأقسام لزيارات الاعتماد."],
  ),
  tariq: buildTrainer(
    ["Dr. Tariq Al-Nasser", "د. طارق الناصر"],
    ["Clinical epidemiologist", "أخصائي الوبائيات السريرية"],
    ["Advises clinicians on the design of their studies.", "يساعد الأطباء في تصميم دراساتهم."],
  ),
  lama: buildTrainer(
    ["Dr. Lama Al-Fahad", "د. لمى الفهد"],
    ["Biostatistician", "أخصائية الإحصاء الحيوي"],
    ["Explains statistics to people who treat patients.", "تشرح الإحصاء لمن يعالجون المرضى."],
  ),
  sami: buildTrainer(
    ["Sami Al-Rashed", "سامي الراشد"],
    ["Laboratory quality manager", "مدير جودة المختبر"],
    ["Has taken two laboratories through accreditation.", "قاد مختبرين إلى الاعتماد."],
  ),
  amal: buildTrainer(
    ["Dr. Amal Al-Juhani", "د. أمل الجهني"],
    ["Consultant physician and medical educator", "استشارية الطب الباطني ومختصة في التعليم الطبي"],
    ["Trains those who teach residents at the bedside.", "تدرّب من يعلّمون الأطباء المقيمين عند سرير المريض."],
  ),
  badr: buildTrainer(
    ["Dr. Badr Al-Zahrani", "د. بدر الزهراني"],
    ["Consultant surgeon, head of department", "استشاري الجراحة ورئيس قسم"],
    ["Has led a surgical department for eight years.", "يقود قسم جراحة منذ ثماني سنوات."],
  ),
  hind: buildTrainer(
    ["Hind Al-Wabel", "هند الوابل"],
    ["Patient experience lead", "مسؤولة تجربة المريض"],
    ["Turns patients’ comments into changes on the ward.", "تحوّل ملاحظات المرضى إلى تغييرات في القسم."],
  ),
  ziad: buildTrainer(
    ["Ziad Al-Ghamdi", "زياد الغامدي"],
    ["Healthcare risk manager", "مدير المخاطر في الرعاية الصحية"],
    ["Keeps the risk register of a large hospital.", "يتولّى سجل المخاطر في مستشفى كبير."],
  ),
  rana: buildTrainer(
    ["Dr. Rana Al-Tamimi", "د. رنا التميمي"],
    ["Clinical investigator, research ethics reviewer", "باحثة سريرية ومراجِعة لأخلاقيات البحث"],
    ["Reviews study protocols and consent forms.", "تراجع خطط الدراسات ونماذج الموافقة."],
  ),
};
