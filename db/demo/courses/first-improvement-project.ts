import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { badr, reem } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const firstImprovementProject: DemoCourse = {
  slug: "first-improvement-project",
  category: "healthcare-quality",
  palette: "oasis",
  subject_eng: "Quality improvement",
  subject_ar: "تحسين الجودة",
  name_eng: "Quality improvement: your first project",
  name_ar: "تحسين الجودة: مشروعك الأول",
  summary_eng: "Three days spread over about three weeks, with time between them to try the change where you work.",
  summary_ar: "ثلاثة أيام موزّعة على نحو ثلاثة أسابيع، وبينها وقت لتجربة التغيير في مكان عملك.",
  about_course_eng: aboutEng({
    opening:
      "You cannot learn improvement from slides. In this course you choose one small problem, measure it, try a change on a single shift, and come back to tell the group what happened. Projects that fail are welcome; they are often the best lessons.",
    outcomes: [
      "Choose a problem small enough to finish and large enough to matter",
      "Write an aim with a number and a date",
      "Test a change on one patient, one shift, one day",
      "Show the result on a simple chart and decide what to do next",
    ],
    audience:
      "Clinical staff of any profession who have never led a project, and new members of quality teams. Two people from one unit may share a project.",
    days: "Three class days, with short calls from a mentor in the weeks between. The work between the days is about two hours a week, so please agree that time with your supervisor first.",
  }),
  about_course_ar: aboutAr({
    opening:
      "لا يُتعلَّم التحسين من شرائح العرض. في هذه الدورة تختار مشكلة صغيرة واحدة وتقيسها، وتجرّب تغييرًا في مناوبة واحدة، ثم تعود لتحكي للمجموعة ما حدث. والمشاريع التي تتعثّر موضع ترحيب أيضًا، فكثيرًا ما تكون أنفع الدروس.",
    outcomes: [
      "اختيار مشكلة صغيرة يمكن إنجازها، وكبيرة بما يستحق الجهد",
      "كتابة هدف فيه رقم وتاريخ",
      "تجربة التغيير على مريض واحد، ثم مناوبة واحدة، ثم يوم واحد",
      "عرض النتيجة في مخطط بسيط وتقرير الخطوة التالية",
    ],
    audience:
      "للعاملين في الرعاية من كل المهن ممن لم يسبق لهم قيادة مشروع، وللأعضاء الجدد في فرق الجودة. ويمكن لشخصين من وحدة واحدة أن يشتركا في مشروع.",
    days: "ثلاثة أيام حضورية، وبينها مكالمات قصيرة مع مرشد. ويتطلب العمل بين الأيام نحو ساعتين في الأسبوع، فنرجو الاتفاق على ذلك مع مديرك أولًا.",
  }),
  prerequisites_eng: prerequisites("You need a place to try things. Before the first day:", [
    "agree on one area of work with your supervisor",
    "count one thing there for three days, in any way you like",
  ]),
  prerequisites_ar: prerequisites("تحتاج إلى مكان تجرّب فيه. وقبل اليوم الأول:", [
    "اتفق مع مديرك على مجال واحد من العمل",
    "أحصِ فيه شيئًا واحدًا مدة ثلاثة أيام، بالطريقة التي تناسبك",
  ]),
  speakers: [reem, badr],
  curriculum: [
    {
      title_eng: "A problem, an aim, a measure",
      title_ar: "مشكلة وهدف ومقياس",
      items: [
        { eng: "Going to look: an hour on the unit", ar: "الذهاب والنظر: ساعة في الوحدة" },
        { eng: "Writing an aim that can be missed", ar: "كتابة هدف يمكن أن نعرف إن أخفقنا فيه" },
        { eng: "Choosing one measure and one guard against harm", ar: "اختيار مقياس واحد، ومقياس يحمي من الضرر" },
      ],
    },
    {
      title_eng: "Small tests",
      title_ar: "تجارب صغيرة",
      items: [
        { eng: "What the first test taught each project", ar: "ماذا علّمت التجربة الأولى كل مشروع" },
        { eng: "Plan, do, study, act, on paper and on the ward", ar: "خطّط، نفّذ، ادرس، صحّح: على الورق وفي القسم" },
        { eng: "Bringing along the colleague who says no", ar: "كسب تأييد الزميل المعترض" },
      ],
    },
    {
      title_eng: "Showing it, and keeping it",
      title_ar: "عرض النتيجة وتثبيتها",
      items: [
        { eng: "A run chart from your own data", ar: "مخطط زمني من بياناتك" },
        { eng: "Seven minutes to tell your story", ar: "سبع دقائق لتروي قصتك" },
        { eng: "Who looks after it when you move on", ar: "من يرعى التغيير حين تنتقل" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: -9,
      lengthDays: 24,
      days: 3,
      hours: 18,
      capacity: 20,
      soldSeats: 17,
      priceHalalas: 260_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0099" },
    },
  ],
};
