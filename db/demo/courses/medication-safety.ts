import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { reem, salma } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const medicationSafety: DemoCourse = {
  slug: "medication-safety",
  category: "healthcare-quality",
  palette: "lilac",
  subject_eng: "Medication safety",
  subject_ar: "سلامة الدواء",
  name_eng: "Medication safety and high-alert drugs",
  name_ar: "سلامة الدواء والأدوية عالية الخطورة",
  summary_eng:
    "Two days on the drugs that harm most when something slips, and on the checks that work at three in the morning.",
  summary_ar: "يومان عن الأدوية الأشد ضررًا عند أي سهو، وعن خطوات التحقق التي تصلح في الثالثة فجرًا.",
  about_course_eng: aboutEng({
    opening:
      "Insulin, heparin, concentrated potassium, opioids: the drugs we use every day are also the ones that forgive least. This course follows them from the prescription to the patient, and shows where a double check helps, where it only looks helpful, and what to use instead.",
    outcomes: [
      "List the high-alert drugs of your own unit and agree how each is stored",
      "Reconcile medicines at admission, transfer and discharge",
      "Do an independent double check that is truly independent",
      "Talk to patients about their medicines so that they can repeat the plan",
    ],
    audience:
      "Pharmacists, nurses, doctors and pharmacy technicians. Mixed teams are ideal, since many of these errors happen between professions.",
    days: "Short talks, then stations: a drug trolley with planted errors, an infusion pump, a discharge conversation. Numbers are kept small so that everyone passes through every station.",
  }),
  about_course_ar: aboutAr({
    opening:
      "الأنسولين والهيبارين والبوتاسيوم المركّز والأدوية الأفيونية: أدوية نستخدمها كل يوم، وهي أيضًا أقلّها احتمالًا للخطأ. تتتبّع هذه الدورة مسارها من الوصفة إلى المريض، وتبيّن أين ينفع التحقق المزدوج، وأين يبدو نافعًا فحسب، وما البديل عنه.",
    outcomes: [
      "حصر الأدوية عالية الخطورة في قسمك والاتفاق على طريقة حفظ كلٍّ منها",
      "مطابقة الأدوية عند الدخول والنقل والخروج",
      "إجراء تحقق مزدوج مستقل فعلًا",
      "الحديث مع المريض عن أدويته حتى يستطيع أن يعيد الخطة بكلماته",
    ],
    audience:
      "للصيادلة والتمريض والأطباء وفنيي الصيدلة. والأفضل أن يحضر الفريق معًا من أكثر من مهنة، لأن كثيرًا من هذه الأخطاء يقع بين مهنة وأخرى.",
    days: "محاضرات قصيرة تليها محطات تدريب: عربة أدوية وُضعت فيها أخطاء مقصودة، ومضخة تسريب، ومحادثة عند الخروج. والعدد محدود حتى يمرّ الجميع بكل محطة.",
  }),
  prerequisites_eng: prerequisites("You should prescribe, prepare or give medicines in your work. Please bring:", [
    "the list of high-alert drugs used in your hospital, if there is one",
    "a calculator, or a phone that has one",
  ]),
  prerequisites_ar: prerequisites("ينبغي أن يكون من عملك وصف الأدوية أو تحضيرها أو إعطاؤها. ونرجو أن تُحضر معك:", [
    "قائمة الأدوية عالية الخطورة المعتمدة في مستشفاك، إن وُجدت",
    "آلة حاسبة، أو هاتفًا فيه حاسبة",
  ]),
  speakers: [salma, reem],
  curriculum: [
    {
      title_eng: "The drugs that forgive least",
      title_ar: "الأدوية التي لا تحتمل الخطأ",
      items: [
        {
          eng: "Where errors begin: names, labels, units, decimals",
          ar: "من أين تبدأ الأخطاء: الأسماء والملصقات والوحدات والفواصل العشرية",
        },
        {
          eng: "Insulin, anticoagulants, electrolytes, opioids",
          ar: "الأنسولين ومضادات التخثر والشوارد (الإلكتروليتات) والأفيونات",
        },
        { eng: "Station: the trolley with planted errors", ar: "محطة: عربة الأدوية ذات الأخطاء المقصودة" },
      ],
    },
    {
      title_eng: "Checks that work",
      title_ar: "خطوات تحقق ناجعة",
      items: [
        { eng: "Reconciliation in ten minutes", ar: "مطابقة الأدوية في عشر دقائق" },
        { eng: "Independent double checks, and when not to use them", ar: "التحقق المزدوج المستقل، ومتى نستغني عنه" },
        { eng: "Station: infusion pumps and alarms", ar: "محطة: مضخات التسريب وإنذاراتها" },
        { eng: "Station: the discharge conversation", ar: "محطة: المحادثة عند الخروج" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 37,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 16,
      soldSeats: 14,
      priceHalalas: 175_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0109" },
    },
  ],
};
