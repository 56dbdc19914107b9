import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { hind, lama } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { dammam } from "../venues.ts";

export const listeningToPatients: DemoCourse = {
  slug: "listening-to-patients",
  category: "healthcare-quality",
  palette: "night",
  subject_eng: "Patient experience",
  subject_ar: "تجربة المريض",
  name_eng: "Listening to patients: measuring experience",
  name_ar: "الاستماع إلى المرضى: قياس التجربة",
  summary_eng: "Three days on asking patients well, hearing what they say, and changing one thing they will notice.",
  summary_ar: "ثلاثة أيام عن حسن السؤال وحسن الاستماع، وعن تغيير أمر واحد يلحظه المرضى.",
  about_course_eng: aboutEng({
    opening:
      "A satisfaction score tells you that something is wrong, never what. Patients can tell you, if you ask at the right moment and listen to the answer. This course brings together the survey, the interview and the complaint, and shows how a small change follows from each.",
    outcomes: [
      "Write questions in Arabic and English that patients understand in the same way",
      "Interview a patient or a relative without leading them",
      "Read comments as data, fairly and quickly",
      "Answer a complaint so that the family feels heard",
    ],
    audience: "Patient experience and social work staff, nurses, clinic managers and quality teams.",
    days: "The second morning is spent listening to volunteers who have been patients. They are prepared, and so are you. The rest is practice in small groups, in Arabic or English as the group prefers.",
  }),
  about_course_ar: aboutAr({
    opening:
      "تخبرك درجة الرضا بأن شيئًا ليس على ما يرام، ولا تخبرك ما هو. والمريض يستطيع أن يخبرك إن سألته في الوقت المناسب وأصغيت إلى الجواب. تجمع هذه الدورة بين الاستبانة والمقابلة والشكوى، وتبيّن كيف ينتج عن كلٍّ منها تغيير صغير.",
    outcomes: [
      "كتابة أسئلة بالعربية والإنجليزية يفهمها المرضى فهمًا واحدًا",
      "مقابلة المريض أو قريبه من دون توجيه إجابته",
      "قراءة التعليقات بوصفها بيانات، بعدل وسرعة",
      "الرد على الشكوى ردًّا تشعر معه الأسرة بأن صوتها سُمع",
    ],
    audience: "لموظفي تجربة المريض والخدمة الاجتماعية والتمريض ومديري العيادات وفرق الجودة.",
    days: "نقضي صباح اليوم الثاني في الاستماع إلى متطوعين سبق أن كانوا مرضى، وقد استعدّوا للقاء كما تستعدّ له. وبقية الوقت تدريب في مجموعات صغيرة بالعربية أو الإنجليزية، بحسب ما تفضّله المجموعة.",
  }),
  prerequisites_eng: prerequisites("No previous course is required. If you can, please bring:", [
    "the survey your institution uses now",
    "ten written comments from patients, with names removed",
  ]),
  prerequisites_ar: prerequisites("لا تُشترط دورة سابقة. وإن استطعت فأحضر معك:", [
    "الاستبانة المستخدمة في منشأتك حاليًا",
    "عشرة تعليقات مكتوبة من مرضى، بعد حذف الأسماء",
  ]),
  speakers: [hind, lama],
  curriculum: [
    {
      title_eng: "Asking",
      title_ar: "السؤال",
      items: [
        { eng: "What experience is, and what satisfaction hides", ar: "ما تجربة المريض، وما الذي تخفيه درجة الرضا" },
        { eng: "Good questions in two languages", ar: "أسئلة جيدة بلغتين" },
        { eng: "When to ask, and who should not be the one asking", ar: "متى نسأل، ومن لا ينبغي أن يكون السائل" },
      ],
    },
    {
      title_eng: "Listening",
      title_ar: "الإصغاء",
      items: [
        { eng: "A morning with former patients", ar: "صباح مع متطوعين كانوا مرضى" },
        { eng: "Sorting comments without losing the voice", ar: "تصنيف التعليقات من غير أن يضيع صوت أصحابها" },
        { eng: "Complaints: the first reply", ar: "الشكاوى: الرد الأول" },
      ],
    },
    {
      title_eng: "Changing",
      title_ar: "التغيير",
      items: [
        { eng: "From a comment to a change patients notice", ar: "من التعليق إلى تغيير يلحظه المرضى" },
        { eng: "Designing the change with patients in the room", ar: "تصميم التغيير بحضور المرضى" },
        { eng: "Telling people what you did with their words", ar: "إخبار الناس بما صنعته كلماتهم" },
      ],
    },
  ],
  runs: [
    {
      ...dammam,
      startsInDays: 104,
      lengthDays: 3,
      days: 3,
      hours: 18,
      capacity: 20,
      soldSeats: 3,
      priceHalalas: 245_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0112" },
    },
  ],
};
