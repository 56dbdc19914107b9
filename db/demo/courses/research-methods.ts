import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { lama, tariq } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const researchMethods: DemoCourse = {
  slug: "research-methods",
  category: "medical-education-clinical-reasearch",
  palette: "khuzama",
  subject_eng: "Clinical research",
  subject_ar: "البحث السريري",
  name_eng: "Research methods for busy clinicians",
  name_ar: "مناهج البحث للممارسين",
  summary_eng: "Four days, one a week, that take a question from the clinic to a protocol you could submit.",
  summary_ar: "أربعة أيام، يوم في كل أسبوع، تنقل سؤالك من العيادة إلى خطة بحث جاهزة للتقديم.",
  about_course_eng: aboutEng({
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
  about_course_ar: aboutAr({
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
  prerequisites_eng: prerequisites("No research experience is needed. Please come with:", [
    "one question from your own practice, in a sentence",
    "two papers that touch on it, even if you have only read the abstracts",
  ]),
  prerequisites_ar: prerequisites("لا تُشترط خبرة بحثية. ونرجو أن يكون معك:", [
    "سؤال واحد من ممارستك في جملة",
    "بحثان لهما صلة به، ولو لم تقرأ منهما غير الملخص",
  ]),
  speakers: [tariq, lama],
  curriculum: [
    {
      title_eng: "The question",
      title_ar: "السؤال",
      items: [
        { eng: "From a clinical itch to a question", ar: "من ملاحظة سريرية إلى سؤال" },
        { eng: "Searching well in an hour", ar: "بحث جيد في المراجع خلال ساعة" },
        { eng: "Is it new, useful and possible", ar: "هل هو جديد ونافع وممكن" },
      ],
    },
    {
      title_eng: "The design",
      title_ar: "التصميم",
      items: [
        { eng: "Describe, compare or test", ar: "نصف أم نقارن أم نختبر" },
        { eng: "Bias and confounding, with examples that sting", ar: "التحيّز والعوامل المربكة بأمثلة لا تُنسى" },
        { eng: "Choosing your design aloud", ar: "اختيار التصميم والتفكير بصوت مسموع" },
      ],
    },
    {
      title_eng: "The numbers",
      title_ar: "الأرقام",
      items: [
        { eng: "Outcomes you can really measure", ar: "نتائج يمكن قياسها فعلًا" },
        { eng: "Sample size without fear", ar: "حجم العيّنة بلا رهبة" },
        { eng: "A data sheet that you will thank yourself for", ar: "نموذج بيانات تشكر نفسك عليه لاحقًا" },
      ],
    },
    {
      title_eng: "The protocol",
      title_ar: "خطة البحث",
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
      group: { fromSeats: 5, percent: 10 },
      accreditation: { status: "accredited", number: "DEMO-CPD-0113" },
      calendar: "crosses-month",
    },
  ],
};
