import type { DemoNews } from "../types.ts";

export const choosingYourTrainingDays: DemoNews = {
  slug: "choosing-your-training-days",
  title_eng: "A few training days a year: how to choose them",
  title_ar: "أيام قليلة للتدريب في السنة: كيف تختارها",
  excerpt_eng: "Study leave is short. Four questions help you spend it on something your patients will notice.",
  excerpt_ar: "إجازة التدريب قصيرة. أربعة أسئلة تعينك على أن تقضيها فيما ينفع مرضاك.",
  daysAgo: 18,
  palette: "khuzama",
  body_eng: `<p>Study leave is counted in days, and the rota does not give them up gladly. Before you choose a course by its title, it is worth ten minutes with four questions.</p>
<h2>What went wrong near you this year</h2>
<p>Look at the incidents, audits and complaints of your own unit. If the same theme returns, a course on that theme will find listeners when you come back. The best reason to learn something is a problem that is already on the table.</p>
<h2>What will you do on your first day back</h2>
<p>Read the outcomes on the course page and try to finish this sentence: “After the course I will be able to change…”. If you cannot finish it, ask us, or choose a shorter course.</p>
<h2>Who comes with you</h2>
<p>Two people from one department, such as a nurse and a pharmacist, can carry a change further than one enthusiast. They remember different things, and each has someone to remind them.</p>
<h2>What must be ready before</h2>
<ul><li>Does the course ask for a document or data from your unit? Request it early.</li><li>Is it spread over weeks? Then the time between the days belongs to the course too.</li><li>Do you need the CME hours this year? Check that the date is accredited, not pending.</li></ul>
<p>The <a href="/courses">catalogue</a> can be filtered by the days you are free, and <a href="/course-registration-info">how to register</a> explains the rest.</p>`,
  body_ar: `<p>إجازة التدريب تُعدّ بالأيام، وجدول المناوبات لا يجود بها بسهولة. قبل أن تختار الدورة من عنوانها، امنح هذه الأسئلة الأربعة عشر دقائق.</p>
<h2>ما الذي تعثّر من حولك هذا العام</h2>
<p>راجع الحوادث ونتائج التدقيق والشكاوى في وحدتك. إذا تكرّر موضوع بعينه فالدورة التي تتناوله ستجد من يصغي إليك حين تعود. وأفضل دافع إلى التعلّم مشكلة مطروحة أمامك بالفعل.</p>
<h2>ماذا ستفعل في أول يوم بعد عودتك</h2>
<p>اقرأ المخرجات في صفحة الدورة وحاول أن تكمل هذه الجملة: «بعد الدورة سأستطيع أن أغيّر…». فإن لم تستطع إكمالها فاسألنا، أو اختر دورة أقصر.</p>
<h2>من يأتي معك</h2>
<p>شخصان من قسم واحد، كممرضة وصيدلي، يمضيان بالتغيير أبعد مما يمضي به متحمّس وحده؛ فكل منهما يتذكّر شيئًا مختلفًا، ويجد من يذكّره.</p>
<h2>ما الذي يجب أن يُجهَّز مسبقًا</h2>
<ul><li>هل تطلب الدورة وثيقة أو بيانات من وحدتك؟ اطلبها مبكرًا.</li><li>هل هي موزّعة على أسابيع؟ إذن فالوقت بين أيامها جزء منها.</li><li>هل تحتاج إلى الساعات هذا العام؟ تأكّد أن الموعد معتمد لا قيد الاعتماد.</li></ul>
<p>يمكنك تصفية <a href="/ar/courses">دليل الدورات</a> بحسب الأيام التي تناسبك، وتجد البقية في صفحة <a href="/ar/course-registration-info">كيف تسجّل في دورة</a>.</p>`,
};
