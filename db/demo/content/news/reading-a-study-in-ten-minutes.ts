import type { DemoNews } from "../types.ts";

export const readingAStudyInTenMinutes: DemoNews = {
  slug: "reading-a-study-in-ten-minutes",
  title_eng: "Reading a study in ten minutes",
  title_ar: "قراءة دراسة في عشر دقائق",
  excerpt_eng:
    "The abstract is an advertisement written by someone who knows the paper well. What to look at instead, and in which order.",
  excerpt_ar: "الملخّص إعلان كتبه من يعرف البحث جيدًا. إلى ماذا تنظر بدلًا منه، وبأي ترتيب.",
  daysAgo: 190,
  palette: "dawn",
  body_eng: `<p>You have ten minutes before the journal club and the paper has eleven pages. You do not need all of them. You need to know whether the result is likely to be true, and whether it is about your patients.</p>
<h2>Two minutes: the question</h2>
<p>Read the last paragraph of the introduction. Write down who was studied, what was done, compared with what, and what was measured. If you cannot fill the four boxes, be careful with everything that follows.</p>
<h2>Four minutes: the methods</h2>
<ul><li>How did patients come to one group or the other? If it was not by chance, ask how the groups differed to begin with.</li><li>How many were lost on the way, and from which group?</li><li>Was the main outcome named before the study began, and is it the one in the title?</li><li>Did the person who measured it know the group?</li></ul>
<h2>Two minutes: one number</h2>
<p>Find the main result with its confidence interval. Look at the end you like least. If you would still change your practice there, the study is useful. A relative risk without the absolute numbers tells you very little.</p>
<h2>Two minutes: your ward</h2>
<p>Would your patients have been allowed into this study? Could you do what was done, with your staff, at night? What might it harm?</p>
<p>Then read the discussion, if you like. You will now notice what it leaves out. In <a href="/courses/critical-appraisal">Critical appraisal</a> we do this with papers you choose.</p>`,
  body_ar: `<p>بقيت عشر دقائق على نادي المجلات والبحث في إحدى عشرة صفحة. لست بحاجة إليها كلها. تحتاج أن تعرف هل النتيجة صحيحة في الأرجح، وهل تخصّ مرضاك.</p>
<h2>دقيقتان: السؤال</h2>
<p>اقرأ الفقرة الأخيرة من المقدمة، واكتب: من الذين شملتهم الدراسة، وماذا فُعل، وبماذا قورن، وماذا قيس. وإن لم تستطع ملء الخانات الأربع فاحذر مما يأتي بعدها.</p>
<h2>أربع دقائق: الطريقة</h2>
<ul><li>كيف وُزّع المرضى على المجموعتين؟ إن لم يكن بالقرعة فاسأل عمّا اختلفتا فيه منذ البداية.</li><li>كم فُقد منهم في الطريق، ومن أي مجموعة؟</li><li>هل حُدّد المقياس الرئيسي قبل بدء الدراسة، وهل هو المذكور في العنوان؟</li><li>هل كان من يقيسه يعرف المجموعة؟</li></ul>
<h2>دقيقتان: رقم واحد</h2>
<p>ابحث عن النتيجة الرئيسية مع فترة الثقة، وانظر إلى طرفها الأقل سرورًا لك. فإن كنت ستغيّر ممارستك عنده أيضًا فالدراسة مفيدة. أما الخطر النسبي من غير الأرقام المطلقة فلا يخبرك إلا بالقليل.</p>
<h2>دقيقتان: قسمك</h2>
<p>هل كان مرضاك سيُقبلون في هذه الدراسة؟ وهل تستطيع فعل ما فُعل، بفريقك، وفي الليل؟ وما الضرر الذي قد يسببه؟</p>
<p>ثم اقرأ المناقشة إن شئت، فستلاحظ الآن ما أغفلته. وفي دورة <a href="/ar/courses/critical-appraisal">القراءة النقدية</a> نفعل ذلك في أبحاث تختارونها.</p>`,
};
