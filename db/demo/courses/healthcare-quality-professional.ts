import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { huda, maha, reem } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const healthcareQualityProfessional: DemoCourse = {
  slug: "healthcare-quality-professional",
  category: "healthcare-quality",
  palette: "limestone",
  featured_position: 2,
  subject_eng: "Healthcare quality",
  subject_ar: "جودة الرعاية الصحية",
  name_eng: "Healthcare quality professional: certificate preparation",
  name_ar: "أخصائي جودة الرعاية الصحية: التحضير للشهادة",
  summary_eng:
    "Five days that put the whole field in order, with practice questions every afternoon and a study plan to take home.",
  summary_ar: "خمسة أيام ترتّب لك المجال كاملًا، مع أسئلة تدريبية بعد ظهر كل يوم وخطة مذاكرة تعود بها إلى بيتك.",
  about_course_eng: aboutEng({
    opening:
      "Many people who do quality work every day have never seen the field as one map. They know their part, and an examination asks about all of it. This course draws the map: leadership, data, improvement, safety and accreditation, each explained through work you already know. It prepares you for professional certificate examinations in healthcare quality. The examination itself is booked and paid for separately, with the body that awards it.",
    outcomes: [
      "Explain how the main areas of healthcare quality depend on one another",
      "Choose the right chart for a question and read what it says",
      "Answer case questions by reasoning, not by memory alone",
      "Find the two areas where more study will help you most",
    ],
    audience:
      "Quality specialists, nurses, doctors and administrators with at least a year near quality, safety or accreditation work.",
    days: "Each day covers one area: talks in the morning, then two rounds of timed questions in the afternoon. Every answer is discussed, above all the wrong ones. On the last day you sit a full practice paper and leave with your own study plan.",
  }),
  about_course_ar: aboutAr({
    opening:
      "كثيرون يعملون في الجودة كل يوم ولم يروا المجال في خريطة واحدة. يعرف كلٌّ منهم جانبه، أما الاختبار فيسأل عن الجوانب كلها. ترسم هذه الدورة الخريطة: القيادة والبيانات والتحسين والسلامة والاعتماد، ونشرح كل جانب منها بأمثلة من عمل تعرفه. وهي تهيّئك لاختبارات الشهادات المهنية في جودة الرعاية الصحية، أما حجز الاختبار ورسومه فيكونان لدى الجهة التي تمنح الشهادة.",
    outcomes: [
      "شرح الصلة بين مجالات جودة الرعاية الصحية الرئيسية",
      "اختيار الرسم البياني المناسب للسؤال وقراءة ما يقوله",
      "الإجابة عن أسئلة الحالات بالتحليل لا بالحفظ وحده",
      "تحديد المجالين الأجدر بوقتك في المذاكرة",
    ],
    audience:
      "لأخصائيي الجودة والتمريض والأطباء والإداريين ممن أمضوا عامًا على الأقل في الجودة أو السلامة أو الاعتماد أو قريبًا منها.",
    days: "لكل يوم مجال واحد: محاضرات في الصباح، ثم جولتان من الأسئلة الموقوتة بعد الظهر. ونناقش الإجابات كلها، والخاطئة قبل غيرها. وفي اليوم الأخير تخوض اختبارًا تدريبيًا كاملًا وتخرج بخطة مذاكرة تخصّك.",
  }),
  prerequisites_eng: prerequisites("A year of work in or near quality is enough. Before the first day:", [
    "take the short online quiz we send you, so that we know where to begin",
    "bring a laptop or tablet for the practice papers",
  ]),
  prerequisites_ar: prerequisites("يكفي عام من العمل في الجودة أو قريبًا منها. وقبل اليوم الأول:", [
    "أجب عن الاختبار القصير الذي نرسله إليك عبر الإنترنت، لنعرف من أين نبدأ",
    "أحضر حاسوبًا محمولًا أو جهازًا لوحيًا للاختبارات التدريبية",
  ]),
  speakers: [maha, huda, reem],
  curriculum: [
    {
      title_eng: "Leadership and the shape of a quality programme",
      title_ar: "القيادة وبنية برنامج الجودة",
      items: [
        {
          eng: "From strategy to a plan that a department can carry out",
          ar: "من الاستراتيجية إلى خطة يستطيع القسم تنفيذها",
        },
        { eng: "Roles, committees and who decides what", ar: "الأدوار واللجان، ومن يقرّر ماذا" },
        { eng: "Practice questions, round one", ar: "أسئلة تدريبية: الجولة الأولى" },
      ],
    },
    {
      title_eng: "Data that answers a question",
      title_ar: "بيانات تجيب عن سؤال",
      items: [
        { eng: "Defining an indicator that two people measure alike", ar: "تعريف مؤشر يقيسه شخصان فيتفقان" },
        { eng: "Run charts and control charts", ar: "المخططات الزمنية ومخططات الضبط" },
        { eng: "Sampling without fooling yourself", ar: "اختيار عيّنة لا تخدعك" },
      ],
    },
    {
      title_eng: "Improvement",
      title_ar: "التحسين",
      items: [
        { eng: "Choosing a problem worth solving", ar: "اختيار مشكلة تستحق الحل" },
        { eng: "Small tests of change, and when to stop", ar: "تجارب صغيرة للتغيير، ومتى نتوقف" },
        { eng: "Lean and flow in a clinic", ar: "إزالة الهدر وانسياب العمل في العيادة" },
      ],
    },
    {
      title_eng: "Patient safety and risk",
      title_ar: "سلامة المرضى والمخاطر",
      items: [
        { eng: "A just culture, in plain words", ar: "الثقافة العادلة بكلمات واضحة" },
        { eng: "Failure modes, before they fail", ar: "أنماط الإخفاق قبل وقوعه" },
        { eng: "Practice questions on cases", ar: "أسئلة تدريبية على حالات" },
      ],
    },
    {
      title_eng: "Accreditation, and the practice paper",
      title_ar: "الاعتماد والاختبار التدريبي",
      items: [
        { eng: "What surveyors look for, and why", ar: "عمّ يبحث المقيّمون، ولماذا" },
        { eng: "Full practice paper under examination conditions", ar: "اختبار تدريبي كامل في ظروف الاختبار" },
        { eng: "Your study plan, reviewed with a tutor", ar: "خطة مذاكرتك، تراجعها مع أحد المدرّبين" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 22,
      lengthDays: 5,
      days: 5,
      hours: 30,
      capacity: 20,
      soldSeats: 11,
      priceHalalas: 420_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0104" },
    },
    {
      ...riyadh,
      startsInDays: 140,
      lengthDays: 5,
      days: 5,
      hours: 30,
      capacity: 20,
      priceHalalas: 420_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0105" },
    },
  ],
};
