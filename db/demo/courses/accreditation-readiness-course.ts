import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { maha, ziad } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const accreditationReadinessCourse: DemoCourse = {
  slug: "accreditation-readiness-course",
  category: "healthcare-quality",
  palette: "mint",
  subject_eng: "Accreditation",
  subject_ar: "الاعتماد",
  name_eng: "Preparing a department for an accreditation survey",
  name_ar: "تهيئة القسم لزيارة الاعتماد",
  summary_eng:
    "Two days for the people who must have a department ready: what to do first, what to leave alone, and how to keep staff calm.",
  summary_ar: "يومان لمن عليه أن يجهّز قسمه: بماذا تبدأ، وماذا تترك على حاله، وكيف تحافظ على هدوء فريقك.",
  about_course_eng: aboutEng({
    opening:
      "The worst way to prepare is a month of new folders. Surveyors follow patients, ask staff what they do, and look for the same answer on paper. If daily work is sound, most of the preparation is finding the gaps early and closing the ones that touch patients.",
    outcomes: [
      "Read a standard and say what would prove it in your department",
      "Walk a patient’s route as a surveyor does, and note what you see",
      "Put gaps in order by risk to the patient and by effort",
      "Help staff answer questions in their own words",
    ],
    audience:
      "Head nurses, department heads, quality coordinators and standard owners, whichever accreditation programme your institution follows.",
    days: "On the first day you learn to read and to trace; on the second the group carries out a mock survey of a prepared unit and writes its findings. You take home a plan for ninety days, written for your own department.",
  }),
  about_course_ar: aboutAr({
    opening:
      "أسوأ استعداد للزيارة شهر من الملفات الجديدة. فالمقيّمون يتتبّعون المرضى ويسألون العاملين عمّا يفعلون، ثم يبحثون عن الجواب نفسه في الوثائق. وإذا كان العمل اليومي سليمًا فمعظم الاستعداد هو أن نكتشف الثغرات مبكرًا ونسدّ ما يمسّ المريض منها.",
    outcomes: [
      "قراءة المعيار ومعرفة ما يثبته في قسمك",
      "تتبّع مسار المريض بعين المقيّم وتدوين ما تراه",
      "ترتيب الثغرات بحسب خطرها على المريض والجهد الذي تتطلبه",
      "مساعدة العاملين على الإجابة بكلماتهم",
    ],
    audience: "لرئيسات التمريض ورؤسائه ورؤساء الأقسام ومنسقي الجودة ومسؤولي المعايير، أيًّا كان برنامج الاعتماد في منشأتك.",
    days: "في اليوم الأول نتعلّم قراءة المعايير وتتبّع المسار، وفي الثاني تجري المجموعة زيارة تجريبية لوحدة مُعدّة لذلك وتكتب ملاحظاتها. وتعود بخطة لتسعين يومًا مكتوبة لقسمك.",
  }),
  prerequisites_eng: prerequisites(
    "You should carry some responsibility for standards in your department. Please bring:",
    ["three standards that worry you", "the last survey or mock survey report, if you may share it"],
  ),
  prerequisites_ar: prerequisites("ينبغي أن تكون لك مسؤولية عن المعايير في قسمك. ونرجو أن تُحضر معك:", [
    "ثلاثة معايير تقلقك",
    "تقرير آخر زيارة فعلية أو تجريبية، إن كان مسموحًا لك بمشاركته",
  ]),
  speakers: [maha, ziad],
  curriculum: [
    {
      title_eng: "Reading and tracing",
      title_ar: "القراءة والتتبّع",
      items: [
        { eng: "From the words of a standard to evidence on the ward", ar: "من نص المعيار إلى الدليل في القسم" },
        { eng: "Following one patient: a practical tracer", ar: "تتبّع مريض واحد: تمرين عملي" },
        { eng: "Documents: fewer, current, readable", ar: "الوثائق: أقل عددًا، محدّثة، مقروءة" },
      ],
    },
    {
      title_eng: "A mock survey",
      title_ar: "زيارة تجريبية",
      items: [
        { eng: "Surveying a prepared unit in teams", ar: "تقييم وحدة مُعدّة ضمن فرق" },
        { eng: "Writing a finding that helps the reader", ar: "كتابة ملاحظة تفيد قارئها" },
        { eng: "Your ninety-day plan", ar: "خطتك لتسعين يومًا" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 55,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 24,
      soldSeats: 7,
      priceHalalas: 190_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0110" },
    },
  ],
};
