import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { amal, badr } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { jeddah } from "../venues.ts";

export const workplaceBasedAssessment: DemoCourse = {
  slug: "workplace-based-assessment",
  category: "medical-education-clinical-reasearch",
  palette: "khuzama",
  subject_eng: "Assessment",
  subject_ar: "التقييم",
  name_eng: "Assessing trainees in the workplace",
  name_ar: "تقييم المتدربين في موقع العمل",
  summary_eng: "Two days on watching trainees work, judging fairly and writing comments that help the next supervisor.",
  summary_ar: "يومان في ملاحظة المتدربين أثناء العمل، والحكم المنصف، وكتابة تعليقات تفيد المشرف التالي.",
  about_course_eng: aboutEng({
    opening:
      "Forms are filled in at the end of a rotation, from memory, and everyone is above average. Trainees deserve better, and so do their future patients. This course is about short, frequent observation, and about trust: how much supervision does this person still need for this task?",
    outcomes: [
      "Observe ten minutes of real work and note what you saw",
      "Use the whole of a scale, and explain your judgement",
      "Write a comment that tells the trainee what to do next",
      "Deal early and fairly with a trainee in difficulty",
    ],
    audience: "Trainers, programme directors and senior nurses who assess trainees or new staff.",
    days: "You rate filmed encounters, compare your ratings with the group, and learn where you are strict or kind. The second day is for comments and for the difficult cases.",
  }),
  about_course_ar: aboutAr({
    opening:
      "تُملأ النماذج من الذاكرة في نهاية فترة التدريب، فيظهر الجميع فوق المتوسط. والمتدربون يستحقون أفضل من ذلك، وكذلك مرضاهم في المستقبل. هذه الدورة عن الملاحظة القصيرة المتكررة، وعن الثقة: كم يحتاج هذا المتدرب بعدُ من الإشراف في هذه المهمة؟",
    outcomes: [
      "ملاحظة عشر دقائق من العمل الفعلي وتدوين ما رأيت",
      "استخدام المقياس كله وشرح حكمك",
      "كتابة تعليق يخبر المتدرب بخطوته التالية",
      "التعامل المبكر والمنصف مع المتدرب المتعثّر",
    ],
    audience: "للمدرّبين ومديري البرامج وكبار الممرضين والممرضات ممن يقيّمون المتدربين أو الموظفين الجدد.",
    days: "تقيّم لقاءات مصوّرة، وتقارن تقديرك بتقدير المجموعة، وتعرف أين تميل إلى الشدة وأين تميل إلى اللين. ونخصّص اليوم الثاني لكتابة التعليقات وللحالات الصعبة.",
  }),
  prerequisites_eng: prerequisites(
    "You should supervise at least one trainee or new colleague. Bring two assessment forms from your programme, empty.",
  ),
  prerequisites_ar: prerequisites(
    "ينبغي أن تكون مشرفًا على متدرب أو زميل جديد واحد على الأقل. وأحضر معك نموذجي تقييم فارغين من برنامجك.",
  ),
  speakers: [amal, badr],
  curriculum: [
    {
      title_eng: "Watching and judging",
      title_ar: "الملاحظة والحكم",
      items: [
        { eng: "What ten minutes can show, and what they cannot", ar: "ما الذي تكشفه عشر دقائق، وما الذي لا تكشفه" },
        { eng: "Rating together: strict, kind and fair", ar: "التقدير معًا: الشدة واللين والإنصاف" },
        { eng: "How much supervision is still needed", ar: "مقدار الإشراف الذي ما زال لازمًا" },
      ],
    },
    {
      title_eng: "Words and decisions",
      title_ar: "الكلمات والقرارات",
      items: [
        { eng: "Comments that help the next supervisor", ar: "تعليقات تفيد المشرف التالي" },
        { eng: "The conversation after the form", ar: "الحوار بعد النموذج" },
        {
          eng: "The trainee in difficulty: first steps, and when to call for help",
          ar: "المتدرب المتعثّر: الخطوات الأولى، ومتى تطلب العون",
        },
      ],
    },
  ],
  runs: [
    {
      ...jeddah,
      startsInDays: -101,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 20,
      soldSeats: 19,
      priceHalalas: 180_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0094" },
    },
  ],
};
