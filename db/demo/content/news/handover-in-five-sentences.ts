import type { DemoNews } from "../types.ts";

export const handoverInFiveSentences: DemoNews = {
  slug: "handover-in-five-sentences",
  title_eng: "Handover in five sentences",
  title_ar: "التسليم في خمس جمل",
  excerpt_eng:
    "A good handover is not longer; it is in order. Five sentences that carry one patient safely to the next shift.",
  excerpt_ar: "التسليم الجيد ليس الأطول بل المرتّب. خمس جمل تنقل المريض بأمان إلى المناوبة التالية.",
  daysAgo: 100,
  palette: "khuzama",
  body_eng: `<p>Ask two nurses to hand over the same patient and you will hear two stories. Both may be right. The listener, however, has to find the one fact that matters tonight, and will find it sooner when it always comes at the same place.</p>
<h2>The five sentences</h2>
<ul><li><strong>Who:</strong> name, age, bed, and the reason for being here.</li><li><strong>Where we are:</strong> better, the same or worse than this morning, and how you know.</li><li><strong>What worries me:</strong> the one thing that could go wrong before the next round.</li><li><strong>What must happen:</strong> each task with a time and a name.</li><li><strong>If, then:</strong> what to do, and whom to call, when the worry comes true.</li></ul>
<p>If you already use a scheme such as SBAR, keep it. The order matters less than the fact that everyone uses the same one.</p>
<h2>Say it back</h2>
<p>The listener repeats the worry and the tasks. It takes fifteen seconds, and it is the moment when “left” and “right” are corrected.</p>
<h2>Protect the quarter of an hour</h2>
<p>Choose a place without a telephone. Agree who answers bells during that time. Begin when both sides are there, and begin with the sickest patient, not with bed one.</p>
<h2>Try it for a week</h2>
<p>Print the five lines on a card. After a week, ask the night shift what they still had to look up, and change the card. We practise it with actors and difficult cases in <a href="/courses/safe-handover">Safe handover, from shift to shift</a>.</p>`,
  body_ar: `<p>اطلب من ممرضتين تسليم المريض نفسه وستسمع قصتين، وقد تكونان صحيحتين معًا. غير أن على من يتسلّم أن يعثر على الحقيقة الواحدة المهمة هذه الليلة، وسيعثر عليها أسرع إذا جاءت كل مرة في الموضع نفسه.</p>
<h2>الجمل الخمس</h2>
<ul><li><strong>من هو:</strong> الاسم والعمر والسرير وسبب التنويم.</li><li><strong>أين وصلنا:</strong> أفضل مما كان عليه صباحًا أو مثله أو أسوأ، وكيف عرفت.</li><li><strong>ما يقلقني:</strong> الأمر الواحد الذي قد يسوء قبل الجولة التالية.</li><li><strong>ما يجب عمله:</strong> كل مهمة بوقتها واسم المسؤول عنها.</li><li><strong>إذا حدث:</strong> ماذا نفعل وبمن نتصل إن وقع ما نخشاه.</li></ul>
<p>وإن كنتم تستخدمون نموذجًا معروفًا للتسليم فأبقوا عليه، فالترتيب نفسه أقل أهمية من أن يلتزم به الجميع.</p>
<h2>أعد ما سمعت</h2>
<p>يكرّر المتسلّم مصدر القلق والمهام. يستغرق ذلك ربع دقيقة، وهي اللحظة التي يُصحَّح فيها «الأيمن» و«الأيسر».</p>
<h2>احموا ربع الساعة</h2>
<p>اختاروا مكانًا بلا هاتف، واتفقوا على من يستجيب لأجراس النداء في تلك المدة. ابدؤوا حين يحضر الطرفان، وابدؤوا بأشد المرضى حالًا لا بالسرير الأول.</p>
<h2>جرّبوه أسبوعًا</h2>
<p>اطبعوا السطور الخمسة على بطاقة، ثم اسألوا مناوبة الليل بعد أسبوع عمّا اضطرت إلى البحث عنه، وعدّلوا البطاقة. ونتدرّب على ذلك بحالات صعبة ومشاهد تمثيلية في دورة <a href="/ar/courses/safe-handover">التسليم الآمن بين المناوبات</a>.</p>`,
};
