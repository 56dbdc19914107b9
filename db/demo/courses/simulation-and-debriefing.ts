import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { amal, yousef } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const simulationAndDebriefing: DemoCourse = {
  slug: "simulation-and-debriefing",
  category: "medical-education-clinical-reasearch",
  palette: "mint",
  disable_course: true,
  subject_eng: "Simulation",
  subject_ar: "المحاكاة",
  name_eng: "Simulation and the art of debriefing",
  name_ar: "المحاكاة وفنّ إدارة جلسة المراجعة",
  summary_eng: "Three days for those who run scenarios: less about the manikin, more about the conversation after it.",
  summary_ar: "ثلاثة أيام لمن يديرون سيناريوهات المحاكاة: القليل منها عن الدمية، والكثير عن الحوار الذي يليها.",
  about_course_eng: aboutEng({
    opening:
      "Learners forget the scenario and remember the debriefing. Done badly, it teaches them to hide mistakes. Done well, it is the safest place in the hospital to find out what you do not know. We practise it again and again, and debrief one another.",
    outcomes: [
      "Write a scenario around one aim, with equipment you already have",
      "Open a session so that people dare to make mistakes",
      "Lead a debriefing that is honest and leaves nobody smaller",
      "Run short simulations on the ward itself",
    ],
    audience: "Educators, simulation technicians, and clinicians of every profession who teach emergencies.",
    days: "The group writes, runs and debriefs nine scenarios. You lead at least two of them.",
  }),
  about_course_ar: aboutAr({
    opening:
      "ينسى المتعلّم السيناريو ويتذكّر ما دار بعده. فإن أُسيئت إدارة المراجعة تعلّم منها إخفاء أخطائه، وإن أُحسنت كانت أكثر الأماكن أمانًا في المستشفى ليكتشف ما لا يعرفه. نتدرّب عليها مرة بعد مرة، ويراجع بعضنا بعضًا.",
    outcomes: [
      "كتابة سيناريو حول هدف واحد بالأجهزة المتوفرة لديك",
      "افتتاح الجلسة بحيث يجرؤ المشاركون على الخطأ",
      "إدارة مراجعة صادقة لا تنتقص من أحد",
      "إجراء محاكاة قصيرة داخل القسم نفسه",
    ],
    audience: "للمعلّمين وفنيي المحاكاة، وللممارسين من كل المهن ممن يعلّمون التعامل مع الحالات الطارئة.",
    days: "تكتب المجموعة تسعة سيناريوهات وتجريها وتراجعها، وتقود أنت اثنين منها على الأقل.",
  }),
  prerequisites_eng: prerequisites("You should teach, or be about to. Please bring:", [
    "one event from your work that you would like to turn into a scenario",
    "comfortable shoes",
  ]),
  prerequisites_ar: prerequisites("ينبغي أن تكون ممن يعلّمون، أو على وشك البدء. ونرجو أن تأتي ومعك:", [
    "موقف من عملك تود تحويله إلى سيناريو",
    "حذاء مريح",
  ]),
  speakers: [yousef, amal],
  curriculum: [
    {
      title_eng: "One aim, one scenario",
      title_ar: "هدف واحد وسيناريو واحد",
      items: [
        { eng: "Writing backwards from the aim", ar: "الكتابة من الهدف رجوعًا إلى البداية" },
        { eng: "Opening the session: safety and honesty", ar: "افتتاح الجلسة: الأمان والصدق" },
        { eng: "First three scenarios", ar: "السيناريوهات الثلاثة الأولى" },
      ],
    },
    {
      title_eng: "The conversation after",
      title_ar: "الحوار بعد المحاكاة",
      items: [
        { eng: "Curiosity before judgement", ar: "الفضول قبل الحكم" },
        { eng: "Silence, tears and the person who talks too much", ar: "الصمت والدموع ومن يتكلم أكثر مما ينبغي" },
        { eng: "Three more scenarios, debriefed by you", ar: "ثلاثة سيناريوهات أخرى تراجعها أنت" },
      ],
    },
    {
      title_eng: "Back on the ward",
      title_ar: "العودة إلى القسم",
      items: [
        { eng: "Ten-minute simulation between patients", ar: "محاكاة في عشر دقائق بين مريض وآخر" },
        { eng: "Finding faults in the system, and reporting them", ar: "كشف مواطن الخلل في المنظومة والإبلاغ عنها" },
        { eng: "Last three scenarios", ar: "السيناريوهات الثلاثة الأخيرة" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 111,
      lengthDays: 3,
      days: 3,
      hours: 13.5,
      capacity: 12,
      priceHalalas: 340_000,
      accreditation: { status: "none" },
    },
  ],
};
