import type { DemoNews } from "../types.ts";

export const everyNearMiss: DemoNews = {
  slug: "every-near-miss",
  title_eng: "What changes when a ward reports every near miss",
  title_ar: "ما الذي يتغيّر حين يبلّغ القسم عن كل حادثة وشيكة",
  excerpt_eng:
    "Short, honest reports without names show a ward where its risks are, and the first fixes often cost nothing.",
  excerpt_ar: "بلاغات قصيرة صادقة بلا أسماء تُري القسم مواضع الخطر فيه، وكثيرًا ما تكون الحلول الأولى بلا كلفة.",
  daysAgo: 9,
  popular: 1,
  palette: "limestone",
  body_eng: `<p>A near miss is an event that could have hurt a patient and did not. Many are never written down. The nurse who catches the wrong syringe puts it back and carries on, and the next shift meets the same syringe.</p>
<p>Imagine a surgical ward that agrees to try something simple: report every near miss for three months, in under a minute, naming nobody. The head nurse reads the reports aloud at the morning huddle. Nobody is asked to explain themselves.</p>
<h2>What the reports show</h2>
<p>One report says little. Ten of them, read together, begin to repeat themselves: two drugs with similar labels on one shelf, or a handover that the telephone interrupts every morning. Neither will be in the incident log, because neither has caused harm yet. They describe the hole in the floor before anyone falls into it.</p>
<h2>Fixes that cost nothing</h2>
<p>Move one of the drugs. Send the ward telephone to the next unit for half an hour. Changes like these can be made within a day by the people who asked for them, and they show the ward that reporting leads somewhere.</p>
<h2>If you want to try it</h2>
<ul><li>Keep the form to four questions: what happened, where, what stopped it, what would help.</li><li>Read every report aloud within a day.</li><li>Close each one with a sentence about what was done, even if it is “nothing yet, and here is why”.</li><li>Count what was fixed, not who reported.</li></ul>
<p>We practise this, with your own forms, in <a href="/courses/patient-safety-essentials">Patient safety essentials</a>.</p>`,
  body_ar: `<p>الحادثة الوشيكة حدث كان يمكن أن يؤذي مريضًا ولم يفعل. وكثير منها لا يُكتب أبدًا: تنتبه الممرضة إلى المحقنة الخاطئة فتعيدها إلى مكانها وتكمل عملها، ثم تجدها المناوبة التالية في المكان نفسه.</p>
<p>تخيّل قسم جراحة يتفق على تجربة بسيطة: أن يُبلَّغ عن كل حادثة وشيكة مدة ثلاثة أشهر، في أقل من دقيقة، ومن غير ذكر أسماء. تُقرأ البلاغات بصوت مسموع في اجتماع الصباح القصير، ولا يُطلب من أحد أن يبرّر ما فعل.</p>
<h2>ما الذي تكشفه البلاغات</h2>
<p>البلاغ الواحد لا يقول الكثير. لكن عشرة بلاغات تُقرأ معًا تبدأ بتكرار نفسها: دواءان متشابها الملصق على رفّ واحد، أو تسليم يقطعه الهاتف كل صباح. ولن تجد أيًّا منهما في سجل الحوادث، لأن الضرر لم يقع بعد. إنها تصف الحفرة قبل أن يسقط فيها أحد.</p>
<h2>حلول بلا كلفة</h2>
<p>انقل أحد الدواءين إلى رفّ آخر. حوّل هاتف القسم إلى الوحدة المجاورة نصف ساعة. مثل هذه التغييرات ينفّذها في يوم واحد من اقترحوها، فيرى القسم أن الإبلاغ يثمر.</p>
<h2>إذا أردت أن تجرّب</h2>
<ul><li>اكتفِ بأربعة أسئلة في النموذج: ماذا حدث، وأين، وما الذي أوقفه، وما الذي يساعد.</li><li>اقرأ كل بلاغ على الفريق خلال يوم.</li><li>أغلق كل بلاغ بجملة عمّا تمّ، ولو كانت «لا شيء بعد، وهذا هو السبب».</li><li>عُدّ ما أُصلح، لا من أبلغ.</li></ul>
<p>نتدرّب على ذلك، وعلى نماذجكم أنتم، في دورة <a href="/ar/courses/patient-safety-essentials">أساسيات سلامة المرضى</a>.</p>`,
};
