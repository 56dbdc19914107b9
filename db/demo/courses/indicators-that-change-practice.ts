import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { lama, maha } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const indicatorsThatChangePractice: DemoCourse = {
  slug: "indicators-that-change-practice",
  category: "healthcare-quality",
  palette: "night",
  subject_eng: "Quality indicators",
  subject_ar: "مؤشرات الجودة",
  name_eng: "Indicators that change practice",
  name_ar: "مؤشرات تغيّر الممارسة",
  summary_eng: "One day to cut a long list of indicators down to the few that someone will act on.",
  summary_ar: "يوم واحد نختصر فيه قائمة المؤشرات الطويلة إلى القليل الذي يدفع أحدًا إلى العمل.",
  about_course_eng: aboutEng({
    opening:
      "Every month, somewhere, a coloured table of sixty indicators is sent to people who have no time to open it. An indicator earns its place when a named person would do something different after seeing it. We take real tables and ask that question of every row.",
    outcomes: [
      "Write a definition that two people measure in the same way",
      "Choose between a count, a rate and the time between events",
      "See the difference between a signal and ordinary variation",
      "Design one page that a ward team reads standing up",
    ],
    audience: "Quality and data staff, heads of department and anyone who is asked for numbers every month.",
    day: "Four live sessions online. You work on your own list of indicators, with names and figures changed if you wish, and you finish with a shorter one.",
  }),
  about_course_ar: aboutAr({
    opening:
      "في كل شهر يُرسل جدول ملوّن فيه ستون مؤشرًا إلى أناس لا وقت لديهم لفتحه. والمؤشر يستحق مكانه إذا كان هناك شخص بعينه سيتصرّف تصرّفًا مختلفًا حين يراه. نأخذ جداول واقعية ونطرح هذا السؤال على كل سطر فيها.",
    outcomes: [
      "كتابة تعريف يقيس به شخصان فيصلان إلى النتيجة نفسها",
      "الاختيار بين العدد والمعدّل والمدة بين حدثين",
      "التمييز بين الإشارة الحقيقية والتباين المعتاد",
      "تصميم صفحة واحدة يقرؤها فريق القسم وقوفًا",
    ],
    audience: "لموظفي الجودة والبيانات ورؤساء الأقسام، ولكل من تُطلب منه الأرقام كل شهر.",
    day: "أربع جلسات مباشرة عن بُعد. تعمل على قائمة مؤشراتك أنت، ولك أن تغيّر الأسماء والأرقام، وتنتهي إلى قائمة أقصر.",
  }),
  prerequisites_eng: prerequisites("No statistics needed. Please have ready:", [
    "your present list of indicators, as a file",
    "twelve months of data for one of them",
  ]),
  prerequisites_ar: prerequisites("لا تحتاج إلى معرفة بالإحصاء. ونرجو أن تجهّز:", [
    "قائمة مؤشراتك الحالية في ملف",
    "بيانات اثني عشر شهرًا لمؤشر واحد منها",
  ]),
  speakers: [maha, lama],
  curriculum: [
    {
      title_eng: "From sixty rows to one page",
      title_ar: "من ستين سطرًا إلى صفحة واحدة",
      items: [
        { eng: "Who will do what, when this number moves", ar: "من سيفعل ماذا حين يتغيّر هذا الرقم" },
        { eng: "Definitions, denominators and missing data", ar: "التعريفات والمقامات والبيانات الناقصة" },
        { eng: "Run charts: signal and noise", ar: "المخططات الزمنية: الإشارة والضجيج" },
        { eng: "Redesigning your own page", ar: "إعادة تصميم صفحتك" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: 31,
      lengthDays: 1,
      days: 1,
      hours: 6,
      capacity: 40,
      soldSeats: 18,
      priceHalalas: 110_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0111" },
    },
  ],
};
