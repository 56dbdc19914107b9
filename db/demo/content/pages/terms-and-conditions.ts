import type { DemoStaticPage } from "../types.ts";

/** A first version under the E-Commerce Law. The site replaces each `<data>` by a sentence from the settings. */
export const termsAndConditions: DemoStaticPage = {
  slug: "terms-and-conditions",
  heading_eng: "Terms and conditions",
  heading_ar: "الشروط والأحكام",
  updated_on: "2026-11-28",
  description_eng: `<p>These terms say how registration, payment, changes and cancellation work, and what you and we can expect of each other. They apply to courses bought on this website.</p>
<h2>Who you contract with</h2>
<p>Nama Health, Riyadh. <data value="contract-company"></data> Our address and contact details are at the foot of every page.</p>
<h2>Your account</h2>
<p>Give your name as it should stand on certificates, and an email address that you read. Keep your password to yourself, and tell us if you think that someone else knows it. You are responsible for the details you enter, including your SCFHS number.</p>
<h2>How an order is made</h2>
<ul><li>You choose a course, a date and a number of seats. The page shows the content, the venue, the hours and the fee.</li><li>The cart and the checkout show the fee, the tax and the total. You can correct everything there.</li><li>When you submit, your seats are held for 15 minutes while you pay by card, or until the date on the proforma invoice if you pay by bank transfer. A first booking by bank transfer is held for 24 hours, until we approve it. After any booking by bank transfer that ended unpaid, you cannot pay by bank transfer for 30 days.</li><li>The contract is made when your payment is confirmed. We then send a confirmation, and the order stays in your account.</li></ul>
<p>If a payment arrives after the hold has expired, you still get the seat if one is free and the date is still on sale at the same price. If not, the full amount is refunded to your card.</p>
<h2>Waiting list</h2>
<p>If a date is full, you can join its waiting list. A seat that becomes free is offered to the next person by email and held for 24 hours, not counting 10 pm to 8 am, or for 2 hours if the course starts within two days. If you decline or miss an offer, you leave the list and can join it again after 24 hours; you can wait for five seats at a time. Joining it is no order and costs nothing.</p>
<h2>Prices, tax and payment</h2>
<p>Fees are in Saudi riyals. Value added tax is added at the rate in force and shown separately before you pay. The fee includes the teaching and the course material; travel and accommodation are not included. You pay by card through our payment provider. Companies can also pay by bank transfer, from the amount and until the day that are shown at checkout. Your seats are then held until the date on the proforma invoice. One discount code counts in an order. Where a date has a price for groups as well, the better of the two counts. A tax invoice is issued after each payment. It cannot be altered later; a correction is made with a credit note.</p>
<h2>Your right to cancel within seven days</h2>
<p>Under article 13 of the E-Commerce Law you may cancel within seven days of the day the contract is made, as long as you have not begun to use the service. Attending any part of the course, or opening online material that was sent to you, counts as use. You need no reason. Where the dates below give you less, ask for an exception on your order’s page within the seven days, or <a href="/contact-us">contact us</a>. We charge no fee for it and refund the full amount, tax included.</p>
<h2>What you may change yourself</h2>
<p>The page of your order, under “Change or cancel”, shows what each change costs or returns before you decide. The course page, the checkout and your confirmation name the dates. Unless a course date says otherwise:</p>
<ul><li>If you cancel 14 days or more before the first session, you receive a full refund; from 13 to 7 days before it, half; after that, none.</li><li>Up to 7 days before the first session, you may move once to another date of the same course, without a fee, if it has a free seat. If the fee is different, the difference is paid or refunded. If you cancel seats after moving them, you receive at most what you would have received on the day you moved them.</li><li>Until the first session begins, a colleague who meets the course requirements may attend instead of you.</li></ul>
<p>The rules in force on the day of your order continue to apply to that order. A quote holds for 15 minutes. Large refunds are decided by a person, and the day you asked counts. If illness or duty keeps you away after these dates, ask for an exception on the same page: someone answers within one working day. If we agree to keep what you paid for another date of the course, its value is kept for 12 months and books one date: we email you 30 days before it ends, and after that day it expires.</p>
<h2>If we change or cancel a course</h2>
<p>A speaker may have to be replaced by another with the same knowledge. We tell you at once if we move or cancel a date. If we cancel a course, we refund you in full automatically; you can then book another date. If we move it, your seat moves too: if the new date does not suit you, tell us and we will find another or refund you. If we are more than 15 days late in providing what you bought, you may cancel and receive a full refund, unless we agreed on another time.</p>
<h2>Refunds</h2>
<p>Refunds go to the card you paid with, or by bank transfer if you paid by one. We start a refund to a card when you cancel, and a refund by bank transfer within five working days. Banks usually show the amount within 5 to 14 working days. You receive a credit note with a reference to the invoice.</p>
<h2>Attendance, hours and certificates</h2>
<p>A certificate is issued to everyone who attended every session of a course that is paid for, once we have their name in both languages, for an accredited course their SCFHS number and, where we ask for it, their feedback. It states the hours of the course. We may hold a certificate back while we check one of these. CME hours are granted only for dates that carry an accreditation number, and as the approval says. Where accreditation is pending we do not promise it; if it is refused before the course begins, you may cancel with a full refund.</p>
<h2>In the room</h2>
<p>Course material is for your own learning. Please do not publish or resell it, and do not record sessions. Speak about cases without anything that could identify a patient or a colleague. Anyone who disturbs the group or breaks this confidence may be asked to leave.</p>
<h2>Advice and responsibility</h2>
<p>Courses give general professional education. They do not replace the policies of your institution, your own judgement or advice about a particular patient. Nothing in these terms limits a right that the law gives you and that cannot be waived.</p>
<h2>Systems and consultancy</h2>
<p>Software and consultancy are provided under a separate written agreement. Booking a demo is free and binds nobody.</p>
<h2>Your data</h2>
<p>The <a href="/privacy-policy">privacy policy</a> explains how we handle it. Subscribing to news is separate from these terms and never a condition.</p>
<h2>Complaints and law</h2>
<p>Tell us first; most things are settled in one conversation, and you will hear from us within five working days. You may also turn to the Ministry of Commerce. The law of the Kingdom of Saudi Arabia applies, and its courts have jurisdiction. If the Arabic and the English text differ, the Arabic text applies.</p>
<h2>Changes</h2>
<p>The terms that were published on the day of your order apply to that order. New terms are published here with their date and apply to orders made after it.</p>`,
  description_ar: `<p>تبيّن هذه الشروط كيف يجري التسجيل والدفع والتغيير والإلغاء، وما الذي ينتظره كل منا من الآخر. وهي تسري على الدورات التي تُشترى من هذا الموقع.</p>
<h2>مع من تتعاقد</h2>
<p>نماء الصحية، الرياض. <data value="contract-company"></data> وتجد عنواننا وبيانات التواصل أسفل كل صفحة.</p>
<h2>حسابك</h2>
<p>أدخل اسمك كما تريده في الشهادات، وبريدًا إلكترونيًا تقرؤه. احفظ كلمة المرور لنفسك، وأخبرنا إن ظننت أن غيرك قد عرفها. وأنت مسؤول عن صحة ما تُدخله من بيانات، ومنها رقم تسجيلك في الهيئة السعودية للتخصصات الصحية.</p>
<h2>كيف يتم الطلب</h2>
<ul><li>تختار الدورة والموعد وعدد المقاعد. وتعرض الصفحة المحتوى والمكان والساعات والرسوم.</li><li>تعرض السلة وصفحة الدفع الرسوم والضريبة والإجمالي، ويمكنك هناك تصحيح كل شيء.</li><li>عند الإرسال تُحجز مقاعدك 15 دقيقة ريثما تدفع بالبطاقة، أو حتى التاريخ المذكور في الفاتورة المبدئية إن دفعت بحوالة بنكية. ويُحجز أول طلب بالحوالة البنكية 24 ساعة حتى نعتمده، وإذا انتهى حجز بالحوالة دون دفع فلا تتاح لك الحوالة 30 يومًا.</li><li>ينعقد العقد عند تأكيد دفعتك. ثم نرسل إليك تأكيدًا ويبقى الطلب في حسابك.</li></ul>
<p>وإذا وصلت الدفعة بعد انقضاء المهلة حصلت على المقعد إن بقي شاغرًا وكان الموعد متاحًا بالسعر نفسه، وإلا أُعيد المبلغ كاملًا إلى بطاقتك.</p>
<h2>قائمة الانتظار</h2>
<p>إذا اكتمل موعد أمكنك الانضمام إلى قائمة انتظاره. ويُعرض المقعد المتاح على التالي في القائمة بالبريد الإلكتروني ويُحجز له 24 ساعة لا تُحتسب منها المدة من 10 مساءً إلى 8 صباحًا، أو ساعتين إن كانت الدورة تبدأ خلال يومين. وإن اعتذرت عن عرض أو فاتك انتهى مكانك في القائمة، ويمكنك الانضمام من جديد بعد 24 ساعة. ويمكنك انتظار خمسة مقاعد في وقت واحد. والانضمام إليها ليس طلبًا ولا رسوم عليه.</p>
<h2>الأسعار والضريبة والدفع</h2>
<p>الرسوم بالريال السعودي. وتُضاف ضريبة القيمة المضافة بالنسبة السارية يوم الطلب، وتظهر منفصلة قبل أن تدفع. تشمل الرسوم التعليم ومواد الدورة، ولا تشمل السفر والإقامة. ويكون الدفع بالبطاقة عبر مزوّد خدمة الدفع، أو للمنشآت بحوالة بنكية وفق المبلغ والمهلة المبيّنين عند الدفع، وتبقى المقاعد محجوزة حتى التاريخ المذكور في الفاتورة المبدئية. ويُحتسب رمز خصم واحد في الطلب، فإن كان للموعد سعر للمجموعات احتُسب الأفضل لك. وتصدر فاتورة ضريبية بعد كل دفعة، ولا تُعدَّل بعد ذلك، بل يكون التصحيح بإشعار دائن.</p>
<h2>حقك في الإلغاء خلال سبعة أيام</h2>
<p>بموجب المادة الثالثة عشرة من نظام التجارة الإلكترونية يحق لك الإلغاء خلال سبعة أيام من تاريخ التعاقد، ما دمت لم تستفد من الخدمة. ويُعدّ استفادةً حضورُ أي جزء من الدورة، أو فتح المواد الإلكترونية التي أُرسلت إليك. ولا يلزمك ذكر السبب. وإن كانت المواعيد أدناه تمنحك أقل من ذلك فاطلب استثناءً في صفحة طلبك خلال الأيام السبعة أو <a href="/ar/contact-us">راسلنا</a>. ونعيد إليك المبلغ كاملًا مع الضريبة، ولا نتقاضى عن ذلك رسومًا.</p>
<h2>ما يمكنك تغييره بنفسك</h2>
<p>تعرض صفحة طلبك، في «تغيير أو إلغاء»، ما يكلّفه كل تغيير أو ما يعود إليك منه قبل أن تقرر. وتجد المواعيد في صفحة الدورة وصفحة الدفع ورسالة التأكيد. وما لم يُذكر غير ذلك لموعد بعينه:</p>
<ul><li>إذا ألغيت قبل أول جلسة بأربعة عشر (14) يومًا أو أكثر استرددت المبلغ كاملًا، ومن 13 إلى 7 أيام نصفه، وبعد ذلك لا استرداد.</li><li>قبل أول جلسة بسبعة (7) أيام على الأقل يمكنك الانتقال مرة واحدة إلى موعد آخر للدورة نفسها بلا رسوم إن وُجد مقعد شاغر. وإن اختلف السعر دُفع الفرق أو أُعيد. ولا يعيد إلغاء المقاعد المنقولة أكثر مما كان يُسترد يوم نقلها.</li><li>حتى تبدأ أول جلسة يمكن أن يحلّ محلك زميل تنطبق عليه متطلبات الدورة.</li></ul>
<p>تبقى قواعد يوم طلبك سارية عليه. ويسري كشف المبلغ 15 دقيقة. أما المبالغ الكبيرة فيقرر استردادها أحد موظفينا، والعبرة بيوم طلبك. وإن حال المرض أو العمل دون حضورك بعد هذه المواعيد فاطلب استثناءً في الصفحة نفسها، ويصلك الرد خلال يوم عمل. وإذا وافقنا على حفظ ما دفعته لموعد آخر للدورة نفسها، حُفظت قيمته 12 شهرًا لحجز موعد واحد، ونذكّرك بالبريد الإلكتروني قبل انتهائها بثلاثين يومًا، ثم تنتهي بعد ذلك اليوم.</p>
<h2>إذا غيّرنا الدورة أو ألغيناها</h2>
<p>قد نضطر إلى استبدال مدرّب بآخر له المعرفة نفسها. ونخبرك في الحال إذا غيّرنا موعدًا أو ألغيناه. فإذا ألغينا دورة أعدنا إليك المبلغ كاملًا تلقائيًا، ولك أن تحجز موعدًا آخر. وإذا غيّرنا موعدها انتقل مقعدك إليه، فإن لم يناسبك فراسلنا لنبحث لك عن موعد آخر أو نعيد إليك المبلغ. وإذا تأخّرنا في تقديم ما اشتريته أكثر من 15 يومًا فلك أن تلغي وتسترد ما دفعته، ما لم نتفق على وقت آخر.</p>
<h2>استرداد المبالغ</h2>
<p>تُعاد المبالغ إلى البطاقة التي دفعت بها، أو بحوالة بنكية إن دفعت بها. ونبدأ الإجراء عند الإلغاء للبطاقات، وخلال خمسة أيام عمل للحوالات، ويظهر المبلغ لدى البنوك عادة خلال 5 إلى 14 يوم عمل. ويصلك إشعار دائن يشير إلى الفاتورة.</p>
<h2>الحضور والساعات والشهادات</h2>
<p>تصدر الشهادة لكل من حضر جميع جلسات دورة سُدّدت قيمتها، متى توفّر لدينا اسمه باللغتين ورقم تسجيله في الهيئة السعودية للتخصصات الصحية للدورة المعتمدة، وتقييمه للدورة حيث نطلبه. وتذكر الشهادة ساعات الدورة. ولنا تأخير إصدارها ريثما نتحقق من شيء من ذلك. ولا تُمنح الساعات المعتمدة إلا للمواعيد التي تحمل رقم اعتماد، ووفق ما ورد في الموافقة. أما ما كان قيد الاعتماد فلا نَعِد به، وإذا رُفض قبل بدء الدورة فلك الإلغاء واسترداد المبلغ كاملًا.</p>
<h2>في القاعة</h2>
<p>مواد الدورة لتعلّمك أنت، فنرجو ألا تنشرها ولا تبيعها ولا تسجّل الجلسات. وتحدّث عن الحالات من غير ما يدل على مريض أو زميل. ومن أخلّ بسير الجلسة أو بهذه الثقة فقد يُطلب منه المغادرة.</p>
<h2>المشورة والمسؤولية</h2>
<p>تقدّم الدورات تعليمًا مهنيًا عامًا، ولا تغني عن سياسات منشأتك ولا عن تقديرك المهني ولا عن المشورة في شأن مريض بعينه. وليس في هذه الشروط ما ينقص حقًا يمنحك إياه النظام ولا يجوز التنازل عنه.</p>
<h2>الأنظمة والاستشارات</h2>
<p>تُقدَّم البرمجيات والاستشارات بموجب اتفاقية مكتوبة مستقلة. وحجز العرض التوضيحي مجاني ولا يُلزم أحدًا.</p>
<h2>بياناتك</h2>
<p>توضّح <a href="/ar/privacy-policy">سياسة الخصوصية</a> كيف نتعامل معها. والاشتراك في الأخبار مستقل عن هذه الشروط وليس شرطًا لشيء.</p>
<h2>الشكاوى والنظام المطبَّق</h2>
<p>أخبرنا أولًا، فمعظم الأمور تُحلّ بحديث واحد، ويصلك ردّنا خلال خمسة أيام عمل. ولك كذلك أن تلجأ إلى وزارة التجارة. وتخضع هذه الشروط لأنظمة المملكة العربية السعودية، وتختص محاكمها بالنظر في النزاع. وإذا اختلف النصان العربي والإنجليزي فالعبرة بالنص العربي.</p>
<h2>التعديلات</h2>
<p>تسري على طلبك الشروط المنشورة يوم إتمامه. وتُنشر الشروط الجديدة هنا مع تاريخها، وتسري على ما يليه من طلبات.</p>`,
};
