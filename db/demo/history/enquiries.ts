import type { Program } from "#features/letters/programs.ts";
import type { Locale } from "#i18n/locale.ts";

/** What is done about it, days after it came. */
type Step = { after: number; time: string; by?: "support" | "owner" } & (
  | { kind: "reply"; text: string; keepOpen?: boolean }
  | { kind: "note"; text: string }
  | { kind: "assign"; to: "support" | "owner" }
  | { kind: "move"; state: "open" | "answered" | "spam" }
);

export interface DemoEnquiry {
  /** Counted from today. */
  day: number;
  time: string;
  locale: Locale;
  name: string;
  email: string;
  workplace: string;
  /** Of a demo request. */
  program?: Program;
  /** Of a contact request. */
  message?: string;
  title?: string;
  /** A robot filled in the field that people do not see. */
  isRobot?: boolean;
  steps?: Step[];
}

/** A slip of the pen of someone who has an account: no mail server takes what is sent there. */
export const mistypedAddress = "samar.aljabr@example.com";

export const demoEnquiries: readonly DemoEnquiry[] = [
  {
    day: -52,
    time: "09:25",
    locale: "ar",
    name: "نوف العقيل",
    email: "nouf.alaqeel@example.org",
    title: "منسقة تدريب",
    workplace: "مستشفى النخيل (مثال)",
    message: "نودّ تسجيل أربعة من موظفينا في دورة التدقيق السريري. هل تصدر الفاتورة باسم المستشفى وبرقمه الضريبي؟",
    steps: [
      {
        after: 0,
        time: "11:10",
        kind: "reply",
        text: "نعم. عند الدفع يمكن اختيار فاتورة باسم منشأة وإدخال اسمها ورقمها الضريبي وعنوانها، وتصل الفاتورة بالبريد الإلكتروني بعد الدفع مباشرة.",
      },
    ],
  },
  {
    day: -47,
    time: "14:40",
    locale: "en",
    name: "Peter Lindqvist",
    email: "peter.lindqvist@example.net",
    workplace: "Gulf Coast Hospital (example)",
    program: "Incident and event management",
    steps: [
      { after: 1, time: "09:15", kind: "assign", to: "owner" },
      { after: 1, time: "09:20", kind: "note", text: "They run two sites and report on paper today. About 400 beds." },
      {
        after: 1,
        time: "10:05",
        by: "owner",
        kind: "reply",
        text: "Thank you for your interest. I can show you the incident reports on Sunday at 11:00, online, in about 40 minutes. Does that suit you?",
        keepOpen: true,
      },
      {
        after: 6,
        time: "12:30",
        by: "owner",
        kind: "note",
        text: "Shown on Sunday. They ask for a written offer for both sites.",
      },
      { after: 7, time: "09:40", by: "owner", kind: "move", state: "answered" },
    ],
  },
  {
    day: -41,
    time: "10:05",
    locale: "en",
    name: "Hassan Al-Eid",
    email: "hassan.aleid@example.org",
    title: "Head of quality",
    workplace: "Eastern Shore Medical Centre (example)",
    message:
      "We would send about ten people to the risk register course, but Riyadh is too far for one day. Do you ever teach it in Dammam?",
    steps: [
      {
        after: 0,
        time: "12:45",
        kind: "reply",
        text: "Not so far, but ten people would be reason enough. I have asked our training team and will write again by tomorrow.",
        keepOpen: true,
      },
      {
        after: 1,
        time: "11:00",
        kind: "reply",
        text: "The course is now open in Dammam as well; you can book seats on its page. The date is a working day, from nine to three.",
      },
    ],
  },
  {
    day: -36,
    time: "20:30",
    locale: "ar",
    name: "عبدالعزيز الفهيد",
    email: "a.alfuhaid@example.net",
    workplace: "مختبرات السدر (مثال)",
    program: "Laboratory information system (LIS)",
    steps: [
      { after: 1, time: "08:50", kind: "assign", to: "owner" },
      {
        after: 1,
        time: "13:20",
        by: "owner",
        kind: "reply",
        text: "شكرًا على اهتمامكم. يسعدنا تقديم عرض توضيحي للنظام عن بُعد يوم الثلاثاء الساعة العاشرة صباحًا، ونرجو تأكيد الموعد أو اقتراح غيره.",
      },
    ],
  },
  {
    day: -31,
    time: "03:12",
    locale: "en",
    name: "Best Offers",
    email: "offers@example.net",
    workplace: "",
    message: "Rank first in every search engine within a week. Click here for a free report about your website.",
    isRobot: true,
  },
  {
    day: -27,
    time: "16:15",
    locale: "ar",
    name: "ريما الحربي",
    email: "reema.alharbi@example.org",
    title: "ممرضة",
    workplace: "مستشفى الواحة (مثال)",
    message: "هل تُحتسب ساعات دورة السلامة الدوائية لغير الصيادلة؟",
    steps: [
      {
        after: 0,
        time: "17:30",
        kind: "reply",
        text: "نعم، تُحتسب الساعات المعتمدة لجميع الممارسين الصحيين المصنّفين لدى الهيئة السعودية للتخصصات الصحية.",
      },
    ],
  },
  {
    day: -22,
    time: "11:55",
    locale: "en",
    name: "Maria Santos",
    email: "maria.santos@example.com",
    title: "",
    workplace: "Palm Grove Medical Centre (example)",
    message: "I bought a seat in the handover course and my name is spelled wrong on the seat. Can you correct it?",
    steps: [
      { after: 0, time: "13:05", kind: "assign", to: "support" },
      {
        after: 0,
        time: "13:20",
        kind: "reply",
        text: "It is corrected. You see it under My courses; nothing else has changed.",
      },
    ],
  },
  {
    day: -18,
    time: "09:35",
    locale: "en",
    name: "Claire Dubois",
    email: "claire.dubois@example.net",
    workplace: "North Riyadh Clinics (example)",
    program: "Audit management",
    steps: [
      { after: 1, time: "10:10", kind: "assign", to: "owner" },
      {
        after: 1,
        time: "14:00",
        by: "owner",
        kind: "reply",
        text: "Thank you. Which audits do you do today, and in how many clinics? With that I can show you the part that fits.",
        keepOpen: true,
      },
    ],
  },
  {
    day: -14,
    time: "22:05",
    locale: "en",
    name: "Guest Posts Agency",
    email: "posts@example.net",
    workplace: "",
    message: "We would like to publish sponsored articles on your blog. What is your price for a permanent link?",
    steps: [{ after: 1, time: "08:30", kind: "move", state: "spam" }],
  },
  {
    day: -12,
    time: "13:45",
    locale: "ar",
    name: "سلمان الجهني",
    email: "salman.aljuhani@example.org",
    title: "مدير الجودة",
    workplace: "مستشفى الساحل (مثال)",
    message: "نرغب في عقد دورة تحليل الأسباب الجذرية في مستشفانا لعشرين موظفًا. هل تقدّمونها لدى الجهات؟",
    steps: [
      {
        after: 1,
        time: "09:50",
        kind: "reply",
        text: "نقدّمها لدى الجهات لمجموعة من اثني عشر مشاركًا فأكثر. نرجو إفادتنا بالموعد المناسب لإعداد عرض سعر.",
      },
      { after: 4, time: "10:20", kind: "move", state: "open" },
      {
        after: 4,
        time: "10:25",
        kind: "note",
        text: "He called: the second half of next month suits them. Offer to be written.",
      },
    ],
  },
  {
    day: -9,
    time: "10:50",
    locale: "ar",
    name: "د. منى الشهراني",
    email: "mona.alshahrani@example.net",
    workplace: "مجمع الريان الطبي (مثال)",
    program: "Hospital information system (HIS)",
    steps: [
      { after: 0, time: "12:00", kind: "assign", to: "support" },
      {
        after: 0,
        time: "12:05",
        kind: "note",
        text: "Wants to see appointments and billing only. Dr. Huda is back on Sunday.",
      },
    ],
  },
  {
    day: -7,
    time: "15:20",
    locale: "en",
    name: "Arun Pillai",
    email: "arun.pillai@example.org",
    title: "Infection control nurse",
    workplace: "Red Sands Hospital (example)",
    message:
      "Is the infection prevention course in Riyadh taught in English only, or is there Arabic material as well?",
  },
  {
    day: -6,
    time: "09:05",
    locale: "en",
    name: "Sofia Marques",
    email: "sofia.marques@example.net",
    workplace: "Oasis Day Surgery (example)",
    program: "Risk management",
  },
  {
    day: -4,
    time: "11:30",
    locale: "ar",
    name: "هيفاء التركي",
    email: "haifa.alturki@example.com",
    title: "",
    workplace: "عيادات نجد للأسرة (مثال)",
    message: "اشتريت مقعدًا في دورة الجاهزية للاعتماد، وقد لا أستطيع الحضور. هل يمكن أن يحضر زميل بدلًا مني؟",
    steps: [{ after: 0, time: "14:15", kind: "assign", to: "support" }],
  },
  {
    day: -3,
    time: "08:40",
    locale: "en",
    name: "Samar Al-Jaber",
    email: mistypedAddress,
    title: "Nurse",
    workplace: "",
    message: "Do I need a SCFHS number to attend, or can I give it later?",
    steps: [
      {
        after: 0,
        time: "09:30",
        kind: "reply",
        text: "You can give it later, in your profile. Only the credit hours need it, not your seat.",
      },
    ],
  },
  {
    day: -1,
    time: "10:25",
    locale: "ar",
    name: "فهد البقمي",
    email: "fahad.albugami@example.net",
    workplace: "مدينة السلام الطبية (مثال)",
    program: "Document management",
  },
  {
    day: -1,
    time: "21:15",
    locale: "en",
    name: "Leila Mansour",
    email: "leila.mansour@example.org",
    title: "Ward manager",
    workplace: "University Hospital (example)",
    message: "Could we pay for three seats by bank transfer? Our finance department does not use cards.",
  },
  {
    day: 0,
    time: "07:20",
    locale: "ar",
    name: "أمل القرني",
    email: "amal.alqarni@example.org",
    title: "صيدلانية",
    workplace: "",
    message: "هل سيُعاد فتح التسجيل في دورة التسليم الآمن؟ المقاعد مكتملة.",
  },
];

/** Texts that staff put into replies. */
export const demoSavedReplies = [
  {
    name: "Invoice to a company",
    text_eng:
      "At the checkout, choose an invoice to a company and enter its name, VAT number and address. It reaches you by email right after the payment.",
    text_ar:
      "عند الدفع يمكن اختيار فاتورة باسم منشأة وإدخال اسمها ورقمها الضريبي وعنوانها، وتصل بالبريد الإلكتروني بعد الدفع مباشرة.",
  },
  {
    name: "Course at your hospital",
    text_eng:
      "We teach at hospitals for groups of twelve or more. Please tell us which course and when, and we will write an offer.",
    text_ar: "نقدّم الدورات لدى الجهات لمجموعة من اثني عشر مشاركًا فأكثر. نرجو إفادتنا بالدورة والموعد لإعداد عرض سعر.",
  },
  {
    name: "Someone else attends",
    text_eng:
      "A colleague may attend in your place until the day the course begins. Please send us their name and email address.",
    text_ar: "يمكن أن يحضر زميل بدلًا منك حتى يوم بدء الدورة. نرجو إرسال اسمه وبريده الإلكتروني.",
  },
];
