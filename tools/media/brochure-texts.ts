/** The words of the hospital information system's brochure, both languages side by side in the same order. */
export interface Brochure {
  title: string;
  kind: string;
  cover: string;
  coverLead: string;
  brand: string;
  beds: {
    heading: string;
    time: string;
    states: readonly [used: string, free: string, leaving: string, cleaning: string];
    tasks: readonly (readonly [bed: string, text: string, who: string])[];
  };
  modulesHeading: string;
  modulesLead: string;
  modules: readonly { icon: string; name: string; text: string; points: readonly string[] }[];
  storyHeading: string;
  storyLead: string;
  story: readonly (readonly [time: string, who: string, text: string])[];
  underneathHeading: string;
  underneath: readonly (readonly [name: string, text: string])[];
  hostingHeading: string;
  hosting: readonly (readonly [name: string, text: string])[];
  startHeading: string;
  startLead: string;
  startColumns: readonly [when: string, what: string, who: string];
  start: readonly (readonly [when: string, what: string, who: string])[];
  startNote: string;
  askHeading: string;
  askText: string;
  phone: string;
  email: string;
  address: string;
  example: string;
}

export const english: Brochure = {
  title: "Hospital information system: brochure",
  kind: "Hospital information system",
  cover: "One record, from the front door to the last bill.",
  coverLead:
    "Every team writes into the same chart, once. What the ward enters is there at once for pharmacy, laboratory and finance.",
  brand: "Nama Health",
  beds: {
    heading: "Ward 4, bed board",
    time: "Today, 07:40",
    states: ["Occupied", "Free", "Discharge due", "Cleaning"],
    tasks: [
      ["Bed 05", "Discharge medicines ready", "Pharmacy"],
      ["Bed 09", "Potassium result, call the doctor", "Laboratory"],
      ["Bed 12", "Transport at 11:00", "Ward clerk"],
    ],
  },
  modulesHeading: "Eight modules, one chart",
  modulesLead: "Start with the ones you need. They share the same patient, the same orders and the same codes.",
  modules: [
    {
      icon: "id-card",
      name: "Patient administration",
      text: "Registration, admission, transfer and discharge.",
      points: [
        "One file per patient, found by name, number or wristband",
        "A bed board that every ward and the front desk share",
      ],
    },
    {
      icon: "stethoscope",
      name: "Outpatient clinics",
      text: "Schedules, queues and consultation notes.",
      points: [
        "Booking by clinic, doctor or service, in Arabic and English",
        "Notes that start from the last visit, not from a blank page",
      ],
    },
    {
      icon: "flask-conical",
      name: "Orders and results",
      text: "One order set for laboratory, imaging and procedures.",
      points: [
        "Order sets by department, agreed with your doctors",
        "A critical result stays open until someone has read it",
      ],
    },
    {
      icon: "pill",
      name: "Pharmacy",
      text: "Prescribing, dispensing and stock.",
      points: [
        "Interaction, dose and allergy checks at prescribing",
        "Ward stock that orders itself before it runs out",
      ],
    },
    {
      icon: "clipboard-list",
      name: "Nursing",
      text: "Care plans, observations and handover sheets.",
      points: ["Observations with an early warning score", "A handover sheet made from what was charted"],
    },
    {
      icon: "scissors",
      name: "Operating theatres",
      text: "Lists, teams, counts and notes.",
      points: [
        "The safety checklist as part of the case, not beside it",
        "Implants and materials on the patient’s file and bill",
      ],
    },
    {
      icon: "receipt-text",
      name: "Billing and claims",
      text: "Price lists, approvals and claims.",
      points: [
        "Charges follow the order, so nothing is typed twice",
        "Refused claims come back with the reason and the note",
      ],
    },
    {
      icon: "chart-column",
      name: "Management view",
      text: "Indicators by unit, shift and site.",
      points: [
        "Each figure with its definition, and the cases behind it",
        "Waiting times, occupancy and length of stay on one page",
      ],
    },
  ],
  storyHeading: "One morning, one result",
  storyLead: "How a single potassium result moves without a phone call.",
  story: [
    ["07:10", "Ward", "The nurse scans the wristband and takes the sample."],
    ["07:25", "Laboratory", "The analyser posts the value; it is outside the limits you set."],
    ["07:26", "Doctor", "An alert opens on the doctor’s phone with the trend and the drug list."],
    ["07:31", "Pharmacy", "The changed order arrives, already checked against the chart."],
  ],
  underneathHeading: "What lies underneath",
  underneath: [
    ["Open interfaces", "HL7 v2 and FHIR connections to analysers, imaging, insurers and the systems you keep."],
    ["Two languages", "Screens, labels and patient leaflets in Arabic and English, chosen by each user."],
    ["Who saw what", "Access by role and unit; every view and every change is recorded with name and time."],
    [
      "When the network is down",
      "Charts and drug lists stay readable on the ward; what was written on paper is entered once.",
    ],
  ],
  hostingHeading: "Where it runs",
  hosting: [
    ["In your data centre", "On your own servers; we install, update and watch it with your team."],
    ["In the Kingdom’s cloud", "On a provider inside Saudi Arabia; the data does not leave the country."],
    ["Both", "The chart in your hospital, a second copy elsewhere for the day you hope never comes."],
  ],
  startHeading: "How a start could look",
  startLead:
    "A sample timetable for three modules in one hospital. Yours is agreed with your teams before anything is signed.",
  startColumns: ["When", "What happens", "Who is needed"],
  start: [
    [
      "Weeks 1 and 2",
      "We follow patients from the door to discharge and write down the route.",
      "One nurse, one doctor, one clerk",
    ],
    [
      "Weeks 3 to 6",
      "Wards, prices, drugs and order sets are set up and checked on paper with you.",
      "Heads of department, two hours a week",
    ],
    [
      "Weeks 7 to 9",
      "Connections to analysers and finance; old records are brought over and compared.",
      "Your information technology team",
    ],
    ["Weeks 10 and 11", "Training in small groups, with your own cases.", "Everyone, half a day each"],
    [
      "Week 12",
      "First ward goes live; we stand beside the team on every shift.",
      "The ward, and a named decision maker",
    ],
    ["After that", "One ward at a time, when the last one says it works.", "The ward that has just started helps"],
  ],
  startNote: "The timetable is an example, not a promise: the number of wards, interfaces and old systems decides.",
  askHeading: "See your own patient journey on screen.",
  askText: "Send us one journey, for example from emergency to ward, and we’ll show it on a live system.",
  phone: "Phone",
  email: "Email",
  address: "Address",
  example: "People, beds and times on these pages are examples.",
};

