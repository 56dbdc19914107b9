/** Newsletter issues and news stories by Faris, a member of the demo's staff. */

export const demoIssues = {
  sent: {
    subject_eng: "Autumn courses: patient safety, audit and the workplace",
    subject_ar: "دورات الموسم: سلامة المرضى والتدقيق والتقييم في موقع العمل",
    preheader_eng: "Dates in Riyadh, in Jeddah and online.",
    preheader_ar: "مواعيد في الرياض وجدة وعن بُعد.",
    body_eng:
      '<p>Our next courses are open. Most groups are small, so that everyone practises and no one only listens.</p><p><a href="/courses">All courses and dates</a></p><p>If your department wants to come together, ask for one invoice to the company at the checkout.</p>',
    body_ar:
      '<p>فُتح التسجيل في دوراتنا القادمة. معظم المجموعات صغيرة ليتدرّب الجميع ولا يكتفي أحد بالاستماع.</p><p><a href="/ar/courses">جميع الدورات والمواعيد</a></p><p>وإذا رغب القسم في الحضور معًا فيمكن طلب فاتورة واحدة باسم المنشأة عند الدفع.</p>',
  },
  draft: {
    subject_eng: "Before the holidays: where seats are left",
    subject_ar: "قبل الإجازة: أين ما زالت المقاعد متاحة",
    preheader_eng: "Three courses with a few seats, and a new one in Dammam.",
    preheader_ar: "ثلاث دورات فيها مقاعد قليلة، ودورة جديدة في الدمام.",
    body_eng:
      '<p>Safe handover is sold out, but these still have seats.</p><p><a href="/courses/medication-safety">Medication safety</a></p><p><a href="/courses/risk-register-people-use">The risk register, now in Dammam too</a></p>',
    body_ar: "<p>اكتملت مقاعد دورة التسليم الآمن، وما زالت المقاعد متاحة في هذه الدورات.</p>",
  },
};

interface Story {
  slug: string;
  /** Slug of the demo story whose picture is used. */
  pictureOf: string;
  title_eng: string;
  title_ar: string;
  excerpt_eng: string;
  excerpt_ar: string;
  body_eng: string;
  body_ar: string;
}

export const demoStories: Record<"scheduled" | "finished" | "begun", Story> = {
  scheduled: {
    slug: "risk-register-in-dammam",
    pictureOf: "an-indicator-somebody-acts-on",
    title_eng: "The risk register course comes to Dammam",
    title_ar: "دورة سجل المخاطر في الدمام",
    excerpt_eng: "One day, from nine to three: for teams that would rather not drive to Riyadh.",
    excerpt_ar: "يوم واحد من التاسعة إلى الثالثة، لمن لا يناسبهم السفر إلى الرياض.",
    body_eng:
      "<p>A hospital in the east asked us for it, and we said yes: the course on risk registers is now taught in Dammam as well.</p><p>It is the same day as in Riyadh, with the same speakers. Bring the register of your own department; you will work on it.</p>",
    body_ar:
      "<p>طلبها منا مستشفى في المنطقة الشرقية، فوافقنا: أصبحت دورة سجل المخاطر تُعقد في الدمام أيضًا.</p><p>وهي اليوم نفسه كما في الرياض ومع المدرّبين أنفسهم. ويُحضر كل مشارك سجل قسمه ليعمل عليه.</p>",
  },
  finished: {
    slug: "what-a-good-audit-question-asks",
    pictureOf: "preparing-for-a-root-cause-analysis",
    title_eng: "What a good audit question asks",
    title_ar: "ما الذي يسأله سؤال التدقيق الجيد",
    excerpt_eng: "Most audits measure what is easy to count. Three questions that lead to something else.",
    excerpt_ar: "معظم عمليات التدقيق تقيس ما يسهل عدّه. ثلاثة أسئلة تقود إلى غير ذلك.",
    body_eng:
      "<p>Before you open a single record, write down what you would do if the answer were bad. If nothing comes to mind, ask another question.</p>",
    body_ar: "<p>قبل فتح أي ملف، اكتب ما ستفعله لو جاءت النتيجة سيئة. فإن لم يخطر ببالك شيء فاسأل سؤالًا آخر.</p>",
  },
  begun: {
    slug: "notes-from-the-simulation-room",
    pictureOf: "feedback-in-five-minutes",
    title_eng: "Notes from the simulation room",
    title_ar: "",
    excerpt_eng: "What we learned in twelve debriefings.",
    excerpt_ar: "",
    body_eng: "<p>The first minute after the scenario decides whether people talk or defend themselves.</p>",
    body_ar: "",
  },
};
