import type { DemoNews } from "../types.ts";

export const preparingForARootCauseAnalysis: DemoNews = {
  slug: "preparing-for-a-root-cause-analysis",
  title_eng: "Before the first meeting: preparing a root cause analysis",
  title_ar: "قبل الاجتماع الأول: التحضير لتحليل الأسباب الجذرية",
  excerpt_eng: "What you do in the first days after an incident decides whether people will tell you what happened.",
  excerpt_ar: "ما تفعله في الأيام الأولى بعد الحادثة يحدّد هل سيروي لك الناس ما جرى.",
  daysAgo: 38,
  popular: 4,
  palette: "lilac",
  body_eng: `<p>A root cause analysis is often won or lost before the team first sits down. By then the device has been cleaned, the rota overwritten and the people involved have been asked four times what they did. A short list helps.</p>
<h2>People first</h2>
<p>See to the patient and the family, and tell them who will keep them informed. Then ask who is looking after the staff. Someone who goes home alone after a serious incident will not be a calm witness on Sunday.</p>
<h2>Secure what disappears</h2>
<ul><li>Device logs, alarms and settings, before the device goes back into use.</li><li>The rota as it really was, with the swaps.</li><li>Photographs of the shelf, the screen or the label, with nobody in them.</li><li>The packaging, the form, the handover sheet.</li></ul>
<h2>Choose the team</h2>
<p>Three to five people are enough: one who knows the method, one who knows the work, one who knows neither and will ask. The manager of the people involved should not lead it.</p>
<h2>Write one page</h2>
<p>Say what the analysis is for, what it will not be used for, who reads the draft and when it ends. Give this page to everyone you interview, before you ask the first question. Do not promise what you cannot keep.</p>
<h2>Then begin with the timeline</h2>
<p>Collect times, not opinions. Where two accounts differ, write both. The gap between them is usually worth more than either.</p>
<p>In <a href="/courses/root-cause-analysis">one day online</a> you can practise the whole path on a single case.</p>`,
  body_ar: `<p>كثيرًا ما ينجح تحليل الأسباب الجذرية أو يتعثّر قبل أن يجلس الفريق أول مرة. فحينها يكون الجهاز قد نُظّف، وجدول المناوبات قد عُدّل، وسُئل أصحاب الشأن أربع مرات عمّا فعلوه. وهنا تنفع قائمة قصيرة.</p>
<h2>الناس أولًا</h2>
<p>اعتنِ بالمريض وأسرته، وأخبرهم بمن سيوافيهم بما يستجدّ. ثم اسأل: من يعتني بالعاملين؟ فمن عاد إلى بيته وحيدًا بعد حادثة جسيمة لن يكون شاهدًا هادئًا بعد أيام.</p>
<h2>احفظ ما يزول</h2>
<ul><li>سجلات الأجهزة وإنذاراتها وإعداداتها، قبل أن تعود إلى الاستخدام.</li><li>جدول المناوبات كما كان فعلًا، بما فيه من تبديل.</li><li>صور الرفّ أو الشاشة أو الملصق، من غير أن يظهر فيها أحد.</li><li>العبوة والنموذج وورقة التسليم.</li></ul>
<h2>اختر الفريق</h2>
<p>يكفي من ثلاثة إلى خمسة أشخاص: واحد يعرف المنهج، وآخر يعرف العمل، وثالث لا يعرف هذا ولا ذاك فيسأل. ولا ينبغي أن يقوده المدير المباشر لأصحاب الشأن.</p>
<h2>اكتب صفحة واحدة</h2>
<p>بيّن فيها غاية التحليل، وما لن يُستخدم فيه، ومن يقرأ المسودة، ومتى ينتهي العمل. أعطِ هذه الصفحة لكل من تقابله قبل السؤال الأول، ولا تعِد بما لا تستطيع الوفاء به.</p>
<h2>ثم ابدأ بالتسلسل الزمني</h2>
<p>اجمع الأوقات لا الآراء. وإذا اختلفت روايتان فاكتبهما معًا، فالفجوة بينهما أنفع في الغالب من كل واحدة منهما.</p>
<p>في <a href="/ar/courses/root-cause-analysis">يوم واحد عن بُعد</a> تتدرّب على الطريق كله من خلال حالة واحدة.</p>`,
};
