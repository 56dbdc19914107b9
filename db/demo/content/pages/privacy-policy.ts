import type { DemoStaticPage } from "../types.ts";

/**
 * A first version under the Personal Data Protection Law. The site replaces each `<data>` by a sentence from the
 * settings.
 */
export const privacyPolicy: DemoStaticPage = {
  slug: "privacy-policy",
  heading_eng: "Privacy policy",
  heading_ar: "سياسة الخصوصية",
  updated_on: "2026-11-28",
  description_eng: `<p>We keep what we need to teach you, answer you and invoice you, and nothing more. This policy says what that is, and what you can ask of us under the Saudi Personal Data Protection Law.</p>
<h2>Who we are</h2>
<p><data value="privacy-company"></data></p>
<p>Our address, telephone number and email are at the foot of every page.</p>
<h2>What we collect</h2>
<p>You give us the data yourself, in a form that says what it is for. We ask only for what a service needs:</p>
<ul><li><strong>For an account:</strong> name, email, contact number, address, workplace and profession; for certificates also your name in the other language and, for accredited courses, your SCFHS number.</li><li><strong>For an order:</strong> the course, the billing address and the amount; for a bank transfer, also the reference and the day of the transfer.</li><li><strong>For a seat that someone books for you:</strong> the name in both languages, email and SCFHS number that they enter, or that you enter through their link.</li><li><strong>For a request to change your booking:</strong> what you write and attach.</li><li><strong>For a waiting list or notice of new dates:</strong> the course, the number of seats and your email address.</li><li><strong>For attendance and certificates:</strong> which sessions you attended, and when and by whom it was noted. Anyone with the number of your certificate can check it, and sees your first name and the initial of your family name. Your ticket opens for whoever has its link, and shows your name, your SCFHS number and your course.</li><li><strong>For feedback after a course:</strong> your answers, which trainers see as sums and without names, from five answers on.</li><li><strong>For your CPD record:</strong> activities that you add with the files you attach to them, your target, and the links by which you share it. Only you can open these files; no document or link of the record shows them.</li><li><strong>For a demo or a message:</strong> your contact details and what you wrote.</li><li><strong>For the newsletter:</strong> your email address.</li></ul>
<p>For security our servers also note technical data, such as the time of a request and its IP address. While you hold unpaid seats or wait for one, we keep an encrypted code of your network with them, so that no one can hold every seat. We do not ask for health data or copies of identity documents. If illness is the reason of a request to change your booking, attach only what is needed. Please do not send us data about patients.</p>
<h2>Cards and payments</h2>
<p>Card details travel from your browser to the payment provider. They never reach our servers. We keep the amount, the date, the status and the last digits that the provider returns, because accounts must be checked and tax rules require records.</p>
<h2>Why we use it, and on what basis</h2>
<ul><li>To run your account, to hold your seat, and to issue certificates: because you asked for the service and we agreed to provide it.</li><li>To issue and keep invoices: because the law requires it.</li><li>To report CME hours: because they are part of an accredited course.</li><li>To answer your message: because you sent it.</li><li>To send news: only with your consent.</li><li>To keep the site safe: because it protects you and us, and is not used for anything else.</li></ul>
<p>We do not sell data, show advertising or let a machine decide about you.</p>
<h2>News by email</h2>
<p>We send news only to people who subscribed. We keep the time and the wording of your consent as proof. Every email has a link that ends the subscription at once. Reminders before a course you have a seat in are part of the booking.</p>
<h2>How long we keep it</h2>
<ul><li>Account data stays until you delete the account in your profile or ask us to. What belongs to its confirmed email address goes with it: messages, newsletter consents and seats that others booked for you. Your name stays on a seat until its course is over. People without an account ask us from the address they used.</li><li>Orders and invoices stay as long as Saudi tax law requires, and are then destroyed. <data value="tax-records"></data></li><li>Which sessions you attended stays as long as the accrediting body may need to check it, and is then deleted. <data value="attendance-records"></data> Certificates stay, so that they can be checked; when your data is erased, without your name. An Open Badge that you have downloaded is in your own hands.</li><li>Activities that you add to your CPD record, your target and your links go with the account. A file that you attach goes when you remove it or its activity, and one that you never save goes after a day. A link shows only the years you chose, until its last day or until you withdraw it, and is deleted 90 days later. The words of your feedback go after 24 months. When your data is erased they go at once, and the numbers stay without you.</li><li>The files of a request to change your booking are deleted a year after the decision.</li><li>A place on a waiting list is deleted a year after it ends. An address for new dates stays until you stop it, an unconfirmed one for seven days.</li><li>Messages and demo requests are removed after 24 months.</li></ul>
<p>When a purpose ends and no law asks for the data, we delete it or make it anonymous.</p>
<h2>Who else sees it</h2>
<p>The payment provider, the company that hosts our servers, the service that delivers our email, and the Saudi Commission for Health Specialties when we report attendance of an accredited course. Each receives only what its task needs. <data value="processors"></data></p>
<h2>How we protect it</h2>
<p>Connections are encrypted, passwords are stored only as a hash, and staff see only what their work requires. If a breach happens, we notify the competent authority within 72 hours of learning of it, and tell you without delay if it may harm you.</p>
<h2>Your rights</h2>
<ul><li>To be told what we collect and why.</li><li>To see your data and to receive a copy in a readable form.</li><li>To have it corrected or completed.</li><li>To have it destroyed when it is no longer needed.</li><li>To withdraw a consent at any time; what was done before remains lawful.</li></ul>
<p>You can correct much of it yourself in your <a href="/profile">profile</a>. For the rest, <a href="/contact-us">contact us</a> from the address in your account, so that we can be sure it is you. We answer within 30 days. If a request is difficult we may need up to 30 days more, and we tell you why. It costs nothing. If our answer does not satisfy you, you may complain to the Saudi Data and Artificial Intelligence Authority.</p>
<h2>Cookies and storage</h2>
<p>Your browser stores your language, your session and your cart, because the site cannot work without them, and the tickets you open, so that they work at the door without a connection. There are no advertising cookies and no trackers. Where a page offers a map from another company, it is loaded only after you ask for it.</p>
<h2>Changes</h2>
<p>When this policy changes, we publish the new text here with its date, and tell account holders by email before it applies. See also our <a href="/terms-and-conditions">terms and conditions</a>.</p>`,
  description_ar: `<p>نحتفظ بما نحتاج إليه لنعلّمك ونجيبك ونصدر فاتورتك، ولا شيء سواه. وتبيّن هذه السياسة ما هو، وما يحق لك أن تطلبه منا بموجب نظام حماية البيانات الشخصية في المملكة.</p>
<h2>من نحن</h2>
<p><data value="privacy-company"></data></p>
<p>وتجد عنواننا ورقم هاتفنا وبريدنا الإلكتروني أسفل كل صفحة.</p>
<h2>ما الذي نجمعه</h2>
<p>أنت من يعطينا البيانات، في نموذج يبيّن الغرض منها. ولا نطلب إلا ما تحتاج إليه الخدمة:</p>
<ul><li><strong>للحساب:</strong> الاسم والبريد الإلكتروني ورقم التواصل والعنوان وجهة العمل والمهنة، وللشهادات اسمك باللغة الأخرى، ورقم تسجيلك في الهيئة السعودية للتخصصات الصحية للدورات المعتمدة.</li><li><strong>للطلب:</strong> الدورة وعنوان الفاتورة والمبلغ، وللحوالة البنكية مرجعها ويومها كذلك.</li><li><strong>للمقعد الذي يحجزه لك غيرك:</strong> الاسم باللغتين والبريد الإلكتروني ورقم التسجيل في الهيئة كما أدخلها، أو كما تدخلها أنت من رابطه.</li><li><strong>لطلب تغيير الحجز:</strong> ما تكتبه وترفقه.</li><li><strong>لقائمة الانتظار أو الإبلاغ بمواعيد جديدة:</strong> الدورة وعدد المقاعد وبريدك الإلكتروني.</li><li><strong>للحضور والشهادات:</strong> الجلسات التي حضرتها، ومتى سُجّل حضورك ومن سجّله. ومن لديه رقم شهادتك يمكنه التحقق منها، فيرى اسمك الأول والحرف الأول من اسم عائلتك. وتُفتح تذكرتك لمن لديه رابطها، وفيها اسمك ورقم تسجيلك في الهيئة ودورتك.</li><li><strong>لتقييم الدورة:</strong> إجاباتك، ولا يرى المدرّبون إلا مجموعها بلا أسماء، ابتداءً من خمس إجابات.</li><li><strong>لسجل ساعاتك:</strong> الأنشطة التي تضيفها والملفات التي ترفقها بها وهدفك والروابط التي تشاركه بها. ولا يفتح هذه الملفات أحد سواك، ولا تظهر في أي مستند للسجل أو رابط له.</li><li><strong>لطلب العرض التوضيحي أو الرسالة:</strong> بيانات التواصل وما كتبته.</li><li><strong>للنشرة البريدية:</strong> بريدك الإلكتروني.</li></ul>
<p>ولأغراض الأمان تسجّل خوادمنا كذلك بيانات تقنية، كوقت الطلب وعنوان IP الذي جاء منه. وما دمت تحجز مقاعد لم تُدفع أو تنتظر مقعدًا، نحفظ معها رمزًا مشفّرًا لشبكتك حتى لا يحجز أحد جميع المقاعد. لا نطلب بيانات صحية ولا صورًا من وثائق الهوية. وإن كان المرض سبب طلبك تغيير الحجز فأرفق ما يلزم فقط. ونرجو ألا ترسل إلينا بيانات عن المرضى.</p>
<h2>البطاقات والمدفوعات</h2>
<p>تنتقل بيانات البطاقة من متصفحك إلى مزوّد خدمة الدفع ولا تصل إلى خوادمنا. ونحتفظ بالمبلغ والتاريخ والحالة والأرقام الأخيرة التي يعيدها المزوّد، لأن الحسابات تُراجَع والأنظمة الضريبية توجب حفظ السجلات.</p>
<h2>لماذا نستخدمها، وعلى أي أساس</h2>
<ul><li>لإدارة حسابك وحجز مقعدك وإصدار الشهادات: لأنك طلبت الخدمة واتفقنا على تقديمها.</li><li>لإصدار الفواتير وحفظها: لأن النظام يُلزمنا بذلك.</li><li>لرفع الساعات المعتمدة: لأنها جزء من الدورة المعتمدة.</li><li>للإجابة عن رسالتك: لأنك أرسلتها.</li><li>لإرسال الأخبار: بموافقتك وحدها.</li><li>لحماية الموقع: لأن في ذلك حماية لك ولنا، ولا تُستخدم لغير ذلك.</li></ul>
<p>لا نبيع البيانات ولا نعرض إعلانات، ولا تُتخذ في شأنك قرارات آلية.</p>
<h2>الأخبار بالبريد الإلكتروني</h2>
<p>لا نرسل الأخبار إلا إلى من اشترك. ونحتفظ بوقت موافقتك ونصّها إثباتًا لها. وفي كل رسالة رابط ينهي الاشتراك في الحال. أما رسائل التذكير بدورة لك فيها مقعد فجزء من الحجز.</p>
<h2>مدة الاحتفاظ بها</h2>
<ul><li>تبقى بيانات الحساب إلى أن تحذفه من ملفك الشخصي أو تطلب منا حذفه. ويُمسح معه ما يرتبط ببريده المؤكَّد: الرسائل وموافقات النشرة والمقاعد التي حجزها لك آخرون. ويبقى اسمك على المقعد حتى تنتهي دورته. ومن لا حساب له يطلب ذلك منا من البريد الذي استخدمه.</li><li>تبقى الطلبات والفواتير المدة التي يوجبها النظام الضريبي في المملكة ثم تُتلف. <data value="tax-records"></data></li><li>تبقى سجلات حضورك ما دامت جهة الاعتماد قد تحتاج إلى التحقق منها، ثم تُحذف. <data value="attendance-records"></data> وتبقى الشهادات ليمكن التحقق منها، وإذا مُسحت بياناتك بقيت من دون اسمك. أما الشارة المفتوحة التي نزّلتها فتبقى لديك.</li><li>تُحذف مع الحساب الأنشطة التي أضفتها إلى سجل ساعاتك وهدفك وروابطك. ويُحذف الملف الذي أرفقته بنشاط حين تزيله أو تحذف النشاط، والملف الذي لم تحفظه بعد يوم. ولا يُظهر الرابط إلا السنوات التي اخترتها حتى يومه الأخير أو حتى تسحبه، ثم يُحذف بعد 90 يومًا. وتُحذف كلماتك في التقييم بعد 24 شهرًا. وعند مسح بياناتك تُحذف في الحال، وتبقى الأرقام من دون ما يدل عليك.</li><li>نحذف ملفات طلب تغيير الحجز بعد سنة من القرار.</li><li>يُحذف المكان في قائمة الانتظار بعد سنة من انتهائه. ويبقى عنوان طلب المواعيد الجديدة حتى توقفه، وإن لم يُؤكَّد فسبعة أيام.</li><li>تُحذف الرسائل وطلبات العرض التوضيحي بعد 24 شهرًا.</li></ul>
<p>وإذا انتهى الغرض ولم يوجب نظام حفظ البيانات حذفناها أو أزلنا ما يدل على صاحبها.</p>
<h2>من يطّلع عليها غيرنا</h2>
<p>مزوّد خدمة الدفع، والشركة التي تستضيف خوادمنا، والخدمة التي توصل رسائلنا، والهيئة السعودية للتخصصات الصحية عند رفع حضور دورة معتمدة. ولا يصل إلى كل جهة إلا ما تحتاج إليه مهمتها. <data value="processors"></data></p>
<h2>كيف نحميها</h2>
<p>الاتصال بالموقع مشفّر، ولا تُحفظ كلمة المرور إلا بصورة لا يمكن استرجاعها، ولا يرى موظفونا إلا ما يتطلبه عملهم. وإذا وقع اختراق أبلغنا الجهة المختصة خلال 72 ساعة من علمنا به، وأبلغناك دون تأخير إن كان قد يضرّ بك.</p>
<h2>حقوقك</h2>
<ul><li>أن تعلم ما نجمعه ولماذا.</li><li>أن تطّلع على بياناتك وتحصل على نسخة منها بصيغة مقروءة.</li><li>أن تطلب تصحيحها أو إكمالها.</li><li>أن تطلب إتلافها متى انتهت الحاجة إليها.</li><li>أن ترجع عن موافقتك في أي وقت، ويبقى ما سبق ذلك نظاميًا.</li></ul>
<p>يمكنك تصحيح كثير منها بنفسك في <a href="/ar/profile">ملفك الشخصي</a>. وفيما عدا ذلك <a href="/ar/contact-us">راسلنا</a> من البريد المسجّل في حسابك لنتأكد من هويتك. ونجيبك خلال 30 يومًا، وقد نحتاج إلى 30 يومًا أخرى إذا كان الطلب معقدًا، ونبيّن لك السبب. ولا رسوم على ذلك. وإن لم يُرضِك جوابنا فلك أن تتقدّم بشكوى إلى الهيئة السعودية للبيانات والذكاء الاصطناعي.</p>
<h2>ملفات تعريف الارتباط والتخزين</h2>
<p>يخزّن متصفحك لغتك وجلسة دخولك وسلتك، لأن الموقع لا يعمل من دونها، والتذاكر التي تفتحها لتعمل عند الباب دون اتصال. ولا توجد ملفات تعريف ارتباط إعلانية ولا أدوات تتبّع. وإذا عرضت صفحة خريطة من شركة أخرى فلا تُحمَّل إلا بعد أن تطلبها.</p>
<h2>التعديلات</h2>
<p>إذا تغيّرت هذه السياسة نشرنا النص الجديد هنا مع تاريخه، وأخبرنا أصحاب الحسابات بالبريد الإلكتروني قبل سريانه. واطّلع كذلك على <a href="/ar/terms-and-conditions">الشروط والأحكام</a>.</p>`,
};
