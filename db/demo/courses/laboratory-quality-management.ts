import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { khalid, sami } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const laboratoryQualityManagement: DemoCourse = {
  slug: "laboratory-quality-management",
  category: "healthcare-quality",
  palette: "night",
  subject_eng: "Laboratory quality",
  subject_ar: "جودة المختبرات",
  name_eng: "Laboratory quality management systems",
  name_ar: "أنظمة إدارة جودة المختبرات",
  summary_eng:
    "Three days that follow one sample from the request to the result, and put a control at each place where it can go wrong.",
  summary_ar: "ثلاثة أيام نتتبّع فيها عيّنة واحدة من الطلب إلى النتيجة، ونضع ضابطًا عند كل موضع قد يقع فيه الخطأ.",
  about_course_eng: aboutEng({
    opening:
      "An analyser can be perfect and the result still wrong: the tube was drawn from the wrong arm, waited too long, or was reported to the wrong clinic. A quality system looks at the whole path. We build one piece by piece, and keep only the paper that helps someone.",
    outcomes: [
      "Map the path of a sample and mark the risks before, during and after analysis",
      "Choose control rules that catch real drift without stopping the bench every morning",
      "Verify a new method before the first patient result leaves the room",
      "Prepare for a technical assessment without a month of overtime",
    ],
    audience:
      "Laboratory technologists, section heads, pathologists and quality officers in hospital or private laboratories.",
    days: "The mornings follow the sample; the afternoons are spent on real control charts and real non-conformities, with names removed. You leave with a corrected version of one procedure of your own.",
  }),
  about_course_ar: aboutAr({
    opening:
      "قد يكون جهاز التحليل دقيقًا وتخرج النتيجة خاطئة: سُحبت العيّنة من الذراع الخطأ، أو طال انتظارها، أو أُرسلت النتيجة إلى عيادة أخرى. ينظر نظام الجودة إلى المسار كله. وفي هذه الدورة نبنيه جزءًا جزءًا، ولا نبقي من الأوراق إلا ما ينفع أحدًا.",
    outcomes: [
      "رسم مسار العيّنة وتحديد المخاطر قبل التحليل وأثناءه وبعده",
      "اختيار قواعد ضبط تكشف الانحراف الحقيقي ولا توقف العمل كل صباح",
      "التحقق من طريقة التحليل الجديدة قبل خروج أول نتيجة لمريض",
      "الاستعداد للتقييم الفني من دون شهر من العمل الإضافي",
    ],
    audience:
      "لتقنيي المختبرات ورؤساء الأقسام وأطباء علم الأمراض ومسؤولي الجودة في مختبرات المستشفيات والمختبرات الخاصة.",
    days: "نتتبّع مسار العيّنة في الصباح، ونعمل بعد الظهر على مخططات ضبط وحالات عدم مطابقة واقعية حُذفت منها الأسماء. وتخرج بنسخة مصحّحة من أحد إجراءات عملك.",
  }),
  prerequisites_eng: prerequisites("You should work in a clinical laboratory. Please bring:", [
    "one written procedure that your team finds hard to follow",
    "a month of control results for one test, with patient data removed",
  ]),
  prerequisites_ar: prerequisites("ينبغي أن تكون من العاملين في مختبر طبي. ونرجو أن تُحضر معك:", [
    "إجراءً مكتوبًا يصعب على فريقك اتّباعه",
    "نتائج الضبط لاختبار واحد خلال شهر، بعد حذف بيانات المرضى",
  ]),
  speakers: [sami, khalid],
  curriculum: [
    {
      title_eng: "Before the analyser",
      title_ar: "قبل جهاز التحليل",
      items: [
        { eng: "Request, identification, collection, transport", ar: "الطلب والتعريف والسحب والنقل" },
        { eng: "Rejecting a sample, and telling the ward kindly", ar: "رفض العيّنة وإبلاغ القسم بلطف" },
        { eng: "Workshop: the path of one sample in your laboratory", ar: "ورشة: مسار عيّنة واحدة في مختبرك" },
      ],
    },
    {
      title_eng: "At the bench",
      title_ar: "على طاولة العمل",
      items: [
        { eng: "Control charts and the rules worth using", ar: "مخططات الضبط والقواعد التي تستحق الاستخدام" },
        { eng: "Verifying a method, step by step", ar: "التحقق من طريقة التحليل خطوة بخطوة" },
        { eng: "External quality assessment: reading a bad round", ar: "التقييم الخارجي للجودة: قراءة جولة متعثّرة" },
      ],
    },
    {
      title_eng: "After the result",
      title_ar: "بعد النتيجة",
      items: [
        { eng: "Critical values, and who must hear them", ar: "القيم الحرجة، ومن يجب أن يُبلَّغ بها" },
        { eng: "Non-conformity and corrective action that lasts", ar: "عدم المطابقة والإجراء التصحيحي الذي يدوم" },
        { eng: "A calm technical assessment", ar: "تقييم فني هادئ" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 76,
      lengthDays: 3,
      days: 3,
      hours: 18,
      capacity: 18,
      soldSeats: 5,
      priceHalalas: 270_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0107" },
    },
  ],
};
