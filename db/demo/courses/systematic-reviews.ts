import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { lama, tariq } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const systematicReviews: DemoCourse = {
  slug: "systematic-reviews",
  category: "medical-education-clinical-reasearch",
  palette: "palm",
  subject_eng: "Evidence",
  subject_ar: "البراهين العلمية",
  name_eng: "Systematic reviews, from question to forest plot",
  name_ar: "المراجعات المنهجية، من السؤال إلى مخطط الغابة",
  summary_eng: "Three days to plan a review that can be finished: the question, the search, the sifting and the sums.",
  summary_ar: "ثلاثة أيام لتخطيط مراجعة منهجية يمكن إنجازها: السؤال والبحث والفرز والحساب.",
  about_course_eng: aboutEng({
    opening:
      "A systematic review looks like reading and turns out to be logistics. Those that are never finished usually failed in the first week, when the question was too wide. We spend a whole day on the question, and the two that follow are easier for it.",
    outcomes: [
      "Narrow a question until the search is manageable, and register the plan",
      "Build a search with a librarian’s eye",
      "Sift and extract in pairs, and settle disagreements",
      "Read a forest plot and know when not to draw one",
    ],
    audience:
      "Researchers, residents and guideline authors who plan a review within the next year. Pairs who will work on it together are welcome.",
    days: "Live online. You work on your own question throughout, with a librarian and a statistician on call in the afternoons.",
  }),
  about_course_ar: aboutAr({
    opening:
      "تبدو المراجعة المنهجية قراءة، ثم يتبيّن أنها تنظيم. والمراجعات التي لم تكتمل تعثّر معظمها في الأسبوع الأول، حين كان السؤال أوسع مما ينبغي. لذلك نمنح السؤال يومًا كاملًا، فيسهل به اليومان التاليان.",
    outcomes: [
      "تضييق السؤال حتى يصبح البحث عنه ممكنًا، وتسجيل خطة المراجعة",
      "بناء استراتيجية بحث بعين أمين المكتبة",
      "فرز الدراسات واستخلاص بياناتها في فريق من اثنين، وحسم الخلاف بينهما",
      "قراءة مخطط الغابة، ومعرفة متى لا ينبغي رسمه",
    ],
    audience:
      "للباحثين والأطباء المقيمين ومعدّي الأدلة الإرشادية ممن ينوون إجراء مراجعة خلال عام. ونرحّب بكل اثنين سيعملان عليها معًا.",
    days: "عن بُعد في بث مباشر. تعمل على سؤالك أنت طوال الأيام الثلاثة، ومعك بعد الظهر أمين مكتبة وأخصائي إحصاء يجيبان عن أسئلتك.",
  }),
  prerequisites_eng: prerequisites("You should be able to read a clinical paper with ease. Please have ready:", [
    "a draft question",
    "access to at least one medical database",
  ]),
  prerequisites_ar: prerequisites("ينبغي أن تقرأ البحث السريري بيسر. ونرجو أن تجهّز:", [
    "مسودة سؤال",
    "وصولًا إلى قاعدة بيانات طبية واحدة على الأقل",
  ]),
  speakers: [tariq, lama],
  curriculum: [
    {
      title_eng: "The question and the plan",
      title_ar: "السؤال والخطة",
      items: [
        { eng: "Is a review needed at all", ar: "هل نحتاج إلى المراجعة أصلًا" },
        { eng: "Narrowing the question", ar: "تضييق السؤال" },
        { eng: "Protocol and registration", ar: "خطة المراجعة وتسجيلها" },
      ],
    },
    {
      title_eng: "Searching and sifting",
      title_ar: "البحث والفرز",
      items: [
        { eng: "Building and testing a search", ar: "بناء استراتيجية البحث واختبارها" },
        { eng: "Sifting in pairs", ar: "الفرز الثنائي" },
        { eng: "Judging risk of bias", ar: "تقدير خطر التحيّز" },
      ],
    },
    {
      title_eng: "Putting it together",
      title_ar: "جمع النتائج",
      items: [
        { eng: "Extraction sheets that work", ar: "نماذج استخلاص عملية" },
        { eng: "Meta-analysis in pictures", ar: "التحليل التلوي بالصور" },
        { eng: "Writing what you found, and how sure you are", ar: "كتابة ما وجدته، ومدى ثقتك فيه" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: 125,
      lengthDays: 3,
      days: 3,
      hours: 18,
      capacity: 30,
      priceHalalas: 280_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0118" },
    },
  ],
};
