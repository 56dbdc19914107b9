import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { amal, tariq } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const criticalAppraisal: DemoCourse = {
  slug: "critical-appraisal",
  category: "medical-education-clinical-reasearch",
  palette: "lilac",
  subject_eng: "Evidence",
  subject_ar: "البراهين العلمية",
  name_eng: "Critical appraisal: reading a study before trusting it",
  name_ar: "القراءة النقدية: اقرأ الدراسة قبل أن تثق بها",
  summary_eng: "One day to learn a fair, quick way of deciding whether a study should change what you do.",
  summary_ar: "يوم واحد تتعلّم فيه طريقة منصفة وسريعة لتقرّر هل تغيّر الدراسة ممارستك.",
  about_course_eng: aboutEng({
    opening:
      "A new study is quoted at the morning meeting and the room turns to you. Is it good? With three questions and ten minutes you can usually say: was it fair, what did it find, and does it apply to our patients.",
    outcomes: [
      "Appraise a trial, a cohort and a diagnostic study in ten minutes each",
      "Spot the flaws that matter and forgive those that do not",
      "Lead a journal club that people come back to",
      "Tell a patient what the evidence means for them",
    ],
    audience: "Residents, consultants, pharmacists and nurses; also those who run journal clubs.",
    day: "Live online, three papers and three small groups. You appraise, then you present, then the group decides what it would do on Sunday morning.",
  }),
  about_course_ar: aboutAr({
    opening:
      "تُذكر دراسة جديدة في اجتماع الصباح، فتتجه إليك الأنظار: هل هي جيدة؟ بثلاثة أسئلة وعشر دقائق تستطيع غالبًا أن تجيب: هل كانت منصفة، وماذا وجدت، وهل تنطبق على مرضانا.",
    outcomes: [
      "تقييم تجربة ودراسة أتراب ودراسة تشخيصية، في عشر دقائق لكلٍّ منها",
      "كشف العيوب المؤثرة والتغاضي عن غير المؤثرة",
      "إدارة نادي مجلات يعود إليه الحاضرون",
      "إخبار المريض بما تعنيه الدراسات لحالته",
    ],
    audience: "للأطباء المقيمين والاستشاريين والصيادلة والتمريض، ولمن يديرون نوادي المجلات العلمية.",
    day: "عن بُعد في بث مباشر: ثلاثة أبحاث وثلاث مجموعات صغيرة. تقيّم ثم تعرض، ثم تقرّر المجموعة ماذا ستفعل صباح الأحد.",
  }),
  prerequisites_eng: prerequisites("No statistics needed. Please read the three short papers we send a week before."),
  prerequisites_ar: prerequisites(
    "لا تحتاج إلى معرفة بالإحصاء. ونرجو قراءة الأبحاث القصيرة الثلاثة التي نرسلها إليك قبل الموعد بأسبوع.",
  ),
  speakers: [tariq, amal],
  curriculum: [
    {
      title_eng: "Three papers, three questions",
      title_ar: "ثلاثة أبحاث وثلاثة أسئلة",
      items: [
        { eng: "Was it fair: bias in plain words", ar: "هل كانت منصفة: التحيّز بكلمات واضحة" },
        { eng: "What did it find: effect before significance", ar: "ماذا وجدت: حجم الأثر قبل الدلالة" },
        { eng: "Does it apply: your patient and theirs", ar: "هل تنطبق: مريضك ومرضاهم" },
        { eng: "A journal club that lasts", ar: "نادي مجلات يستمر" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: -72,
      lengthDays: 1,
      days: 1,
      hours: 6,
      capacity: 30,
      soldSeats: 26,
      priceHalalas: 95_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0095" },
    },
  ],
};
