import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { badr, huda, maha } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const leadingClinicalDepartments: DemoCourse = {
  slug: "leading-clinical-departments",
  category: "healthcare-quality",
  palette: "limestone",
  subject_eng: "Leadership",
  subject_ar: "القيادة",
  name_eng: "Leading a clinical department",
  name_ar: "قيادة القسم السريري",
  summary_eng:
    "Five days for clinicians who were given a department and no manual: people, money, meetings and difficult conversations.",
  summary_ar: "خمسة أيام لمن أُسندت إليه قيادة قسم من غير دليل: الناس والميزانية والاجتماعات والمحادثات الصعبة.",
  about_course_eng: aboutEng({
    opening:
      "Good clinicians are made heads of department because they are good clinicians. The next morning there is a rota with a hole in it, a budget, and a friend whose work has slipped. This course is for that morning, and for the year after it.",
    outcomes: [
      "Build a rota that is fair and be able to explain it",
      "Read a department budget and defend one request",
      "Hold the conversation you have been putting off",
      "Run a meeting that ends early with decisions",
    ],
    audience: "New and future heads of department, head nurses, chief technologists and programme directors.",
    days: "Each day takes one side of the job. Mornings are cases, brought by the group and kept in the room. Afternoons are rehearsal: every participant practises one hard conversation with a trained actor.",
  }),
  about_course_ar: aboutAr({
    opening:
      "يُعيَّن الممارس الجيد رئيسًا للقسم لأنه ممارس جيد. وفي صباح اليوم التالي يجد جدول مناوبات ينقصه شخص، وميزانية، وصديقًا تراجع أداؤه. هذه الدورة لذلك الصباح، وللعام الذي يليه.",
    outcomes: [
      "إعداد جدول مناوبات عادل والقدرة على شرحه",
      "قراءة ميزانية القسم والدفاع عن طلب واحد",
      "إجراء المحادثة التي طال تأجيلها",
      "إدارة اجتماع ينتهي قبل موعده بقرارات واضحة",
    ],
    audience: "لرؤساء الأقسام الجدد والمرشحين للرئاسة، ورئيسات التمريض ورؤسائه، وكبار التقنيين، ومديري البرامج.",
    days: "لكل يوم جانب من جوانب العمل. في الصباح حالات يأتي بها المشاركون ولا تغادر القاعة، وبعد الظهر تدريب: يتمرّن كل مشارك على محادثة صعبة واحدة مع ممثل مدرَّب.",
  }),
  prerequisites_eng: prerequisites("You lead people now, or will within the year. Before the course:", [
    "ask three colleagues what they would like you to do more of",
    "bring a rota and a budget page, with names removed",
  ]),
  prerequisites_ar: prerequisites("أنت تقود فريقًا الآن، أو ستقوده خلال عام. وقبل الدورة:", [
    "اسأل ثلاثة من زملائك عمّا يودّون أن تكثر منه",
    "أحضر جدول مناوبات وصفحة من الميزانية بعد حذف الأسماء",
  ]),
  speakers: [badr, huda, maha],
  curriculum: [
    {
      title_eng: "The first hundred days",
      title_ar: "الأيام المئة الأولى",
      items: [
        { eng: "What changes when you are no longer one of the team", ar: "ما الذي يتغيّر حين لا تعود واحدًا من الفريق" },
        { eng: "Listening before changing", ar: "الاستماع قبل التغيير" },
        { eng: "Your own hours: what to stop doing", ar: "وقتك أنت: ما الذي ينبغي أن تتوقف عنه" },
      ],
    },
    {
      title_eng: "People",
      title_ar: "الناس",
      items: [
        { eng: "Fair rotas", ar: "جداول مناوبات عادلة" },
        { eng: "Appraisal that both sides find useful", ar: "تقييم أداء يفيد الطرفين" },
        { eng: "Noticing exhaustion early", ar: "ملاحظة الإنهاك مبكرًا" },
      ],
    },
    {
      title_eng: "Money and supplies",
      title_ar: "المال والإمداد",
      items: [
        { eng: "Reading your budget in an hour", ar: "قراءة ميزانيتك في ساعة" },
        { eng: "One request, one page", ar: "طلب واحد في صفحة واحدة" },
        { eng: "Where a department loses money quietly", ar: "أين يخسر القسم المال بصمت" },
      ],
    },
    {
      title_eng: "Difficult conversations",
      title_ar: "المحادثات الصعبة",
      items: [
        { eng: "The colleague whose work has slipped", ar: "الزميل الذي تراجع أداؤه" },
        { eng: "Conflict between professions", ar: "الخلاف بين المهن" },
        { eng: "Rehearsal with an actor", ar: "تدريب مع ممثل" },
      ],
    },
    {
      title_eng: "Direction",
      title_ar: "الوجهة",
      items: [
        { eng: "Three things the department will be known for", ar: "ثلاثة أمور يُعرف بها القسم" },
        { eng: "Meetings that decide", ar: "اجتماعات تتخذ القرار" },
        { eng: "Your plan for a year, read by a peer", ar: "خطتك لعام، يقرؤها أحد أقرانك" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 134,
      lengthDays: 5,
      days: 5,
      hours: 30,
      capacity: 18,
      soldSeats: 2,
      priceHalalas: 480_000,
      accreditation: { status: "none" },
    },
  ],
};
