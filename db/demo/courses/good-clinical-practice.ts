import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { rana, tariq } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online } from "../venues.ts";

export const goodClinicalPractice: DemoCourse = {
  slug: "good-clinical-practice",
  category: "medical-education-clinical-reasearch",
  palette: "limestone",
  subject_eng: "Clinical trials",
  subject_ar: "التجارب السريرية",
  name_eng: "Good clinical practice for investigators",
  name_ar: "الممارسة السريرية الجيدة للباحثين",
  summary_eng: "Two days on running a trial that protects the people in it and produces data others can trust.",
  summary_ar: "يومان في إدارة تجربة تحمي المشاركين فيها وتنتج بيانات يثق بها الآخرون.",
  about_course_eng: aboutEng({
    opening:
      "The rules of good clinical practice were written after people were harmed. Read in that light they stop being paperwork. We go through them as a trial does: from the first visit of a sponsor to the day the files are archived.",
    outcomes: [
      "Say who is responsible for what: investigator, sponsor, monitor, committee",
      "Take consent as a conversation and document it properly",
      "Recognise a serious adverse event and report it in time",
      "Keep source documents that make sense to a stranger",
    ],
    audience: "Investigators, study coordinators, research nurses and pharmacists, and members of ethics committees.",
    days: "Live online. Each part begins with a file that has something wrong with it, and you are asked to find it. A short test closes the second day.",
  }),
  about_course_ar: aboutAr({
    opening:
      "كُتبت قواعد الممارسة السريرية الجيدة بعد أن تضرّر أناس. ومن يقرؤها وهو يعرف ذلك لا يراها أوراقًا تُملأ. نمرّ عليها بالترتيب الذي تسير به التجربة: من الزيارة الأولى للجهة الراعية إلى يوم أرشفة الملفات.",
    outcomes: [
      "تحديد مسؤولية كل طرف: الباحث والراعي والمراقب واللجنة",
      "أخذ الموافقة في حوار حقيقي وتوثيقها توثيقًا صحيحًا",
      "التعرّف على الحدث الضار الجسيم والإبلاغ عنه في وقته",
      "حفظ وثائق مصدرية يفهمها من لم يحضر",
    ],
    audience: "للباحثين ومنسقي الدراسات وممرضي الأبحاث وصيادلتها وأعضاء لجان الأخلاقيات.",
    days: "عن بُعد في بث مباشر. يبدأ كل جزء بملف فيه خطأ يُطلب منك أن تجده، وينتهي اليوم الثاني باختبار قصير.",
  }),
  prerequisites_eng: prerequisites(
    "Useful for anyone who takes part in a trial, or will soon. Please read the twelve pages we send before the first day.",
  ),
  prerequisites_ar: prerequisites(
    "تفيد الدورة كل من يشارك في تجربة سريرية أو سيشارك فيها قريبًا. ونرجو قراءة الصفحات الاثنتي عشرة التي نرسلها إليك قبل اليوم الأول.",
  ),
  speakers: [rana, tariq],
  curriculum: [
    {
      title_eng: "People first",
      title_ar: "الإنسان أولًا",
      items: [
        { eng: "Why the rules exist: three short histories", ar: "لماذا وُضعت القواعد: ثلاث وقائع قصيرة" },
        { eng: "Roles and delegation", ar: "الأدوار والتفويض" },
        { eng: "Consent, practised in Arabic and English", ar: "الموافقة المستنيرة: تدريب بالعربية والإنجليزية" },
      ],
    },
    {
      title_eng: "Data that can be trusted",
      title_ar: "بيانات موثوقة",
      items: [
        { eng: "Source documents and corrections", ar: "الوثائق المصدرية وتصحيحها" },
        { eng: "Adverse events: what, when, to whom", ar: "الأحداث الضارة: ماذا نبلّغ، ومتى، ولمن" },
        { eng: "Preparing for a monitor and an inspection", ar: "الاستعداد لزيارة المراقب وللتفتيش" },
        { eng: "Closing a study well", ar: "إغلاق الدراسة على وجه سليم" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: 49,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 35,
      soldSeats: 15,
      priceHalalas: 170_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0114" },
    },
  ],
};
