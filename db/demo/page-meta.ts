/**
 * Title, description and keywords of a page, by the `type` and `slug` that `get-meta-information` receives.
 * A course (`type: "course"`) and a news item have none here: theirs derive from their own name, summary and subject.
 */
interface DemoPageMeta {
  type: "page";
  slug: string;
  title_eng: string;
  title_ar: string;
  description_eng: string;
  description_ar: string;
  keywords_eng: string;
  keywords_ar: string;
}

type Language = [title: string, description: string, keywords: string];

const page = (slug: string, eng: Language, ar: Language): DemoPageMeta => ({
  type: "page",
  slug,
  title_eng: `${eng[0]} · Nama Health`,
  description_eng: eng[1],
  keywords_eng: eng[2],
  title_ar: `${ar[0]} · نماء الصحية`,
  description_ar: ar[1],
  keywords_ar: ar[2],
});

/** One entry for the first segment of every route in the specification's table (`home` for `/`), in its order. */
export const demoPageMeta: DemoPageMeta[] = [
  page(
    "home",
    [
      "Better care begins with learning",
      "Courses with CME hours, hospital systems and hands-on consultancy for the people who look after the Kingdom’s health.",
      "medical training, CME courses, healthcare quality, hospital systems, healthcare consultancy, Riyadh",
    ],
    [
      "الرعاية الأفضل تبدأ بالتعلّم",
      "دورات بساعات تعليم طبي مستمر وأنظمة للمستشفيات واستشارات ميدانية، لمن يعتنون بصحة المملكة.",
      "تدريب طبي، تعليم طبي مستمر، جودة الرعاية الصحية، أنظمة المستشفيات، استشارات صحية، الرياض",
    ],
  ),
  page(
    "search",
    ["Search", "Find courses, news, pages and answers on the Nama Health site.", "search, courses, news, questions"],
    ["البحث", "ابحث في الدورات والأخبار والصفحات والأسئلة الشائعة في موقع نماء الصحية.", "بحث، دورات، أخبار، أسئلة"],
  ),
  page(
    "login",
    ["Login", "Log in to register for a course and to see your orders and invoices.", "login, account, my courses"],
    ["تسجيل الدخول", "ادخل إلى حسابك لتسجّل في دورة أو تراجع طلباتك وفواتيرك.", "تسجيل الدخول، الحساب، دوراتي"],
  ),
  page(
    "register",
    [
      "Register",
      "Create one account for your courses, orders and invoices. It takes about three minutes.",
      "register, create account, healthcare professional, SCFHS",
    ],
    [
      "إنشاء حساب",
      "أنشئ حسابًا واحدًا لدوراتك وطلباتك وفواتيرك في نحو ثلاث دقائق.",
      "تسجيل، إنشاء حساب، ممارس صحي، الهيئة السعودية للتخصصات الصحية",
    ],
  ),
  page(
    "profile",
    [
      "My Profile",
      "Your name, contact details, workplace and SCFHS number, as they appear on your certificates.",
      "profile, account, SCFHS number",
    ],
    [
      "الملف الشخصي",
      "اسمك وبيانات التواصل وجهة عملك ورقم تسجيلك في الهيئة السعودية للتخصصات الصحية، كما تظهر في شهاداتك.",
      "الملف الشخصي، الحساب، رقم التسجيل في الهيئة السعودية للتخصصات الصحية",
    ],
  ),
  page(
    "my-courses",
    [
      "My Courses",
      "The courses you have bought, with their payment status and invoices.",
      "my courses, orders, invoices",
    ],
    ["دوراتي", "الدورات التي اشتريتها مع حالة الدفع والفواتير.", "دوراتي، الطلبات، الفواتير"],
  ),
  page(
    "my-cpd",
    [
      "My CPD record",
      "Your verified CME hours by year and category, what you add yourself, and links to share them.",
      "CPD record, CME hours, certificates",
    ],
    [
      "سجل ساعاتي",
      "ساعاتك المعتمدة الموثّقة حسب السنة والفئة، وما تضيفه بنفسك، وروابط لمشاركتها.",
      "سجل الساعات، الساعات المعتمدة، الشهادات",
    ],
  ),
  page(
    "r",
    [
      "Shared CPD record",
      "Hours of continuing education that their owner shares, with the certificates they come from.",
      "CPD record, CME hours",
    ],
    ["سجل ساعات مُشارَك", "ساعات تعليم مستمر يشاركها صاحبها، مع الشهادات التي تثبتها.", "سجل الساعات، الساعات المعتمدة"],
  ),
  page(
    "feedback",
    ["Feedback", "Five short questions after your course; the trainers see answers without names.", "feedback, course"],
    ["تقييم الدورة", "خمسة أسئلة قصيرة بعد دورتك، ويرى المدرّبون الإجابات بلا أسماء.", "تقييم، دورة"],
  ),
  page(
    "verify",
    [
      "Check a certificate",
      "Whether a certificate of ours is valid, by the number that is printed on it.",
      "certificate, check, CME hours",
    ],
    ["التحقق من شهادة", "تأكد من صحة شهادة صادرة عنا بالرقم المطبوع عليها.", "شهادة، تحقق، ساعات معتمدة"],
  ),
  page(
    "forget-password",
    [
      "Forgot password",
      "Enter your email and we’ll send you a link to choose a new password.",
      "forgot password, account",
    ],
    ["نسيت كلمة المرور", "أدخل بريدك الإلكتروني، ونرسل إليك رابطًا لاختيار كلمة مرور جديدة.", "نسيت كلمة المرور، الحساب"],
  ),
  page(
    "reset-password-form",
    ["Choose a new password", "Choose a new password for your Nama Health account.", "new password, reset, account"],
    ["كلمة مرور جديدة", "اختر كلمة مرور جديدة لحسابك في نماء الصحية.", "كلمة مرور جديدة، إعادة التعيين، الحساب"],
  ),
  page(
    "mission",
    [
      "Our mission",
      "Why Nama Health exists: to help hospitals learn from their own work.",
      "mission, Nama Health, healthcare learning",
    ],
    [
      "رسالتنا",
      "لماذا وُجدت نماء الصحية: لنعين المستشفيات على التعلّم من عملها.",
      "الرسالة، نماء الصحية، التعلّم في الرعاية الصحية",
    ],
  ),
  page(
    "vision",
    [
      "Our vision",
      "What we are working towards: patients who go home well, and teams that keep learning.",
      "vision, Nama Health, patient safety",
    ],
    [
      "رؤيتنا",
      "ما نعمل من أجله: مرضى يعودون إلى بيوتهم بعافية، وفرق لا تكفّ عن التعلّم.",
      "الرؤية، نماء الصحية، سلامة المرضى",
    ],
  ),
  page(
    "core-values",
    [
      "Core values",
      "Five things we hold ourselves to, from patients first to staying power.",
      "core values, Nama Health, fairness, evidence",
    ],
    ["قيمنا", "خمس قيم نلتزم بها، أولها المريض وآخرها استدامة الأثر.", "القيم، نماء الصحية، الإنصاف، البرهان"],
  ),
  page(
    "what-we-do",
    [
      "What we do",
      "Training, digital health and consultancy: three divisions that share one purpose.",
      "medical training, digital health, consultancy, Nama Health",
    ],
    [
      "ما نقدّمه",
      "التدريب والصحة الرقمية والاستشارات: ثلاثة قطاعات تجمعها غاية واحدة.",
      "تدريب طبي، صحة رقمية، استشارات، نماء الصحية",
    ],
  ),
  page(
    "about-us-arabic",
    [
      "About us, in Arabic",
      "Who Nama Health is, told in Arabic.",
      "about Nama Health, Arabic, healthcare training Riyadh",
    ],
    ["عن نماء", "تعرّف على نماء الصحية: من نحن، وكيف بدأنا، وإلى أين نمضي.", "عن نماء، نماء الصحية، تدريب طبي، الرياض"],
  ),
  page(
    "about-us",
    [
      "About us",
      "A Riyadh company of clinicians, trainers and engineers who help hospitals learn from their own work.",
      "about Nama Health, healthcare training Riyadh, digital health, consultancy",
    ],
    [
      "من نحن",
      "شركة من الرياض تجمع ممارسين ومدرّبين ومهندسين يساعدون المستشفيات على التعلّم من عملها.",
      "عن نماء، نماء الصحية، تدريب طبي، صحة رقمية، استشارات",
    ],
  ),
  page(
    "privacy-policy",
    [
      "Privacy policy",
      "What we keep about you, why we keep it, and how to see or correct it.",
      "privacy policy, personal data, rights",
    ],
    [
      "سياسة الخصوصية",
      "ما نحتفظ به من بياناتك، ولماذا، وكيف تطّلع عليها أو تصحّحها.",
      "سياسة الخصوصية، البيانات الشخصية، الحقوق",
    ],
  ),
  page(
    "terms-and-conditions",
    [
      "Terms and conditions",
      "How registration, payment, changes and cancellation work.",
      "terms and conditions, registration, cancellation, refunds",
    ],
    [
      "الشروط والأحكام",
      "كيف يجري التسجيل والدفع وتغيير الموعد والإلغاء.",
      "الشروط والأحكام، التسجيل، الإلغاء، استرداد المبلغ",
    ],
  ),
  page(
    "faq",
    [
      "Frequently asked questions",
      "Short answers about registration, certificates, payment and our systems.",
      "FAQ, certificates, CME hours, payment, cancellation",
    ],
    [
      "الأسئلة الشائعة",
      "أجوبة قصيرة عن التسجيل والشهادات والدفع وأنظمتنا.",
      "أسئلة شائعة، شهادات، ساعات معتمدة، دفع، إلغاء",
    ],
  ),
  page(
    "medical-training-center",
    [
      "Medical training centre",
      "CPD and CME courses in small groups, in Riyadh and live online, taught by people who still practise.",
      "medical training centre, CPD, CME courses, healthcare quality, medical education, clinical research",
    ],
    [
      "مركز التدريب الطبي",
      "دورات تطوير مهني وتعليم طبي مستمر في مجموعات صغيرة، في الرياض وعن بُعد، يقدّمها ممارسون ما زالوا في الميدان.",
      "مركز تدريب طبي، تطوير مهني، تعليم طبي مستمر، جودة الرعاية الصحية، تعليم طبي، بحث سريري",
    ],
  ),
  page(
    "nama-learning-management",
    [
      "Learning management",
      "Short lessons, bedside checks and a training record that stands up to a survey. Made for hospitals.",
      "learning management, hospital training, competencies, training records",
    ],
    [
      "إدارة التعلّم",
      "دروس قصيرة وتقييم عند سرير المريض وسجل تدريب يفي بمتطلبات زيارة الاعتماد، صُمّمت للمستشفيات.",
      "إدارة التعلّم، تدريب المستشفيات، الكفاءات، سجلات التدريب",
    ],
  ),
  page(
    "digital-health-solutions",
    [
      "Digital health solutions",
      "Quality, hospital and laboratory systems that share one record, and Radar, which shows what needs attention first.",
      "digital health, quality software, incident reporting, risk register, Radar, HIS, LIS",
    ],
    [
      "الحلول الصحية الرقمية",
      "أنظمة للجودة والمستشفيات والمختبرات تعمل على سجل واحد، ومعها «رادار» الذي يبيّن ما يحتاج إلى الانتباه أولًا.",
      "صحة رقمية، أنظمة الجودة، الإبلاغ عن الحوادث، سجل المخاطر، رادار، نظام معلومات المستشفى، نظام معلومات المختبر",
    ],
  ),
  page(
    "consultancy-services",
    [
      "Consultancy services",
      "Accreditation readiness, safety and quality programmes, built on the ward with your own teams.",
      "healthcare consultancy, accreditation readiness, patient safety programme, fellowship",
    ],
    [
      "الخدمات الاستشارية",
      "الجاهزية للاعتماد وبرامج للسلامة والجودة، نبنيها في الأقسام مع فرقكم.",
      "استشارات صحية، الجاهزية للاعتماد، برامج سلامة المرضى، زمالة",
    ],
  ),
  page(
    "contact-us",
    [
      "Contact us",
      "Tell us what you’re working on. Someone from the right team will reply.",
      "contact, phone, email, Riyadh office",
    ],
    [
      "اتصل بنا",
      "أخبرنا بما تعمل عليه، وسيجيبك أحد أعضاء الفريق المختص.",
      "اتصل بنا، هاتف، بريد إلكتروني، مكتب الرياض",
    ],
  ),
  page(
    "thank-you",
    [
      "Thank you",
      "Your message has arrived. We will get back to you as soon as possible.",
      "thank you, message received",
    ],
    ["شكرًا لك", "وصلتنا رسالتك، وسنردّ عليك في أقرب وقت.", "شكرًا، وصلت الرسالة"],
  ),
  page(
    "news",
    [
      "News and insights",
      "Articles on safety, quality and learning, and word of new courses.",
      "healthcare news, patient safety articles, quality improvement, new courses",
    ],
    [
      "الأخبار والمقالات",
      "مقالات في السلامة والجودة والتعلّم، وأخبار الدورات الجديدة.",
      "أخبار صحية، مقالات في سلامة المرضى، تحسين الجودة، دورات جديدة",
    ],
  ),
  page(
    "courses",
    [
      "Courses",
      "All courses with their dates, venue, CME hours and full price. Search by subject or choose your dates.",
      "CME courses, CPD, patient safety course, infection control, research methods, Riyadh, online",
    ],
    [
      "الدورات",
      "كل الدورات بمواعيدها وأماكنها وساعاتها المعتمدة وأسعارها الكاملة. ابحث بالموضوع أو اختر التواريخ.",
      "دورات طبية، ساعات معتمدة، سلامة المرضى، مكافحة العدوى، مناهج البحث، الرياض، عن بُعد",
    ],
  ),
  page(
    "cart",
    ["Cart", "The courses you have chosen, with tax and total.", "cart, courses, checkout"],
    ["السلة", "الدورات التي اخترتها، والضريبة والإجمالي.", "السلة، الدورات، الدفع"],
  ),
  page(
    "checkout",
    [
      "Checkout",
      "Your billing address, your order and the card payment. Seats are held for 15 minutes.",
      "checkout, card payment, course registration",
    ],
    [
      "الدفع",
      "عنوان الفاتورة وطلبك والدفع بالبطاقة، ومقعدك محجوز لك 15 دقيقة.",
      "الدفع، الدفع بالبطاقة، التسجيل في الدورة",
    ],
  ),
  page(
    "order-response",
    ["Your order", "The result of your payment and what happens next.", "order, payment, confirmation"],
    ["طلبك", "نتيجة الدفع والخطوة التالية.", "طلب، دفع، تأكيد"],
  ),
  page(
    "hospital-information-system",
    [
      "Hospital information system",
      "One record from the front door to the last bill: wards, clinics, pharmacy, laboratory and finance.",
      "hospital information system, HIS, bed management, pharmacy, laboratory",
    ],
    [
      "نظام معلومات المستشفى",
      "سجل واحد من باب المستشفى إلى آخر فاتورة: الأقسام والعيادات والصيدلية والمختبر والمالية.",
      "نظام معلومات المستشفى، إدارة الأسرّة، صيدلية، مختبر",
    ],
  ),
  page(
    "course-registration-info",
    [
      "How to register for a course",
      "Five steps from a new account to your certificate, and what to have ready.",
      "course registration, how to register, CME certificate",
    ],
    [
      "كيف تسجّل في دورة",
      "خمس خطوات من إنشاء الحساب إلى الشهادة، وما الذي تجهّزه قبلها.",
      "التسجيل في الدورات، خطوات التسجيل، شهادة",
    ],
  ),
];
