import type { DemoNews } from "../types.ts";

export const highAlertDrugsAtNight: DemoNews = {
  slug: "high-alert-drugs-at-night",
  title_eng: "High-alert drugs at three in the morning",
  title_ar: "الأدوية عالية الخطورة في الثالثة فجرًا",
  excerpt_eng: "A double check that two tired people do together is one check. How to make it two again.",
  excerpt_ar: "التحقق المزدوج الذي يجريه متعبان معًا تحقق واحد. كيف تعيده مزدوجًا.",
  daysAgo: 133,
  palette: "oasis",
  body_eng: `<p>Insulin, anticoagulants, opioids and concentrated electrolytes are given safely thousands of times. They are called high-alert because there is little room when something slips, and slips love the hours between two and five.</p>
<h2>Why a double check fails</h2>
<p>It fails when the second person looks at the first person’s answer. “This is four units, yes?” invites a yes. At three in the morning it nearly always gets one.</p>
<h2>How to make it independent</h2>
<ul><li>The second person starts from the order, not from the syringe.</li><li>Each works out the dose alone and then says the number aloud.</li><li>Both look at the pump after it has been programmed, and follow the line to the patient.</li><li>If the numbers differ, nobody is wrong yet. Both begin again.</li></ul>
<h2>Fewer checks, better checks</h2>
<p>A unit that double-checks everything checks nothing well. Choose the few drugs and situations where it pays, agree on them with the pharmacy, and drop the rest openly.</p>
<h2>Help the night before it comes</h2>
<p>Keep concentrated potassium out of ward stock. Use standard concentrations, so that the same rate always means the same dose. Put look-alike boxes on different shelves. None of these gets tired.</p>
<h2>When it happens anyway</h2>
<p>Treat the patient, tell the doctor, keep the syringe and the packaging, report before the end of the shift. The report protects the next patient. It should also protect you.</p>
<p>Your local policy comes first. <a href="/courses/medication-safety">Medication safety and high-alert drugs</a> helps you to improve it.</p>`,
  body_ar: `<p>الأنسولين ومضادات التخثّر والأفيونات والشوارد (الإلكتروليتات) المركّزة تُعطى بأمان آلاف المرات. وإنما سُمّيت عالية الخطورة لأن هامشها ضيق عند السهو، والسهو يكثر بين الثانية والخامسة فجرًا.</p>
<h2>لماذا يخفق التحقق المزدوج</h2>
<p>يخفق حين ينظر الثاني إلى جواب الأول. فعبارة «هذه أربع وحدات، صحيح؟» تستدعي كلمة «نعم»، وفي الثالثة فجرًا تأتي هذه الكلمة في كل مرة تقريبًا.</p>
<h2>كيف تجعله مستقلًا</h2>
<ul><li>يبدأ الثاني من الأمر الطبي لا من المحقنة.</li><li>يحسب كل منهما الجرعة وحده ثم ينطق بالرقم.</li><li>ينظر الاثنان إلى المضخة بعد برمجتها، ويتتبّعان الأنبوب حتى المريض.</li><li>إذا اختلف الرقمان فلا أحد مخطئ بعد، ويعيد الاثنان من البداية.</li></ul>
<h2>تحقّق أقل، وأجود</h2>
<p>الوحدة التي تتحقق مرتين من كل شيء لا تُحسن التحقق من شيء. اختاروا مع الصيدلية الأدوية والمواقف القليلة التي تستحق ذلك، واتركوا الباقي صراحةً.</p>
<h2>استعدّ لليل قبل أن يأتي</h2>
<p>أبعِد البوتاسيوم المركّز عن مخزون القسم. استخدم تراكيز موحّدة، فيدلّ المعدّل الواحد دائمًا على جرعة واحدة. وضع العبوات المتشابهة على رفوف متباعدة. فهذه كلها لا تتعب.</p>
<h2>وإذا وقع الخطأ</h2>
<p>عالج المريض، وأخبر الطبيب، واحفظ المحقنة والعبوة، وأبلغ قبل نهاية المناوبة. فالبلاغ يحمي المريض التالي، وينبغي أن يحميك أنت أيضًا.</p>
<p>سياسة منشأتك هي المرجع أولًا، وتعينك دورة <a href="/ar/courses/medication-safety">سلامة الدواء والأدوية عالية الخطورة</a> على تحسينها.</p>`,
};
