import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { lama, tariq } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const researchMethods: DemoCourse = {
  slug: "research-methods",
  category: "medical-education-clinical-reasearch",
  palette: "khuzama",
  subjectEng: "Clinical research",
  subjectAr: "البحث السريري",
  nameEng: "Research methods for busy clinicians",
  nameAr: "مناهج البحث للممارسين",
  summaryEng: "Four days, one a week, that take a question from the clinic to a protocol you could submit.",
  summaryAr: "أربعة أيام، يوم في كل أسبوع، تنقل سؤالك من العيادة إلى خطة بحث جاهزة للتقديم.",
  aboutEng: aboutEng({
    opening:
      "Most clinicians have a good research question. What they lack is a quiet hour and someone to tell them which design fits. This course gives you both, one day a week, and asks you to bring your own question and leave with its protocol.",
    outcomes: [
      "Shape a clinical question that a study can answer",
      "Choose the simplest design that would convince a sceptic",
      "Estimate how many patients you need, and whether you will find them",
      "Write a protocol that an ethics committee can read without a call",
    ],
    audience:
      "Doctors, dentists, pharmacists, nurses and allied health professionals who want to start their first study, including residents with a research requirement.",
    days: "Four live days online with a week between them. Each week you write one page of your protocol; a tutor reads it and answers before the next day.",
  }),
  aboutAr: aboutAr({
    opening:
      "لدى معظم الممارسين سؤال بحثي جيد، وإنما تنقصهم ساعة هادئة ومن يدلّهم على التصميم المناسب. تمنحك هذه الدورة الأمرين يومًا في الأسبوع، وتطلب منك أن تأتي بسؤالك وتخرج بخطة بحثه.",
    outcomes: [
      "صياغة سؤال سريري تستطيع الدراسة أن تجيب عنه",
      "اختيار أبسط تصميم يقنع المتشكّك",
      "تقدير عدد المرضى المطلوب، ومعرفة إمكان الوصول إليهم",
      "كتابة خطة بحث تقرؤها لجنة الأخلاقيات من دون أن تتصل بك مستوضحة",
    ],
    audience:
      "للأطباء وأطباء الأسنان والصيادلة والتمريض وممارسي المهن الصحية الأخرى ممن يريدون بدء دراستهم الأولى، ومنهم الأطباء المقيمون الذين يُشترط عليهم البحث.",
    days: "أربعة أيام مباشرة عن بُعد، بين كل يومين أسبوع. تكتب في كل أسبوع صفحة من خطة بحثك، ويقرؤها مدرّب ويرد عليك قبل اليوم التالي.",
  }),
  prerequisitesEng: prerequisites("No research experience is needed. Please come with:", [
    "one question from your own practice, in a sentence",
    "two papers that touch on it, even if you have only read the abstracts",
  ]),
  prerequisitesAr: prerequisites("لا تُشترط خبرة بحثية. ونرجو أن يكون معك:", [
    "سؤال واحد من ممارستك في جملة",
    "بحثان لهما صلة به، ولو لم تقرأ منهما غير الملخص",
  ]),
  speakers: [tariq, lama],
  curriculum: [
    {
      titleEng: "The question",
      titleAr: "السؤال",
      items: [
        { eng: "From a clinical itch to a question", ar: "من ملاحظة سريرية إلى سؤال" },
        { eng: "Searching well in an hour", ar: "بحث جيد في المراجع خلال ساعة" },
        { eng: "Is it new, useful and possible", ar: "هل هو جديد ونافع وممكن" },
      ],
    },
    {
      titleEng: "The design",
      titleAr: "التصميم",
      items: [
        { eng: "Describe, compare or test", ar: "نصف أم نقارن أم نختبر" },
        { eng: "Bias and confounding, with examples that sting", ar: "التحيّز والعوامل المربكة بأمثلة لا تُنسى" },
        { eng: "Choosing your design aloud", ar: "اختيار التصميم والتفكير بصوت مسموع" },
      ],
    },
    {
      titleEng: "The numbers",
      titleAr: "الأرقام",
      items: [
        { eng: "Outcomes you can really measure", ar: "نتائج يمكن قياسها فعلًا" },
        { eng: "Sample size without fear", ar: "حجم العيّنة بلا رهبة" },
        { eng: "A data sheet that you will thank yourself for", ar: "نموذج بيانات تشكر نفسك عليه لاحقًا" },
      ],
    },
    {
      titleEng: "The protocol",
      titleAr: "خطة البحث",
      items: [
        { eng: "Consent, privacy and the ethics committee", ar: "الموافقة والخصوصية ولجنة الأخلاقيات" },
        { eng: "A timetable that survives the duty rota", ar: "جدول زمني يصمد أمام المناوبات" },
        { eng: "Presenting your protocol in five minutes", ar: "عرض خطة بحثك في خمس دقائق" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: 67,
      lengthDays: 22,
      days: 4,
      hours: 24,
      capacity: 30,
      soldSeats: 8,
      priceHalalas: 310_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0113" },
      calendar: "crosses-month",
    },
  ],
};
