import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { amal, badr, rana } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const clinicalEducatorProgramme: DemoCourse = {
  slug: "clinical-educator-programme",
  category: "medical-education-clinical-reasearch",
  palette: "dawn",
  subject_eng: "Medical education",
  subject_ar: "التعليم الطبي",
  name_eng: "Clinical educator programme",
  name_ar: "برنامج المعلّم السريري",
  summary_eng:
    "Six days over three months for those who teach as part of their job, with a mentor and a project of your own.",
  summary_ar: "ستة أيام على مدى ثلاثة أشهر لمن كان التعليم جزءًا من عمله، مع مرشد ومشروع يخصّك.",
  about_course_eng: aboutEng({
    opening:
      "Most clinical teachers learned by watching others, and copied the good and the bad together. This programme takes teaching apart into things you can practise: planning a session, watching a learner, judging fairly, changing a curriculum by one page. Between the days you try each of them with your own learners.",
    outcomes: [
      "Plan a session from what learners should be able to do afterwards",
      "Teach a small group, a skill and a lecture, and choose between them",
      "Assess fairly, and write feedback that is used",
      "Carry out one change in your own teaching and show what came of it",
    ],
    audience:
      "Clinicians of every profession with a teaching role: trainers, preceptors, programme directors and those who will be.",
    days: "Six class days in Riyadh, two to three weeks apart, across the turn of the year. Your mentor visits one of your sessions, and on the last day you present your project to the group.",
  }),
  about_course_ar: aboutAr({
    opening:
      "تعلّم معظم المعلّمين السريريين بمشاهدة غيرهم، فأخذوا عنهم الحسن وغيره معًا. يفكّك هذا البرنامج التعليم إلى مهارات يمكن التدرّب عليها: تخطيط جلسة، وملاحظة متعلّم، وحكم منصف، وتعديل صفحة واحدة من المنهج. وبين الأيام تجرّب كل مهارة مع متعلّميك.",
    outcomes: [
      "تخطيط الجلسة انطلاقًا مما ينبغي أن يستطيعه المتعلّم بعدها",
      "تعليم مجموعة صغيرة ومهارة عملية ومحاضرة، والاختيار بينها",
      "التقييم المنصف وكتابة تغذية راجعة يُعمل بها",
      "إجراء تغيير واحد في تعليمك وعرض ما نتج عنه",
    ],
    audience:
      "للممارسين من كل المهن ممن لهم دور تعليمي: المدرّبين والمشرفين السريريين ومديري البرامج ومن يستعدّ لهذه الأدوار.",
    days: "ستة أيام حضورية في الرياض، بين كل يوم والذي يليه أسبوعان أو ثلاثة، تمتد من أواخر العام إلى مطلع العام التالي. يزورك مرشدك في إحدى جلساتك، وفي اليوم الأخير تعرض مشروعك على المجموعة.",
  }),
  prerequisites_eng: prerequisites("You need learners of your own during the programme. Please arrange:", [
    "at least one teaching session a month",
    "your supervisor’s agreement to the six days and one mentor visit",
  ]),
  prerequisites_ar: prerequisites("تحتاج إلى متعلّمين تعلّمهم خلال البرنامج. ونرجو أن ترتّب:", [
    "جلسة تعليمية واحدة على الأقل في الشهر",
    "موافقة مديرك على الأيام الستة وعلى زيارة واحدة من المرشد",
  ]),
  speakers: [amal, badr, rana],
  curriculum: [
    {
      title_eng: "How clinicians learn",
      title_ar: "كيف يتعلّم الممارسون",
      items: [
        { eng: "What stays after a month, and why", ar: "ما الذي يبقى بعد شهر، ولماذا" },
        { eng: "Aims that guide a session", ar: "أهداف توجّه الجلسة" },
        { eng: "Choosing your project", ar: "اختيار مشروعك" },
      ],
    },
    {
      title_eng: "Small groups",
      title_ar: "المجموعات الصغيرة",
      items: [
        { eng: "Questions, silence and discussion", ar: "الأسئلة والصمت والنقاش" },
        { eng: "Cases that teach", ar: "حالات تعلّم" },
        { eng: "Practice with observers", ar: "تطبيق بحضور ملاحظين" },
      ],
    },
    {
      title_eng: "Skills and simulation",
      title_ar: "المهارات والمحاكاة",
      items: [
        { eng: "Teaching a procedure in four steps", ar: "تعليم إجراء في أربع خطوات" },
        { eng: "Simple simulation with what you have", ar: "محاكاة بسيطة بما هو متوفر" },
        { eng: "Debriefing without blame", ar: "مراجعة بلا لوم" },
      ],
    },
    {
      title_eng: "Lectures, and teaching online",
      title_ar: "المحاضرات والتعليم عن بُعد",
      items: [
        { eng: "One message, few slides", ar: "رسالة واحدة وشرائح قليلة" },
        { eng: "Keeping people with you on a screen", ar: "الحفاظ على انتباه الحاضرين عبر الشاشة" },
        { eng: "Filmed practice", ar: "تطبيق مصوّر" },
      ],
    },
    {
      title_eng: "Assessment and feedback",
      title_ar: "التقييم والتغذية الراجعة",
      items: [
        { eng: "Observation at work", ar: "الملاحظة في موقع العمل" },
        { eng: "Written questions that test thinking", ar: "أسئلة مكتوبة تختبر التفكير" },
        { eng: "The learner in difficulty", ar: "المتعلّم المتعثّر" },
      ],
    },
    {
      title_eng: "Your project",
      title_ar: "مشروعك",
      items: [
        {
          eng: "Ethics and fairness when learners are studied",
          ar: "الأخلاقيات والإنصاف حين يكون المتعلّمون موضع الدراسة",
        },
        { eng: "Project presentations", ar: "عروض المشاريع" },
        { eng: "What you will keep doing", ar: "ما الذي ستواصل فعله" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 20,
      lengthDays: 85,
      days: 6,
      hours: 36,
      capacity: 16,
      soldSeats: 6,
      priceHalalas: 465_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0119" },
      calendar: "crosses-year",
    },
  ],
};
