import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { huda, reem, yousef } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { jeddah, online, riyadh } from "../venues.ts";

export const patientSafetyEssentials: DemoCourse = {
  slug: "patient-safety-essentials",
  category: "healthcare-quality",
  palette: "palm",
  featured_position: 1,
  subject_eng: "Patient safety",
  subject_ar: "سلامة المرضى",
  name_eng: "Patient safety essentials for clinical teams",
  name_ar: "أساسيات سلامة المرضى للفرق السريرية",
  summary_eng:
    "Three practical days on preventing harm, learning from incidents and speaking up, with cases from Saudi wards.",
  summary_ar: "ثلاثة أيام عملية في منع الضرر والتعلّم من الحوادث والتنبيه إلى الخطر، بحالات من أقسام سعودية.",
  about_course_eng: aboutEng({
    opening:
      "Most harm in hospitals is not caused by careless people. It comes from ordinary work under pressure: a handover cut short, two drugs with similar names, a monitor alarm that nobody owns. This course gives clinical teams a shared language for those moments and simple tools to change them.",
    outcomes: [
      "Recognise the conditions that lead to error before they reach the patient",
      "Report an incident so that the right people can act on it",
      "Run a root cause analysis and turn it into two or three lasting actions",
      "Hold a structured handover and a safety huddle in under ten minutes",
    ],
    audience:
      "Doctors, nurses, pharmacists and technicians in any specialty, and the quality staff who work beside them. Teams of three or more from one department get the most from the workshops.",
    days: "Mornings are short talks and case reviews. Afternoons are workshops on your own documents, so bring one policy or one incident form from your department. Lunch and prayer breaks are planned into every day.",
  }),
  about_course_ar: aboutAr({
    opening:
      "معظم الضرر في المستشفيات لا يسببه مهملون، بل ينشأ من عمل معتاد تحت الضغط: تسليم مختصر بين مناوبتين، أو دواءان متشابها الاسم، أو إنذار جهاز لا يعرف أحد من المسؤول عنه. تمنح هذه الدورة الفرق السريرية لغة مشتركة لتلك اللحظات وأدوات بسيطة لتغييرها.",
    outcomes: [
      "التعرّف على الظروف التي تقود إلى الخطأ قبل أن يصل إلى المريض",
      "الإبلاغ عن الحادثة بحيث يستطيع المعنيون التصرّف",
      "إجراء تحليل للأسباب الجذرية وتحويله إلى إجراءين أو ثلاثة تدوم",
      "إدارة تسليم منظّم واجتماع سلامة قصير في أقل من عشر دقائق",
    ],
    audience:
      "للأطباء والتمريض والصيادلة والفنيين في جميع التخصصات، ولموظفي الجودة العاملين معهم. وتستفيد الفرق المكوّنة من ثلاثة أشخاص أو أكثر من القسم نفسه فائدة أكبر من ورش العمل.",
    days: "الصباح للمحاضرات القصيرة ومراجعة الحالات، وما بعد الظهر لورش عمل على وثائق المشاركين، فأحضر معك سياسة واحدة أو نموذج بلاغ واحدًا من قسمك. وفي كل يوم وقت للغداء والصلاة.",
  }),
  prerequisites_eng: prerequisites("No previous course is required. Please bring:", [
    "one policy or incident form from your department, with names removed",
    "one moment at work when something nearly went wrong, to discuss in confidence",
  ]),
  prerequisites_ar: prerequisites("لا تُشترط دورة سابقة. ونرجو أن تُحضر معك:", [
    "سياسة أو نموذج بلاغ من قسمك بعد حذف الأسماء",
    "موقفًا من عملك كاد يقع فيه خطأ، لنناقشه بسرّية",
  ]),
  speakers: [huda, reem, yousef],
  curriculum: [
    {
      title_eng: "How harm happens",
      title_ar: "كيف يقع الضرر",
      items: [
        { eng: "Seeing the system behind the error", ar: "رؤية المنظومة خلف الخطأ" },
        { eng: "Fatigue, interruption and other human factors", ar: "الإرهاق والمقاطعة وسائر العوامل البشرية" },
        { eng: "Workshop: one patient’s route through your department", ar: "ورشة: مسار مريض واحد داخل قسمك" },
      ],
    },
    {
      title_eng: "Learning from incidents",
      title_ar: "التعلّم من الحوادث",
      items: [
        {
          eng: "What makes a report useful, and what makes people report",
          ar: "ما الذي يجعل البلاغ مفيدًا، وما الذي يشجّع على الإبلاغ",
        },
        {
          eng: "Root cause analysis, worked through on a real case",
          ar: "تحليل الأسباب الجذرية تطبيقًا على حالة واقعية",
        },
        { eng: "Telling the patient and the family", ar: "إخبار المريض وأسرته بما حدث" },
      ],
    },
    {
      title_eng: "Making it stay",
      title_ar: "تثبيت التغيير",
      items: [
        { eng: "Structured handover, practised in pairs", ar: "التسليم المنظّم، تدريب ثنائي" },
        { eng: "The ten-minute safety huddle", ar: "اجتماع السلامة في عشر دقائق" },
        { eng: "Speaking up when the senior person is wrong", ar: "التنبيه إلى الخطأ حين يصدر عن الأعلى رتبة" },
        { eng: "Your plan for the first thirty days", ar: "خطتك للأيام الثلاثين الأولى" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: -118,
      lengthDays: 3,
      days: 3,
      hours: 18,
      capacity: 24,
      soldSeats: 22,
      priceHalalas: 230_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0098" },
    },
    {
      ...riyadh,
      startsInDays: 14,
      lengthDays: 3,
      days: 3,
      hours: 18,
      capacity: 24,
      soldSeats: 9,
      priceHalalas: 240_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0101" },
      calendar: "same-month",
    },
    {
      ...jeddah,
      startsInDays: 50,
      lengthDays: 3,
      days: 3,
      hours: 18,
      capacity: 20,
      soldSeats: 4,
      priceHalalas: 260_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0102" },
    },
    {
      ...online,
      startsInDays: 85,
      lengthDays: 3,
      days: 3,
      hours: 16.5,
      capacity: 40,
      priceHalalas: 195_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0103" },
    },
  ],
};
