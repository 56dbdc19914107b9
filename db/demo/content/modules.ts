import type { DemoModule, ModuleGroup } from "./types.ts";

type Text = [eng: string, ar: string];
/** A part of a system: what it does, who works with it, what it exchanges data with. */
type Part = [does: Text, usedBy: Text, connectsTo: Text];

const inBoth = ([eng, ar]: Text) => ({ eng, ar });
const softwareModule = (
  group: ModuleGroup,
  slug: string,
  name: Text,
  description: Text,
  features: Text[],
): DemoModule => ({
  group,
  slug,
  name_eng: name[0],
  name_ar: name[1],
  description_eng: description[0],
  description_ar: description[1],
  features: features.map(inBoth),
});
const system = (group: ModuleGroup, slug: string, name: Text, description: Text, parts: Part[]): DemoModule => ({
  ...softwareModule(group, slug, name, description, []),
  features: parts.map(([does, usedBy, connectsTo]) => ({
    ...inBoth(does),
    used_by: inBoth(usedBy),
    connects_to: inBoth(connectsTo),
  })),
});

/** The ten programs of the demo form, in its order and by its English names. */
export const demoModules: DemoModule[] = [
  softwareModule(
    "quality",
    "incident-and-event-management",
    ["Incident and event management", "إدارة الحوادث والأحداث"],
    [
      "Report what happened, or nearly happened, in under a minute from any device",
      "الإبلاغ عمّا وقع أو كاد يقع في أقل من دقيقة ومن أي جهاز",
    ],
    [
      [
        "Short forms for each kind of event, in Arabic and English, with or without a name",
        "نماذج قصيرة لكل نوع من الأحداث، بالعربية والإنجليزية، باسم المبلّغ أو من دونه",
      ],
      [
        "Every report goes to the right reviewer by unit, kind and severity",
        "يصل كل بلاغ إلى المراجع المعني بحسب القسم والنوع والجسامة",
      ],
      [
        "Root cause analysis with a timeline, causes and actions beside the report",
        "تحليل الأسباب الجذرية بتسلسله الزمني وأسبابه وإجراءاته بجانب البلاغ",
      ],
      ["The reporter sees what was done", "يرى المبلّغ ما الذي تمّ بشأن بلاغه"],
    ],
  ),
  softwareModule(
    "quality",
    "audit-management",
    ["Audit management", "إدارة التدقيق"],
    ["Plan, score and close audits with the evidence attached", "تخطيط التدقيق وتقييمه وإغلاقه مع إرفاق الأدلة"],
    [
      ["A yearly plan that shows who audits what, and when", "خطة سنوية تبيّن من يدقّق ماذا ومتى"],
      ["Checklists that work on a tablet without a connection", "قوائم تحقّق تعمل على الجهاز اللوحي من غير اتصال"],
      ["A finding becomes an action with an owner in one step", "تتحوّل الملاحظة إلى إجراء له مسؤول بخطوة واحدة"],
      ["First and second measurement side by side", "القياس الأول والثاني جنبًا إلى جنب"],
    ],
  ),
  softwareModule(
    "quality",
    "workforce-compliance",
    ["Workforce compliance", "امتثال الكوادر"],
    ["Licences, competencies and renewals of everyone on the rota", "تراخيص العاملين وكفاءاتهم ومواعيد تجديدها"],
    [
      ["Reminders before a licence or a certificate runs out", "تنبيه قبل انتهاء الترخيص أو الشهادة"],
      ["A grid that shows who may do what on this shift", "جدول يبيّن من المؤهّل لكل مهمة في هذه المناوبة"],
      ["Bedside assessments signed on a phone", "تقييم عند سرير المريض يُوقَّع على الهاتف"],
    ],
  ),
  softwareModule(
    "quality",
    "action-and-improvement-plans",
    ["Action and improvement plans", "خطط العمل والتحسين"],
    ["Every promise has an owner, a date and proof that it worked", "لكل التزام مسؤول وموعد ودليل على أثره"],
    [
      [
        "One list for actions from incidents, audits, risks and meetings",
        "قائمة واحدة للإجراءات الآتية من الحوادث والتدقيق والمخاطر والاجتماعات",
      ],
      [
        "Reminders to the owner first, and to the manager only when it is late",
        "تنبيه للمسؤول أولًا، وللمدير عند التأخّر فقط",
      ],
      ["An action is closed by its effect, not by its date", "يُغلق الإجراء بظهور أثره لا بحلول موعده"],
      ["Improvement projects with run charts and test cycles", "مشاريع تحسين بمخططات زمنية ودورات تجربة"],
    ],
  ),
  softwareModule(
    "quality",
    "document-management",
    ["Document management", "إدارة الوثائق"],
    [
      "One current version of every policy, and a record of who has read it",
      "إصدار واحد سارٍ لكل سياسة، وسجل بمن قرأها",
    ],
    [
      ["Writing, review and approval with a trace of each change", "كتابة ومراجعة واعتماد مع أثر لكل تعديل"],
      ["Reminders before the review date", "تنبيه قبل موعد المراجعة"],
      ["Search inside the documents, in Arabic and English", "بحث داخل الوثائق بالعربية والإنجليزية"],
      [
        "Older versions are kept, and cannot be mistaken for the current one",
        "تُحفظ الإصدارات السابقة ولا تلتبس بالإصدار الساري",
      ],
    ],
  ),
  softwareModule(
    "quality",
    "risk-management",
    ["Risk management", "إدارة المخاطر"],
    ["A live register that decides what the department does next", "سجل محدَّث باستمرار يحدّد ما يفعله القسم تاليًا"],
    [
      [
        "A heat map by unit, with the score before and after controls",
        "خريطة مخاطر لكل قسم، بالدرجة قبل الضوابط وبعدها",
      ],
      ["Each risk linked to its incidents, audits and actions", "كل خطر مرتبط بحوادثه وتدقيقه وإجراءاته"],
      ["Review dates that follow the level of the risk", "مواعيد مراجعة تتبع مستوى الخطر"],
    ],
  ),
  softwareModule(
    "quality",
    "business-compliance",
    ["Business compliance", "الامتثال المؤسسي"],
    ["Standards and regulations mapped to daily work", "المعايير والأنظمة مربوطة بالعمل اليومي"],
    [
      ["Each standard with its owner, its evidence and its last check", "لكل معيار مسؤول وأدلة وتاريخ آخر تحقّق"],
      ["A self-assessment that several departments can fill in together", "تقييم ذاتي تشترك في تعبئته عدة أقسام"],
      ["A gap list ready for the survey team", "قائمة فجوات جاهزة لفريق الزيارة"],
      ["Contracts and permits with their renewal dates", "العقود والتصاريح ومواعيد تجديدها"],
    ],
  ),
  softwareModule(
    "radar",
    "analytics",
    ["Analytics", "التحليلات"],
    [
      "Indicators by unit, shift and site, on one screen for the people who can act",
      "مؤشرات بحسب القسم والمناوبة والموقع، في شاشة واحدة أمام من يستطيع العمل",
    ],
    [
      [
        "Radar puts overdue actions, new incidents and rising risks in order of urgency",
        "يرتّب «رادار» الإجراءات المتأخرة والحوادث الجديدة والمخاطر المتصاعدة بحسب إلحاحها",
      ],
      ["Run charts that tell a signal from ordinary variation", "مخططات زمنية تميّز الإشارة من التباين المعتاد"],
      ["Definitions with numerator and denominator beside every figure", "تعريف بالبسط والمقام بجانب كل رقم"],
      ["Reports that send themselves to a meeting", "تقارير تصل إلى الاجتماع تلقائيًا"],
    ],
  ),
  system(
    "hospital",
    "hospital-information-system",
    ["Hospital information system (HIS)", "نظام معلومات المستشفى"],
    ["One record from the front door to the last bill", "سجل واحد من باب المستشفى إلى آخر فاتورة"],
    [
      [
        [
          "Patient administration: registration, admission, transfer and discharge",
          "إدارة المرضى: التسجيل والتنويم والنقل والخروج",
        ],
        ["Front desk, wards", "الاستقبال والأقسام"],
        ["All modules", "جميع الوحدات"],
      ],
      [
        [
          "Outpatient clinics: schedules, queues and consultation notes",
          "العيادات الخارجية: المواعيد والطوابير وملاحظات الاستشارة",
        ],
        ["Clinics", "العيادات"],
        ["Pharmacy, laboratory", "الصيدلية والمختبر"],
      ],
      [
        [
          "Orders and results: one order set for laboratory, imaging and procedures",
          "الأوامر الطبية والنتائج: مجموعة أوامر واحدة للمختبر والأشعة والإجراءات",
        ],
        ["Doctors, nurses", "الأطباء والتمريض"],
        ["Laboratory system", "نظام المختبر"],
      ],
      [
        [
          "Pharmacy: prescribing, dispensing and stock, with interaction checks",
          "الصيدلية: الوصف والصرف والمخزون مع فحص التداخلات",
        ],
        ["Pharmacists", "الصيادلة"],
        ["Orders, billing", "الأوامر الطبية والفوترة"],
      ],
      [
        [
          "Nursing: care plans, observations and handover sheets",
          "التمريض: خطط الرعاية والعلامات الحيوية ونماذج التسليم",
        ],
        ["Nurses", "التمريض"],
        ["Orders, pharmacy", "الأوامر الطبية والصيدلية"],
      ],
      [
        [
          "Operating theatres: lists, teams, counts and notes",
          "غرف العمليات: قوائم العمليات والفرق وعدّ الأدوات والتقارير",
        ],
        ["Surgical teams", "الفرق الجراحية"],
        ["Orders, billing", "الأوامر الطبية والفوترة"],
      ],
      [
        [
          "Billing and claims: price lists, approvals and claims",
          "الفوترة والمطالبات: قوائم الأسعار والموافقات والمطالبات",
        ],
        ["Finance", "المالية"],
        ["Patient administration", "إدارة المرضى"],
      ],
      [
        ["Management view: indicators by unit, shift and site", "شاشة الإدارة: مؤشرات بحسب القسم والمناوبة والموقع"],
        ["Managers", "الإدارة"],
        ["All modules", "جميع الوحدات"],
      ],
    ],
  ),
  system(
    "laboratory",
    "laboratory-information-system",
    ["Laboratory information system (LIS)", "نظام معلومات المختبر"],
    [
      "Each sample followed from the request to the result, with its controls",
      "تتبّع كل عيّنة من الطلب إلى النتيجة مع ضوابطها",
    ],
    [
      [
        [
          "Samples: labels, reception, rejection with a reason and a next step",
          "العيّنات: الملصقات والاستلام والرفض بسببه وخطوته التالية",
        ],
        ["Wards, laboratory reception", "الأقسام واستقبال المختبر"],
        ["Orders and results", "الأوامر الطبية والنتائج"],
      ],
      [
        [
          "Analysers: worklists out, results in, without retyping",
          "أجهزة التحليل: قوائم العمل تخرج والنتائج تدخل من غير إعادة كتابة",
        ],
        ["Laboratory technologists", "فنيّو المختبر"],
        ["The analysers themselves", "الأجهزة نفسها"],
      ],
      [
        [
          "Quality control: charts, rules and a stop before a doubtful result leaves",
          "ضبط الجودة: مخططات وقواعد، وتوقّف قبل خروج نتيجة مشكوك فيها",
        ],
        ["Laboratory supervisors", "مشرفو المختبر"],
        ["Analysers", "أجهزة التحليل"],
      ],
      [
        ["Critical results: who was told, when, and who read it back", "النتائج الحرجة: من أُبلغ ومتى ومن أعاد قراءتها"],
        ["Laboratory, doctors", "المختبر والأطباء"],
        ["Orders and results, nursing", "الأوامر الطبية والنتائج والتمريض"],
      ],
    ],
  ),
];
