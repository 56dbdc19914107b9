import type { DemoNews } from "../types.ts";

export const whatChangedInTheCatalogue: DemoNews = {
  slug: "what-changed-in-the-catalogue",
  title_eng: "What changed in the course catalogue",
  title_ar: "ما الجديد في دليل الدورات",
  excerpt_eng:
    "Every date now has its own price, seats and accreditation status, and the full cost is on the screen before you pay.",
  excerpt_ar: "لكل موعد الآن سعره ومقاعده وحالة اعتماده، وتظهر لك التكلفة كاملة قبل الدفع.",
  daysAgo: 3,
  palette: "palm",
  body_eng: `<p>A course page has to answer five questions quickly: when, where, how many hours, how much, and is there still a seat. We have rebuilt the catalogue around those five.</p>
<h2>One course, several dates</h2>
<p>A course that runs in Riyadh and online used to be two pages with almost the same text. It is now one page with a list of dates. Choose a date and the venue, the price and the seats change with it. Nothing else does: the content, the speakers and the preparation are the same wherever you sit.</p>
<h2>Accreditation, stated precisely</h2>
<p>We write “accredited” only beside an accreditation number. While an application is being reviewed the page says that it is pending, and you can decide whether to wait. A course without accreditation says so by not showing CME hours at all.</p>
<h2>The price you will pay</h2>
<p>The fee is shown in Saudi riyals, and the cart shows the tax and the total before you give your card. Your seat is held for fifteen minutes while you pay. If the payment fails, nothing is charged and the seat goes back.</p>
<h2>Easier to find</h2>
<ul><li>Search forgives spelling, in English and in Arabic.</li><li>You can filter by the days you are free.</li><li>Courses that have ended stay readable, so that you can see what they covered.</li></ul>
<p>Have a look at <a href="/courses">all courses</a>, and <a href="/contact-us">tell us</a> what is still hard to find.</p>`,
  body_ar: `<p>على صفحة الدورة أن تجيب بسرعة عن خمسة أسئلة: متى، وأين، وكم ساعة، وبكم، وهل بقي مقعد. وقد أعدنا بناء دليل الدورات حول هذه الأسئلة.</p>
<h2>دورة واحدة بعدة مواعيد</h2>
<p>كانت الدورة التي تُقام في الرياض وعن بُعد تظهر في صفحتين يكاد نصّهما يتطابق. أما الآن فهي صفحة واحدة فيها قائمة مواعيد: تختار الموعد فيتغيّر معه المكان والسعر والمقاعد، ويبقى المحتوى والمدرّبون والتحضير كما هي أينما حضرت.</p>
<h2>الاعتماد بعبارة دقيقة</h2>
<p>لا نكتب كلمة «معتمدة» إلا وبجانبها رقم الاعتماد. وما دام الطلب قيد المراجعة تقول الصفحة ذلك صراحة، ولك أن تقرّر هل تنتظر. أما الدورة غير المعتمدة فلا تُعرض لها ساعات معتمدة أصلًا.</p>
<h2>السعر الذي ستدفعه</h2>
<p>الرسوم معروضة بالريال السعودي، وتبيّن السلة الضريبة والإجمالي قبل أن تُدخل بيانات بطاقتك. ويبقى مقعدك محجوزًا 15 دقيقة أثناء الدفع، فإن لم ينجح الدفع لم يُخصم منك شيء وعاد المقعد متاحًا.</p>
<h2>بحث أسهل</h2>
<ul><li>يتسامح البحث مع اختلاف الإملاء بالعربية والإنجليزية.</li><li>يمكنك التصفية بحسب الأيام التي تناسبك.</li><li>تبقى صفحات الدورات المنتهية متاحة للقراءة لتعرف ما تناولته.</li></ul>
<p>تصفّح <a href="/ar/courses">جميع الدورات</a>، و<a href="/ar/contact-us">أخبرنا</a> بما لا يزال العثور عليه صعبًا.</p>`,
};
