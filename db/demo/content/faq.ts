import type { DemoFaq } from "./types.ts";

/** What people ask before and after a course, in the order of the journey. */
export const demoFaq: DemoFaq[] = [
  {
    heading_eng: "How do I register for a course?",
    heading_ar: "كيف أسجّل في دورة؟",
    description_eng: `<p>Create an account, choose a course and a date, and pay by card. Your seat is held for 15 minutes while you pay. The confirmation arrives by email, and the order stays in your account under My Courses. The five steps are on <a href="/course-registration-info">how to register for a course</a>.</p>`,
    description_ar: `<p>أنشئ حسابًا، واختر الدورة وموعدها، ثم ادفع بالبطاقة. يبقى مقعدك محجوزًا 15 دقيقة أثناء الدفع، ثم يصلك التأكيد بالبريد الإلكتروني ويبقى الطلب في حسابك ضمن «دوراتي». والخطوات الخمس مشروحة في صفحة <a href="/ar/course-registration-info">كيف تسجّل في دورة</a>.</p>`,
  },
  {
    heading_eng: "Which cards do you accept, and is it safe to pay here?",
    heading_ar: "ما البطاقات المقبولة، وهل الدفع هنا آمن؟",
    description_eng: `<p>We accept mada, Visa, Mastercard, American Express and UnionPay. Your card details travel from your browser straight to the payment provider and never reach our servers. Your bank may ask you to confirm on its own page. If a payment does not go through, nothing is charged, and you can try again while your seat is held.</p>`,
    description_ar: `<p>نقبل مدى وفيزا وماستركارد وأمريكان إكسبريس ويونيون باي. تنتقل بيانات بطاقتك من متصفحك إلى مزوّد خدمة الدفع مباشرة ولا تصل إلى خوادمنا، وقد يطلب منك البنك التأكيد في صفحته. وإذا لم ينجح الدفع فلن يُخصم منك شيء، ويمكنك المحاولة من جديد ما دام مقعدك محجوزًا.</p>`,
  },
  {
    heading_eng: "Is value added tax included, and will I get an invoice?",
    heading_ar: "هل السعر شامل ضريبة القيمة المضافة، وهل أحصل على فاتورة؟",
    description_eng: `<p>No. Course fees exclude VAT (15%); each course page, the cart and the checkout also show the total including VAT. After the payment we issue a tax invoice with our VAT number, and you find it with your order in My Courses. To have it issued to your company, tick “Invoice to a company” at checkout; an issued invoice cannot be changed.</p>`,
    description_ar: `<p>لا. الرسوم غير شاملة ضريبة القيمة المضافة (15%)، وتجد الإجمالي شاملًا ضريبة القيمة المضافة في صفحة الدورة والسلة وصفحة الدفع. وبعد الدفع نصدر فاتورة ضريبية تحمل رقمنا الضريبي، وتجدها مع طلبك في «دوراتي». وإن أردتها باسم منشأتك فاختر «فاتورة باسم منشأة» في صفحة الدفع، لأن الفاتورة لا تُعدَّل بعد صدورها.</p>`,
  },
  {
    heading_eng: "Can I cancel and get a refund?",
    heading_ar: "هل يمكنني الإلغاء واسترداد المبلغ؟",
    description_eng: `<p>Yes, yourself and at any hour: open your order in My Courses and choose “Change or cancel”. Unless the course date says otherwise, you receive a full refund until 14 days before the first session, half until 7 days before, and none after that. You see the amount before you decide; it goes back to the card you paid with, and a credit note follows. Banks usually show it within 5 to 14 working days. Your right under article 13 of the Saudi E-Commerce Law to cancel within seven days of ordering stays as the <a href="/terms-and-conditions">terms</a> explain.</p>`,
    description_ar: `<p>نعم، بنفسك وفي أي وقت: افتح طلبك في «دوراتي» واختر «تغيير أو إلغاء». وما لم يُذكر غير ذلك للموعد تسترد المبلغ كاملًا حتى 14 يومًا قبل أول جلسة، ونصفه حتى 7 أيام قبلها، ولا استرداد بعد ذلك. وترى المبلغ قبل أن تقرر، ويعود إلى البطاقة التي دفعت بها مع إشعار دائن، ويظهر لدى البنوك عادة خلال 5 إلى 14 يوم عمل. ويبقى حقك وفق المادة الثالثة عشرة من نظام التجارة الإلكترونية في الإلغاء خلال سبعة أيام من الطلب كما توضّح <a href="/ar/terms-and-conditions">الشروط والأحكام</a>.</p>`,
  },
  {
    heading_eng: "Can I move to another date, or send a colleague instead?",
    heading_ar: "هل يمكنني تغيير الموعد أو إرسال زميل بدلًا مني؟",
    description_eng: `<p>Yes, under “Change or cancel” of your order. Up to 7 days before the first session you may move once to another date of the same course without a fee, if it has a free seat; if the price differs, you pay or receive the difference. Until the first session begins, a colleague who meets the course requirements may attend instead of you: enter their name, email and SCFHS number, so that the certificate and the hours are theirs. Both of you are told by email. If illness or duty keeps you away later, ask for an exception there; where we keep what you paid for another date, your order shows the last day, 12 months on, and we email you 30 days before it.</p>`,
    description_ar: `<p>نعم، من «تغيير أو إلغاء» في طلبك. يمكنك حتى 7 أيام قبل أول جلسة الانتقال مرة واحدة إلى موعد آخر للدورة نفسها بلا رسوم، إن وُجد مقعد شاغر، وإن اختلف السعر دفعت الفرق أو استرددته. ويمكن أن يحلّ محلك حتى تبدأ أول جلسة زميل تنطبق عليه متطلبات الدورة: أدخل اسمه وبريده الإلكتروني ورقم تسجيله في الهيئة السعودية للتخصصات الصحية لتصدر الشهادة وتُسجَّل الساعات باسمه. ويُبلَّغ كلاكما بالبريد الإلكتروني. وإن حال المرض أو العمل دون حضورك بعد ذلك فاطلب استثناءً في الصفحة نفسها؛ فإذا حفظنا ما دفعته لموعد آخر ظهر في طلبك آخر يوم له، بعد 12 شهرًا، وذكّرناك بالبريد الإلكتروني قبله بثلاثين يومًا.</p>`,
  },
  {
    heading_eng: "What happens if you cancel or postpone a course?",
    heading_ar: "ماذا يحدث إذا ألغيتم الدورة أو أجّلتموها؟",
    description_eng: `<p>We email you the same day. If we cancel a course, we refund you in full automatically; you can then book another date. If we move it, your seat moves too: if the new date does not suit you, tell us and we will find another or refund you. Please book travel that can be changed until we have confirmed the course; we do not pay for flights or hotels.</p>`,
    description_ar: `<p>نراسلك في اليوم نفسه. فإذا ألغينا دورة أعدنا إليك المبلغ كاملًا تلقائيًا، ولك أن تحجز موعدًا آخر. وإذا غيّرنا موعدها انتقل مقعدك إليه، فإن لم يناسبك فراسلنا لنبحث لك عن موعد آخر أو نعيد إليك المبلغ. وننصح بأن تكون حجوزات سفرك قابلة للتعديل إلى أن نؤكّد انعقاد الدورة، فنحن لا نتحمّل تكاليف الطيران والفنادق.</p>`,
  },
  {
    heading_eng: "Can my hospital pay for several people?",
    heading_ar: "هل يمكن لمنشأتي أن تدفع عن عدة أشخاص؟",
    description_eng: `<p>Yes. Tick “Invoice to a company” at checkout and you can buy up to 20 seats in a single order by card. Paste or upload the list of your people at checkout, or later on the order page; each seat without an attendee can also be taken by a link that you send. From SAR 5,000 and until 14 days before the course you may choose bank transfer instead, for up to 50 seats: you get a proforma invoice, and we hold the seats until its date. For a larger group or a course held at your hospital, <a href="/contact-us">tell us</a> the subject, the number of people and the months that suit you.</p>`,
    description_ar: `<p>نعم. اختاروا «فاتورة باسم منشأة» في صفحة الدفع لشراء ما يصل إلى 20 مقعدًا في طلب واحد بالبطاقة. الصقوا قائمة المشاركين أو ارفعوها عند الدفع أو لاحقًا في صفحة الطلب، وأرسلوا رابطًا لكل مقعد لم يُحدَّد مشاركه ليكتب صاحبه بياناته. وابتداءً من 5000 ريال وحتى 14 يومًا قبل الدورة يمكنكم اختيار الحوالة البنكية لما يصل إلى 50 مقعدًا، فتصلكم فاتورة مبدئية وتبقى المقاعد محجوزة حتى موعدها. أما المجموعات الأكبر وعقد الدورة في منشأتكم، <a href="/ar/contact-us">فأخبرونا</a> بالموضوع وعدد المشاركين والأشهر المناسبة لكم.</p>`,
  },
  {
    heading_eng: "How are CME hours recorded with the Saudi Commission?",
    heading_ar: "كيف تُسجَّل الساعات المعتمدة لدى الهيئة السعودية للتخصصات الصحية؟",
    description_eng: `<p>After an accredited course we report your attendance to the Saudi Commission for Health Specialties under your SCFHS registration number. Check the number in your <a href="/profile">profile</a> before the course starts. Hours can take several weeks to appear. The course page shows the accreditation number; a course whose accreditation is pending says so. <a href="/news/how-cme-hours-are-counted">How CME hours are counted</a> explains the details.</p>`,
    description_ar: `<p>بعد الدورة المعتمدة نرفع حضورك إلى الهيئة السعودية للتخصصات الصحية برقم تسجيلك فيها. فتأكّد من الرقم في <a href="/ar/profile">ملفك الشخصي</a> قبل بدء الدورة. وقد يستغرق ظهور الساعات عدة أسابيع. وتجد رقم الاعتماد في صفحة الدورة، أما الدورة التي ما زالت قيد الاعتماد فتذكر صفحتها ذلك. والتفاصيل في <a href="/ar/news/how-cme-hours-are-counted">كيف تُحسب ساعات التعليم الطبي المستمر</a>.</p>`,
  },
  {
    heading_eng: "Do I receive a certificate?",
    heading_ar: "هل أحصل على شهادة؟",
    description_eng: `<p>Yes, if you attended every session; the Saudi Commission for Health Specialties counts nothing less. It is issued a day after the last session and carries your name in both languages, the course, its dates and hours; for an accredited course also your SCFHS number, the activity reference and the accreditation number. Anyone can check it at <a href="/verify">/verify</a> by its number. Please check the spelling of your name before the course, because an issued certificate is not changed but replaced.</p>`,
    description_ar: `<p>نعم، إذا حضرت جميع الجلسات، فالهيئة السعودية للتخصصات الصحية لا تحتسب أقل من ذلك. تصدر الشهادة بعد يوم من الجلسة الأخيرة، وفيها اسمك باللغتين واسم الدورة وتواريخها وساعاتها، ومعها رقم تسجيلك في الهيئة والرقم المرجعي للنشاط ورقم الاعتماد إن كانت الدورة معتمدة. ويمكن لأي شخص التحقق منها برقمها في <a href="/ar/verify">صفحة التحقق</a>. تأكّد من كتابة اسمك قبل الدورة، فالشهادة الصادرة لا تُعدَّل بل تُستبدل.</p>`,
  },
  {
    heading_eng: "How do online courses work, and are they recorded?",
    heading_ar: "كيف تسير الدورات عن بُعد، وهل تُسجَّل؟",
    description_eng: `<p>They are live. We email you the joining link before the course begins, and you also find it with your order in My Courses. You join with a computer, a microphone and, for group work, a camera. Attendance is taken in every session, as it would be in a room. Sessions are not recorded, because colleagues speak openly about their cases. The slides and handouts are yours to keep.</p>`,
    description_ar: `<p>هي مباشرة. نرسل إليك رابط الدخول بالبريد الإلكتروني قبل بدء الدورة، وتجده أيضًا مع طلبك في «دوراتي». وتنضم بحاسوب وميكروفون، وبكاميرا عند العمل في مجموعات. ويُسجَّل الحضور في كل جلسة كما في القاعة. أما الجلسات نفسها فلا تُسجَّل، لأن الزملاء يتحدثون فيها بصراحة عن حالاتهم. وتبقى الشرائح والمواد المكتوبة لك.</p>`,
  },
  {
    heading_eng: "I need an arrangement to take part. Can you help?",
    heading_ar: "أحتاج إلى ترتيب خاص كي أشارك، فهل تساعدونني؟",
    description_eng: `<p>Please tell us when you register: step-free access, a seat near the front, a place to nurse or rest, large print, slides in advance, or a sign language interpreter, for whom we need about three weeks. You do not have to give a reason. This website is made to work with a keyboard and a screen reader; if something stands in your way, <a href="/contact-us">let us know</a> and we will correct it.</p>`,
    description_ar: `<p>أخبرنا عند التسجيل بما تحتاج إليه: مدخل بلا درج، أو مقعد قريب من المنصة، أو مكان للراحة أو الإرضاع، أو نسخ بخط كبير، أو الشرائح مسبقًا، أو مترجم لغة إشارة ونحتاج لتوفيره إلى نحو ثلاثة أسابيع. ولست مضطرًا إلى ذكر السبب. وقد أُعدّ هذا الموقع ليعمل بلوحة المفاتيح وقارئ الشاشة، فإن اعترضك شيء <a href="/ar/contact-us">فأخبرنا</a> لنصلحه.</p>`,
  },
  {
    heading_eng: "What do you do with my data?",
    heading_ar: "ماذا تفعلون ببياناتي؟",
    description_eng: `<p>We use it to run your account, to register you for courses, and to issue invoices and certificates. We do not sell it and show no advertising. You may see it, correct it, receive a copy or ask us to delete it, and you get an answer within 30 days. Invoices stay as long as tax law requires. The <a href="/privacy-policy">privacy policy</a> is written to be read.</p>`,
    description_ar: `<p>نستخدمها لإدارة حسابك وتسجيلك في الدورات وإصدار الفواتير والشهادات. لا نبيعها ولا نعرض إعلانات. ويحق لك أن تطّلع عليها وتصحّحها وتحصل على نسخة منها وتطلب حذفها، ويصلك الجواب خلال 30 يومًا. أما الفواتير فتبقى المدة التي يوجبها النظام الضريبي. وقد كُتبت <a href="/ar/privacy-policy">سياسة الخصوصية</a> كي تُقرأ.</p>`,
  },
];
