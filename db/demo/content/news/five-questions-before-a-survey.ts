import type { DemoNews } from "../types.ts";

export const fiveQuestionsBeforeASurvey: DemoNews = {
  slug: "five-questions-before-a-survey",
  title_eng: "Five questions to ask before an accreditation survey",
  title_ar: "خمسة أسئلة تطرحها قبل زيارة الاعتماد",
  excerpt_eng: "Walk through your own unit as a surveyor would. These five questions find most of what a visit finds.",
  excerpt_ar: "تجوّل في وحدتك بعين المقيّم. خمسة أسئلة تكشف معظم ما تكشفه الزيارة.",
  daysAgo: 44,
  popular: 3,
  palette: "night",
  body_eng: `<p>The weeks before a survey fill up with folders. Surveyors, however, spend much of their time walking and asking. So walk first. Take an hour, a colleague from another unit, and these five questions.</p>
<h2>1. Can you show me?</h2>
<p>Choose a policy and ask the first person you meet to show you how it is done. If what they do is better than the policy, change the policy. If they cannot find it, the problem is not their memory.</p>
<h2>2. Which version is this?</h2>
<p>Pick up any printed form and look for its date. Then look for the same form in the next room. Two versions mean that neither is under control.</p>
<h2>3. Who may do this today?</h2>
<p>Point to a device or a procedure and ask who on this shift is competent to use it, and where that is recorded. The answer should take a minute, not a morning.</p>
<h2>4. What did you change after the last audit?</h2>
<p>An audit without a second measurement is a description. One finished example, with the numbers before and after, says more than ten plans.</p>
<h2>5. What worries you here?</h2>
<p>Ask the newest member of staff. Then check whether the same worry is in the risk register, and whether it has an owner.</p>
<p>Write down what you found on one page and give every line a name and a date. Then stop preparing and let people work. There is more of this in <a href="/courses/accreditation-readiness-course">Preparing a department for an accreditation survey</a>.</p>`,
  body_ar: `<p>تمتلئ الأسابيع السابقة للزيارة بالملفات، غير أن المقيّمين يقضون كثيرًا من وقتهم في التجوّل والسؤال. فتجوّل أنت أولًا: ساعة واحدة، وزميل من وحدة أخرى، وهذه الأسئلة الخمسة.</p>
<h2>1. هل تريني كيف تفعل ذلك؟</h2>
<p>اختر سياسة واطلب من أول من تقابله أن يريك تطبيقها. فإن كان ما يفعله أفضل مما كُتب فعدّل السياسة، وإن لم يجدها فالمشكلة ليست في ذاكرته.</p>
<h2>2. أيّ إصدار هذا؟</h2>
<p>خذ أي نموذج مطبوع وابحث عن تاريخه، ثم ابحث عن النموذج نفسه في الغرفة المجاورة. وجود إصدارين يعني أن كليهما خارج السيطرة.</p>
<h2>3. من المؤهّل لهذا اليوم؟</h2>
<p>أشر إلى جهاز أو إجراء واسأل: من في هذه المناوبة مؤهّل له، وأين سُجّل ذلك؟ ينبغي أن يأتي الجواب في دقيقة لا في صباح كامل.</p>
<h2>4. ماذا غيّرتم بعد آخر تدقيق؟</h2>
<p>التدقيق من غير قياس ثانٍ وصفٌ لا أكثر. ومثال واحد مكتمل، بأرقامه قبل التغيير وبعده، أبلغ من عشر خطط.</p>
<h2>5. ما الذي يقلقك هنا؟</h2>
<p>اسأل أحدث العاملين، ثم تحقّق هل ورد ما يقلقه في سجل المخاطر، وهل له مسؤول.</p>
<p>اكتب ما وجدته في صفحة واحدة، وضع أمام كل سطر اسمًا وتاريخًا، ثم أوقف التحضير ودع الناس يعملون. وفي دورة <a href="/ar/courses/accreditation-readiness-course">تهيئة القسم لزيارة الاعتماد</a> مزيد من ذلك.</p>`,
};
