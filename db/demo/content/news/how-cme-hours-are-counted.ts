import type { DemoNews } from "../types.ts";

export const howCmeHoursAreCounted: DemoNews = {
  slug: "how-cme-hours-are-counted",
  title_eng: "How CME hours are counted",
  title_ar: "كيف تُحسب ساعات التعليم الطبي المستمر",
  excerpt_eng: "Why a day of eight hours may give six, who decides, and what you can do so that no hour is lost.",
  excerpt_ar: "لماذا قد يعطي يوم من ثماني ساعات ستّ ساعات معتمدة، ومن يقرّر، وما الذي تفعله كي لا تضيع ساعة.",
  daysAgo: 24,
  popular: 2,
  palette: "mint",
  body_eng: `<p>“The course lasts from eight to four. Why does the page say six hours?” We are asked this often, and the answer is simple once someone says it.</p>
<h2>Who decides</h2>
<p>The number is not ours to choose. We submit the programme to the Saudi Commission for Health Specialties, and the approval states the hours. Until it arrives, the course page says that accreditation is pending and we do not call the course accredited.</p>
<h2>What counts</h2>
<p>Teaching counts. Registration, the opening, breaks, lunch and prayer do not. Some formats, such as hands-on sessions, may be given fewer hours than their length on the clock. The approval for each activity is what applies, so compare the hours on the course page, not the length of the day.</p>
<h2>What reaches your record</h2>
<p>After the course we report who attended and for how long. The record is matched by your SCFHS registration number, so one wrong digit is enough to lose it.</p>
<ul><li>Enter the number in your <a href="/profile">profile</a> as it stands on your card.</li><li>Sign in and out every day. Hours you were not there cannot be reported.</li><li>Keep the certificate. It carries the accreditation number, the dates and your hours.</li><li>The same accredited activity counts once, even if you attend it twice.</li><li>If the hours do not appear after a few weeks, email us with the course and the date.</li></ul>
<p>How many hours you need depends on your profession and the length of your registration. The Commission publishes the current figures, and they are the only ones to rely on.</p>`,
  body_ar: `<p>«تمتد الدورة من الثامنة إلى الرابعة، فلماذا تذكر الصفحة ستّ ساعات؟» سؤال كثيرًا ما نتلقّاه، وجوابه يسير.</p>
<h2>من يقرّر</h2>
<p>لسنا من يحدّد العدد. نقدّم البرنامج إلى الهيئة السعودية للتخصصات الصحية، والموافقة هي التي تنصّ على الساعات. وإلى أن تصدر تقول صفحة الدورة إنها قيد الاعتماد، ولا نصفها بأنها معتمدة.</p>
<h2>ما الذي يُحسب</h2>
<p>يُحسب وقت التعليم. أما التسجيل والافتتاح والاستراحات والغداء والصلاة فلا تُحسب. وقد تُمنح بعض الأنشطة، كالجلسات التطبيقية، ساعات أقل من مدّتها الفعلية. والمعوّل على ما ورد في موافقة كل نشاط، فقارن الساعات المذكورة في صفحة الدورة لا طول اليوم.</p>
<h2>ما الذي يصل إلى سجلك</h2>
<p>بعد الدورة نرفع أسماء من حضروا ومدة حضورهم، وتجري المطابقة برقم تسجيلك في الهيئة السعودية للتخصصات الصحية، فخطأ في رقم واحد يكفي لضياع الساعات.</p>
<ul><li>أدخل الرقم في <a href="/ar/profile">ملفك الشخصي</a> كما هو على بطاقتك.</li><li>سجّل حضورك وانصرافك كل يوم، فالساعات التي غبت عنها لا يمكن رفعها.</li><li>احتفظ بالشهادة، ففيها رقم الاعتماد والتواريخ وساعاتك.</li><li>يُحتسب النشاط المعتمد نفسه مرة واحدة ولو حضرته مرتين.</li><li>إن لم تظهر الساعات بعد أسابيع فراسلنا واذكر الدورة وتاريخها.</li></ul>
<p>أما عدد الساعات المطلوب منك فيتوقف على مهنتك ومدة تسجيلك. والهيئة تنشر الأرقام المعمول بها، وعليها وحدها يُعتمد.</p>`,
};
