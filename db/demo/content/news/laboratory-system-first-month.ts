import type { DemoNews } from "../types.ts";

export const laboratorySystemFirstMonth: DemoNews = {
  slug: "laboratory-system-first-month",
  title_eng: "Laboratory information system: a guide to the first month",
  title_ar: "نظام معلومات المختبر: دليل الشهر الأول",
  excerpt_eng: "A new system is learned on the bench, not in the meeting room. What to settle week by week.",
  excerpt_ar: "النظام الجديد يُتعلَّم على طاولة العمل لا في قاعة الاجتماعات. ما الذي تحسمه أسبوعًا بعد أسبوع.",
  daysAgo: 31,
  palette: "oasis",
  body_eng: `<p>The day a laboratory system goes live is quieter than people fear. The weeks after it decide whether the staff trust it. These are the points we would settle, in this order.</p>
<h2>Week one: one sample, all the way</h2>
<p>Take a single test, such as potassium, and follow it from the order to the result on the ward. Write down every place where someone reads a number and types it again. Each of those places is where the first errors will come from.</p>
<h2>Week two: rejected samples</h2>
<p>Agree on the reasons for rejection and keep the list short. A technician who must choose from thirty reasons picks the first. Show the ward the reason in words a nurse would use, with what to do next.</p>
<h2>Week three: critical results</h2>
<ul><li>Who is told, and within how many minutes?</li><li>Who is told when that person does not answer?</li><li>Where is it written that the message was received and read back?</li></ul>
<p>Test this at night, because that is when it will be needed.</p>
<h2>Week four: the paper that remains</h2>
<p>Walk through the laboratory and collect the notebooks and sticky notes still in use. Every one of them answers a question the system does not. Some should become a field, some a report, and a few may stay.</p>
<h2>Keep one number</h2>
<p>Measure the time from receipt to result for one urgent test, before and after. It is easy to count, and everyone understands it.</p>
<p>Our course on <a href="/courses/laboratory-quality-management">laboratory quality management</a> goes through the same path in three days.</p>`,
  body_ar: `<p>يوم تشغيل نظام المختبر أهدأ مما يخشاه الناس، والأسابيع التي تليه هي التي تحدّد هل يثق به العاملون. وهذه أمور نرى حسمها على هذا الترتيب.</p>
<h2>الأسبوع الأول: عيّنة واحدة من أول الطريق إلى آخره</h2>
<p>اختر فحصًا واحدًا، كالبوتاسيوم، وتتبّعه من الطلب حتى تظهر نتيجته في القسم. دوّن كل موضع يقرأ فيه أحدٌ رقمًا ثم يكتبه من جديد، فمن هذه المواضع ستأتي الأخطاء الأولى.</p>
<h2>الأسبوع الثاني: العيّنات المرفوضة</h2>
<p>اتفقوا على أسباب الرفض واجعلوا القائمة قصيرة، فمن عليه أن يختار من ثلاثين سببًا يختار أولها. واعرضوا السبب للقسم بكلمات يستخدمها التمريض، ومعه الخطوة التالية.</p>
<h2>الأسبوع الثالث: النتائج الحرجة</h2>
<ul><li>من الذي يُبلَّغ، وخلال كم دقيقة؟</li><li>ومن يُبلَّغ إذا لم يُجب؟</li><li>وأين يُسجَّل أن الرسالة وصلت وأُعيدت قراءتها؟</li></ul>
<p>اختبروا ذلك ليلًا، ففي الليل تشتد الحاجة إليه.</p>
<h2>الأسبوع الرابع: ما بقي من الورق</h2>
<p>تجوّل في المختبر واجمع الدفاتر والملصقات التي ما زالت تُستخدم، فكل واحد منها يجيب عن سؤال لا يجيب عنه النظام. بعضها ينبغي أن يصبح حقلًا، وبعضها تقريرًا، والقليل منها لا بأس ببقائه.</p>
<h2>رقم واحد يكفي</h2>
<p>قِس الوقت من استلام العيّنة إلى صدور النتيجة لفحص عاجل واحد، قبل التشغيل وبعده. فهو سهل العدّ ويفهمه الجميع.</p>
<p>وتسير دورة <a href="/ar/courses/laboratory-quality-management">أنظمة إدارة جودة المختبرات</a> على الطريق نفسه في ثلاثة أيام.</p>`,
};
