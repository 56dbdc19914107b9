import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { lama, tariq } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const biostatisticsForReaders: DemoCourse = {
  slug: "biostatistics-for-readers",
  category: "medical-education-clinical-reasearch",
  palette: "oasis",
  subject_eng: "Biostatistics",
  subject_ar: "الإحصاء الحيوي",
  name_eng: "Biostatistics for people who read papers",
  name_ar: "الإحصاء الحيوي لقارئ الأبحاث",
  summary_eng: "Two days of statistics without formulas on the board: what a result means, and what it does not.",
  summary_ar: "يومان من الإحصاء بلا معادلات على السبورة: ما الذي تعنيه النتيجة، وما الذي لا تعنيه.",
  about_course_eng: aboutEng({
    opening:
      "You do not have to calculate a confidence interval to be misled by one. This course is for readers: it explains the handful of ideas behind most clinical papers, with pictures, dice and examples from the wards, and leaves the calculating to software.",
    outcomes: [
      "Explain a P value and a confidence interval to a colleague, correctly",
      "Tell a difference that matters from one that is merely significant",
      "Read a survival curve, an odds ratio and a regression table",
      "Say what you would ask a statistician, and when",
    ],
    audience: "Clinicians, pharmacists, nurses and quality staff who read studies or sit on committees that do.",
    days: "Ideas in the morning, real tables and figures in the afternoon. You may bring a paper that has been bothering you.",
  }),
  about_course_ar: aboutAr({
    opening:
      "لست بحاجة إلى حساب فترة الثقة حتى تخدعك. هذه الدورة للقارئ: تشرح الأفكار القليلة الكامنة خلف معظم الأبحاث السريرية، بالصور والنرد وأمثلة من الأقسام، وتترك الحساب للبرامج.",
    outcomes: [
      "شرح القيمة الاحتمالية وفترة الثقة لزميلك شرحًا صحيحًا",
      "التمييز بين فرق مهم للمريض وفرق دالّ إحصائيًا فحسب",
      "قراءة منحنى البقيا ونسبة الأرجحية وجدول الانحدار",
      "معرفة ما تسأل عنه الإحصائي، ومتى تسأله",
    ],
    audience: "للأطباء والصيادلة والتمريض وموظفي الجودة ممن يقرؤون الدراسات أو يشاركون في لجان تقرؤها.",
    days: "الأفكار في الصباح، والجداول والأشكال الواقعية بعد الظهر. ولك أن تُحضر بحثًا حيّرك.",
  }),
  prerequisites_eng: prerequisites(
    "School mathematics is enough. There is no software to install and nothing to revise.",
  ),
  prerequisites_ar: prerequisites("تكفي رياضيات المدرسة. وليس عليك تثبيت برنامج ولا مراجعة شيء قبل الدورة."),
  speakers: [lama, tariq],
  curriculum: [
    {
      title_eng: "Chance, and how we talk about it",
      title_ar: "المصادفة وكيف نتحدث عنها",
      items: [
        { eng: "Variation: why two samples never agree", ar: "التباين: لماذا لا تتفق عيّنتان أبدًا" },
        { eng: "P values and confidence intervals, with dice", ar: "القيمة الاحتمالية وفترة الثقة بحجر النرد" },
        { eng: "Absolute and relative risk at the bedside", ar: "الخطر المطلق والخطر النسبي عند سرير المريض" },
      ],
    },
    {
      title_eng: "Reading tables and figures",
      title_ar: "قراءة الجداول والأشكال",
      items: [
        {
          eng: "Tests: sensitivity, specificity and the patient in front of you",
          ar: "الفحوص: الحساسية والنوعية والمريض الذي أمامك",
        },
        { eng: "Survival curves and hazard ratios", ar: "منحنيات البقيا ونسب المخاطر" },
        { eng: "Regression: what was adjusted, and why it matters", ar: "الانحدار: ما الذي جرى ضبطه، ولماذا يهمّ" },
        { eng: "Clinic for your own papers", ar: "جلسة استشارية لأبحاثك" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 108,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 24,
      soldSeats: 1,
      priceHalalas: 190_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0117" },
    },
  ],
};
