import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { huda, ziad } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const rootCauseAnalysis: DemoCourse = {
  slug: "root-cause-analysis",
  category: "healthcare-quality",
  palette: "oasis",
  subject_eng: "Patient safety",
  subject_ar: "سلامة المرضى",
  name_eng: "Root cause analysis after an incident",
  name_ar: "تحليل الأسباب الجذرية بعد الحوادث",
  summary_eng: "One day on asking why without asking who, and on writing actions that are still in place a year later.",
  summary_ar: "يوم واحد نتعلّم فيه أن نسأل «لماذا» قبل «من»، وأن نكتب إجراءات تبقى بعد عام.",
  about_course_eng: aboutEng({
    opening:
      "After a serious incident people are frightened, and the easy answer is a name. A careful analysis protects the next patient and is fair to the staff. In one day you follow a single case from the first report to a finished set of actions, and practise the conversations in between.",
    outcomes: [
      "Build a timeline from notes, devices and interviews",
      "Interview a colleague so that they feel safe enough to tell you what happened",
      "Tell a cause from a circumstance, and a strong action from a weak one",
      "Write a report that a busy director will read to the end",
    ],
    audience:
      "Members of incident review teams, quality and risk staff, and heads of department who receive the reports.",
    day: "Four live sessions online, with a case file you receive a week earlier. You work in teams of five, each with its own tutor.",
  }),
  about_course_ar: aboutAr({
    opening:
      "بعد الحادثة الجسيمة يخاف الناس، وأسهل جواب هو اسم شخص. أما التحليل المتأني فيحمي المريض التالي وينصف العاملين. في يوم واحد نتابع حالة من البلاغ الأول إلى قائمة إجراءات مكتملة، ونتدرّب على ما يتخللها من محادثات.",
    outcomes: [
      "بناء تسلسل زمني من الملفات والأجهزة والمقابلات",
      "مقابلة الزميل بطريقة تُشعره بالأمان ليروي ما حدث",
      "التفريق بين السبب والظرف، وبين الإجراء القوي والضعيف",
      "كتابة تقرير يقرؤه المدير المشغول إلى نهايته",
    ],
    audience: "لأعضاء فرق مراجعة الحوادث وموظفي الجودة والمخاطر ورؤساء الأقسام الذين تصل إليهم التقارير.",
    day: "أربع جلسات مباشرة عن بُعد، على ملف حالة يصلك قبل الموعد بأسبوع. تعمل في فريق من خمسة أشخاص، ومع كل فريق مدرّب.",
  }),
  prerequisites_eng: prerequisites(
    "It helps to have seen one incident report from the inside, but it is not required.",
    [
      "Read the case file before the day; it takes about forty minutes",
      "Use a computer and not a phone, because the teams share documents",
    ],
  ),
  prerequisites_ar: prerequisites("يفيدك أن تكون قد شاركت في بلاغ واحد من قبل، وليس ذلك شرطًا.", [
    "اقرأ ملف الحالة قبل الموعد، وقراءته تستغرق نحو أربعين دقيقة",
    "استخدم حاسوبًا لا هاتفًا، لأن الفرق تعمل على وثائق مشتركة",
  ]),
  speakers: [ziad, huda],
  curriculum: [
    {
      title_eng: "One case, from report to action",
      title_ar: "حالة واحدة، من البلاغ إلى الإجراء",
      items: [
        {
          eng: "The first hours: care for the patient, the family and the staff",
          ar: "الساعات الأولى: رعاية المريض وأسرته والعاملين",
        },
        { eng: "Timeline and interviews", ar: "التسلسل الزمني والمقابلات" },
        {
          eng: "Causes, circumstances and the question behind the question",
          ar: "الأسباب والظروف، والسؤال الكامن خلف السؤال",
        },
        { eng: "Strong actions, owners and dates", ar: "إجراءات قوية لها مسؤول وموعد" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: -62,
      lengthDays: 1,
      days: 1,
      hours: 6,
      capacity: 35,
      soldSeats: 35,
      priceHalalas: 95_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0096" },
    },
    {
      ...online,
      startsInDays: 61,
      lengthDays: 1,
      days: 1,
      hours: 6,
      capacity: 35,
      soldSeats: 12,
      priceHalalas: 95_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0108" },
    },
  ],
};
