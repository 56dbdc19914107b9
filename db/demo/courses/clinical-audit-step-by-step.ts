import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { maha, reem } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const clinicalAuditStepByStep: DemoCourse = {
  slug: "clinical-audit-step-by-step",
  category: "healthcare-quality",
  palette: "mint",
  featured_position: 4,
  subject_eng: "Clinical audit",
  subject_ar: "التدقيق السريري",
  name_eng: "Clinical audit, step by step",
  name_ar: "التدقيق السريري خطوة بخطوة",
  summary_eng:
    "Two days from a worry on the ward to a finished audit plan, including the step that is so easily left out: the second measurement.",
  summary_ar: "يومان ينقلانك من ملاحظة في القسم إلى خطة تدقيق كاملة، بما فيها الخطوة التي يسهل إغفالها: القياس الثاني.",
  about_course_eng: aboutEng({
    opening:
      "Many audits end as a presentation. The numbers are shown, heads nod, and nothing changes before the next one. A good audit is smaller and goes further: one clear standard, a sample you can collect in a week, one change, and a second look to see if it helped.",
    outcomes: [
      "Turn a worry into a standard that can be measured",
      "Choose a sample that is small, fair and quick to collect",
      "Present results so that colleagues talk about the work and not about blame",
      "Plan the change and the second measurement before you begin",
    ],
    audience:
      "Trainee doctors, nurses, pharmacists and allied health professionals who must complete an audit, and the supervisors who guide them.",
    days: "You work on your own topic from the first hour. By the end of the first day you have a standard and a data sheet; by the end of the second, a plan that your supervisor can approve.",
  }),
  about_course_ar: aboutAr({
    opening:
      "كثير من عمليات التدقيق ينتهي عند العرض: تُعرض الأرقام ويومئ الحاضرون برؤوسهم، ثم لا يتغيّر شيء حتى العرض التالي. أما التدقيق الجيد فأصغر حجمًا وأبعد أثرًا: معيار واضح واحد، وعيّنة تُجمع في أسبوع، وتغيير واحد، ثم نظرة ثانية لنعرف هل نفع.",
    outcomes: [
      "تحويل الملاحظة إلى معيار قابل للقياس",
      "اختيار عيّنة صغيرة وعادلة وسريعة الجمع",
      "عرض النتائج بحيث يدور النقاش حول العمل لا حول اللوم",
      "التخطيط للتغيير وللقياس الثاني قبل البدء",
    ],
    audience:
      "للأطباء المتدربين والتمريض والصيادلة والممارسين في المهن الصحية الأخرى ممن يُطلب منهم إنجاز تدقيق، وللمشرفين عليهم.",
    days: "تعمل على موضوعك أنت منذ الساعة الأولى. وفي نهاية اليوم الأول يكون لديك معيار ونموذج لجمع البيانات، وفي نهاية الثاني خطة جاهزة لموافقة مشرفك.",
  }),
  prerequisites_eng: prerequisites("Come with a question from your own work. It need not be polished:", [
    "one thing you suspect is not done as it should be",
    "the guideline or policy that says how it should be done, if there is one",
  ]),
  prerequisites_ar: prerequisites("احضر ومعك سؤال من عملك، ولا يلزم أن يكون محكم الصياغة:", [
    "أمر واحد تظن أنه لا يُنجز كما ينبغي",
    "الدليل الإرشادي أو السياسة التي تحدد الطريقة الصحيحة، إن وُجدت",
  ]),
  speakers: [maha, reem],
  curriculum: [
    {
      title_eng: "From worry to standard",
      title_ar: "من الملاحظة إلى المعيار",
      items: [
        {
          eng: "Audit, research and service evaluation: which one is yours",
          ar: "التدقيق والبحث وتقييم الخدمة: أيّها يناسب سؤالك",
        },
        { eng: "Writing one measurable standard", ar: "كتابة معيار واحد قابل للقياس" },
        { eng: "The data sheet: ask less, learn more", ar: "نموذج البيانات: أسئلة أقل وفائدة أكبر" },
      ],
    },
    {
      title_eng: "From numbers to change",
      title_ar: "من الأرقام إلى التغيير",
      items: [
        { eng: "Reading a small sample honestly", ar: "قراءة العيّنة الصغيرة بأمانة" },
        { eng: "A results meeting that ends with an owner and a date", ar: "اجتماع نتائج ينتهي بمسؤول وموعد" },
        { eng: "Closing the loop: planning the second measurement", ar: "إغلاق الدائرة: التخطيط للقياس الثاني" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: -45,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 24,
      soldSeats: 21,
      priceHalalas: 180_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0097" },
    },
  ],
};
