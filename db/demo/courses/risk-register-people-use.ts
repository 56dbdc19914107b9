import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { maha, ziad } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const riskRegisterPeopleUse: DemoCourse = {
  slug: "risk-register-people-use",
  category: "healthcare-quality",
  palette: "limestone",
  subject_eng: "Risk management",
  subject_ar: "إدارة المخاطر",
  name_eng: "A risk register that people use",
  name_ar: "سجل مخاطر يستخدمه الناس",
  summary_eng: "One day to turn a list nobody opens into a short register that decides what the department does next.",
  summary_ar: "يوم واحد لتحويل قائمة لا يفتحها أحد إلى سجل قصير يحدّد ما يفعله القسم تاليًا.",
  about_course_eng: aboutEng({
    opening:
      "A register with two hundred risks protects nobody. A useful one is short, written in words the ward understands, and looked at before money or people are moved. You will rebuild a part of your own register in a day, with the people beside you as critics.",
    outcomes: [
      "Write a risk as cause, event and effect, in one sentence",
      "Score it in a way that two people can agree on",
      "Tell a control that works from one that is only written down",
      "Run a review meeting in thirty minutes",
    ],
    audience:
      "Heads of department, quality and safety staff, facility and supply managers, and members of risk committees.",
    day: "Morning: writing and scoring. Afternoon: controls, owners and a review meeting played through with the whole group.",
  }),
  about_course_ar: aboutAr({
    opening:
      "سجل فيه مئتا خطر لا يحمي أحدًا. أما السجل النافع فقصير، مكتوب بلغة يفهمها القسم، ويُرجع إليه قبل تخصيص المال أو الأشخاص. في يوم واحد تعيد بناء جزء من سجلك، ومن حولك زملاء يناقشونك فيه.",
    outcomes: [
      "كتابة الخطر سببًا وحدثًا وأثرًا في جملة واحدة",
      "تقديره بدرجة يمكن أن يتفق عليها اثنان",
      "التمييز بين الضابط الذي يعمل والضابط المكتوب فحسب",
      "إدارة اجتماع المراجعة في ثلاثين دقيقة",
    ],
    audience: "لرؤساء الأقسام وموظفي الجودة والسلامة ومديري المرافق والإمداد وأعضاء لجان المخاطر.",
    day: "في الصباح نكتب المخاطر ونقدّرها، وبعد الظهر نتناول الضوابط والمسؤوليات، ثم تجري المجموعة كلها اجتماع مراجعة تجريبيًا.",
  }),
  prerequisites_eng: prerequisites(
    "Please bring ten lines from your present register, or ten worries if you have no register yet.",
  ),
  prerequisites_ar: prerequisites(
    "نرجو أن تُحضر معك عشرة أسطر من سجلك الحالي، أو عشرة أمور تقلقك إن لم يكن لديك سجل بعد.",
  ),
  speakers: [ziad, maha],
  curriculum: [
    {
      title_eng: "A register in one day",
      title_ar: "سجل في يوم واحد",
      items: [
        { eng: "Cause, event, effect: one sentence for each risk", ar: "السبب والحدث والأثر: جملة واحدة لكل خطر" },
        { eng: "Scoring with examples and not with feelings", ar: "التقدير بالأمثلة لا بالانطباع" },
        { eng: "Controls: present, tested, trusted", ar: "الضوابط: موجودة ومختبرة وموثوقة" },
        { eng: "The thirty-minute review meeting", ar: "اجتماع المراجعة في ثلاثين دقيقة" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 91,
      lengthDays: 1,
      days: 1,
      hours: 5.5,
      capacity: 24,
      priceHalalas: 120_000,
      accreditation: { status: "pending" },
    },
  ],
};