export const arabic: Brochure = {
  title: "نظام معلومات المستشفى: كتيّب تعريفي",
  kind: "نظام معلومات المستشفى",
  cover: "سجل واحد، من باب المستشفى إلى آخر فاتورة.",
  coverLead: "يكتب كل فريق في الملف نفسه مرة واحدة، وما يُدخله القسم تجده الصيدلية والمختبر والمالية أمامها في الحال.",
  brand: "نماء الصحية",
  beds: {
    heading: "القسم 4، لوحة الأسرّة",
    time: "اليوم، 07:40",
    states: ["مشغول", "شاغر", "خروج متوقع", "تنظيف"],
    tasks: [
      ["السرير 05", "أدوية الخروج جاهزة", "الصيدلية"],
      ["السرير 09", "نتيجة البوتاسيوم، اتصل بالطبيب", "المختبر"],
      ["السرير 12", "النقل في الساعة 11:00", "كاتب القسم"],
    ],
  },
  modulesHeading: "ثماني وحدات وملف واحد",
  modulesLead: "ابدؤوا بما تحتاجون إليه منها؛ فهي تشترك في المريض نفسه والأوامر الطبية نفسها والرموز نفسها.",
  modules: [
    {
      icon: "id-card",
      name: "إدارة المرضى",
      text: "التسجيل والتنويم والنقل والخروج.",
      points: [
        "ملف واحد لكل مريض، يُعثر عليه بالاسم أو الرقم أو سوار المعصم",
        "لوحة أسرّة تشترك فيها الأقسام ومكتب الاستقبال",
      ],
    },
    {
      icon: "stethoscope",
      name: "العيادات الخارجية",
      text: "المواعيد والطوابير وملاحظات الاستشارة.",
      points: [
        "حجز بحسب العيادة أو الطبيب أو الخدمة، بالعربية والإنجليزية",
        "ملاحظات تبدأ من الزيارة السابقة لا من صفحة بيضاء",
      ],
    },
    {
      icon: "flask-conical",
      name: "الأوامر الطبية والنتائج",
      text: "مجموعة أوامر واحدة للمختبر والأشعة والإجراءات.",
      points: ["مجموعات أوامر لكل قسم، متفق عليها مع أطبائكم", "النتيجة الحرجة تبقى مفتوحة حتى يقرأها أحد"],
    },
    {
      icon: "pill",
      name: "الصيدلية",
      text: "الوصف والصرف والمخزون.",
      points: ["فحص التداخلات والجرعات والحساسية عند الوصف", "مخزون القسم يُطلب قبل أن ينفد"],
    },
    {
      icon: "clipboard-list",
      name: "التمريض",
      text: "خطط الرعاية والعلامات الحيوية ونماذج التسليم.",
      points: ["علامات حيوية مع درجة إنذار مبكر", "نموذج تسليم يُبنى ممّا سُجّل في الملف"],
    },
    {
      icon: "scissors",
      name: "غرف العمليات",
      text: "قوائم العمليات والفرق وعدّ الأدوات والتقارير.",
      points: ["قائمة السلامة جزء من العملية، لا ورقة بجانبها", "الزرعات والمواد في ملف المريض وفاتورته"],
    },
    {
      icon: "receipt-text",
      name: "الفوترة والمطالبات",
      text: "قوائم الأسعار والموافقات والمطالبات.",
      points: ["الرسوم تتبع الأمر الطبي، فلا يُكتب شيء مرتين", "المطالبة المرفوضة تعود بسببها ومعها الملاحظة الطبية"],
    },
    {
      icon: "chart-column",
      name: "شاشة الإدارة",
      text: "مؤشرات بحسب القسم والمناوبة والموقع.",
      points: ["كل رقم مع تعريفه والحالات التي وراءه", "أوقات الانتظار والإشغال ومدة الإقامة في صفحة واحدة"],
    },
  ],
  storyHeading: "صباح واحد ونتيجة واحدة",
  storyLead: "كيف تنتقل نتيجة بوتاسيوم واحدة من غير مكالمة هاتفية.",
  story: [
    ["07:10", "القسم", "تقرأ الممرضة رمز سوار المعصم بالماسح وتأخذ العيّنة."],
    ["07:25", "المختبر", "يرسل جهاز التحليل القيمة، وهي خارج الحدود التي وضعتموها."],
    ["07:26", "الطبيب", "يظهر تنبيه على هاتف الطبيب ومعه مسار القيم وقائمة الأدوية."],
    ["07:31", "الصيدلية", "يصل الأمر المعدَّل وقد روجع على الملف."],
  ],
  underneathHeading: "ما وراء الشاشات",
  underneath: [
    ["واجهات ربط مفتوحة", "ربط عبر HL7 v2 وFHIR مع أجهزة التحليل والأشعة وشركات التأمين والأنظمة التي تُبقون عليها."],
    ["لغتان", "الشاشات والملصقات ونشرات المرضى بالعربية والإنجليزية، بحسب اختيار كل مستخدم."],
    ["من اطّلع على ماذا", "الصلاحية بحسب الدور والقسم، وكل اطلاع وكل تعديل مسجّل بالاسم والوقت."],
    ["حين تنقطع الشبكة", "تبقى الملفات وقوائم الأدوية مقروءة في القسم، وما كُتب على الورق يُدخل مرة واحدة."],
  ],
  hostingHeading: "أين يعمل النظام",
  hosting: [
    ["في مركز بياناتكم", "على خوادمكم، ونتولّى التركيب والتحديث والمتابعة مع فريقكم."],
    ["في سحابة داخل المملكة", "لدى مزوّد داخل المملكة العربية السعودية، فلا تغادر البيانات البلاد."],
    ["الخياران معًا", "الملف في مستشفاكم، ونسخة ثانية في مكان آخر ليوم نرجو ألّا يأتي."],
  ],
  startHeading: "كيف تكون البداية",
  startLead: "جدول زمني نموذجي لثلاث وحدات في مستشفى واحد. أما جدولكم فيُتفق عليه مع فرقكم قبل توقيع أي شيء.",
  startColumns: ["الموعد", "ما يحدث", "من نحتاج إليه"],
  start: [
    ["الأسبوعان 1 و2", "نرافق المرضى من الباب إلى الخروج ونكتب المسار.", "ممرضة وطبيب وكاتب"],
    [
      "الأسابيع 3 إلى 6",
      "تُهيّأ الأقسام والأسعار والأدوية ومجموعات الأوامر وتُراجع معكم على الورق.",
      "رؤساء الأقسام، ساعتان في الأسبوع",
    ],
    ["الأسابيع 7 إلى 9", "الربط بأجهزة التحليل والمالية، ونقل السجلات القديمة ومقارنتها.", "فريق تقنية المعلومات لديكم"],
    ["الأسبوعان 10 و11", "تدريب في مجموعات صغيرة على حالاتكم أنتم.", "الجميع، نصف يوم لكل منهم"],
    ["الأسبوع 12", "يبدأ القسم الأول العمل، ونقف إلى جانب الفريق في كل مناوبة.", "القسم، وصاحب قرار محدَّد"],
    ["بعد ذلك", "قسم بعد قسم، حين يستقر العمل في السابق.", "القسم الذي بدأ قبله يساعد"],
  ],
  startNote: "الجدول مثال لا وعد؛ فعدد الأقسام وواجهات الربط والأنظمة القديمة هو ما يحدّده.",
  askHeading: "شاهدوا رحلة مرضاكم على الشاشة.",
  askText: "أرسلوا إلينا رحلة واحدة، من الطوارئ إلى القسم مثلًا، وسنعرضها لكم على نظام فعلي.",
  phone: "الهاتف",
  email: "البريد الإلكتروني",
  address: "العنوان",
  example: "الأشخاص والأسرّة والأوقات في هذه الصفحات أمثلة.",
};
