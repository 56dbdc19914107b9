import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { amal, tariq } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const writingAPaper: DemoCourse = {
  slug: "writing-a-paper",
  category: "medical-education-clinical-reasearch",
  palette: "lilac",
  subject_eng: "Scientific writing",
  subject_ar: "الكتابة العلمية",
  name_eng: "Writing a paper that gets read",
  name_ar: "كتابة بحث علمي يُقرأ",
  summary_eng:
    "One day at the desk: you bring results, and go home with a structure, an abstract and the next three steps.",
  summary_ar: "يوم واحد من الكتابة: تأتي بنتائجك، وتعود ببناء واضح وملخص وثلاث خطوات تالية.",
  about_course_eng: aboutEng({
    opening:
      "Papers are rarely refused for their grammar. They are refused because the reader cannot find what was asked, what was found, or why it matters. This day is about that, and about getting the draft out of your drawer.",
    outcomes: [
      "Say the message of your paper in one sentence",
      "Write an abstract that can stand alone",
      "Choose a journal, and recognise one to avoid",
      "Answer reviewers politely, point by point",
    ],
    audience: "Clinicians and researchers with finished results, or a thesis that ought to become a paper.",
    day: "Live online, in twelve short rounds: ten minutes of explanation, then twenty of writing. You write about your own work the whole day.",
  }),
  about_course_ar: aboutAr({
    opening:
      "قلّما يُرفض البحث لأخطائه النحوية. يُرفض لأن القارئ لا يجد ما السؤال، وما النتيجة، ولماذا يهمّه الأمر. هذا اليوم لذلك، ولإخراج المسودة من درجك.",
    outcomes: [
      "قول رسالة بحثك في جملة واحدة",
      "كتابة ملخص يُفهم وحده",
      "اختيار المجلة، والتعرّف على المجلة التي ينبغي تجنّبها",
      "الرد على المحكّمين بأدب، نقطة نقطة",
    ],
    audience: "للممارسين والباحثين ممن اكتملت نتائجهم، أو لديهم رسالة علمية تستحق أن تصبح بحثًا منشورًا.",
    day: "عن بُعد في بث مباشر، في اثنتي عشرة جولة قصيرة: عشر دقائق من الشرح ثم عشرون من الكتابة. وتكتب طوال اليوم عن عملك أنت.",
  }),
  prerequisites_eng: prerequisites("You need results to write about. Please have open on your desk:", [
    "your main table or figure",
    "one paper you admire, from any field",
  ]),
  prerequisites_ar: prerequisites("تحتاج إلى نتائج تكتب عنها. ونرجو أن يكون أمامك على المكتب:", [
    "جدولك أو شكلك الرئيسي",
    "بحث يعجبك، من أي مجال",
  ]),
  speakers: [tariq, amal],
  curriculum: [
    {
      title_eng: "From results to a draft",
      title_ar: "من النتائج إلى المسودة",
      items: [
        { eng: "One sentence, then one page", ar: "جملة واحدة، ثم صفحة واحدة" },
        { eng: "Methods and results, told in order", ar: "المنهج والنتائج بترتيبها" },
        { eng: "A discussion that does not overclaim", ar: "مناقشة لا تبالغ في الادعاء" },
        { eng: "Journals, reviewers and honest authorship", ar: "المجلات والمحكّمون وأمانة التأليف" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: 97,
      lengthDays: 1,
      days: 1,
      hours: 6,
      capacity: 25,
      soldSeats: 6,
      priceHalalas: 98_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0115" },
    },
  ],
};
