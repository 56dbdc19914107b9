import type { DemoNews } from "../types.ts";

export const anIndicatorSomebodyActsOn: DemoNews = {
  slug: "an-indicator-somebody-acts-on",
  title_eng: "An indicator that someone acts on",
  title_ar: "مؤشر يدفع أحدًا إلى العمل",
  excerpt_eng: "If a number turns red and nobody does anything differently, it is decoration. A test for your list.",
  excerpt_ar: "إذا احمرّ الرقم ولم يتغيّر شيء فهو زينة. اختبار تمرّر به قائمة مؤشراتك.",
  daysAgo: 116,
  palette: "mint",
  body_eng: `<p>Indicator lists grow. Each was added for a good reason, and few are ever removed. In the end a nurse spends Thursday afternoon filling a table that nobody opens. Here is a short test, to be done with the list on one side and the calendar on the other.</p>
<h2>Four questions for every indicator</h2>
<ul><li><strong>Who looks at it?</strong> A name, not a committee.</li><li><strong>What do they do when it is bad?</strong> If the answer is “ask for an explanation”, it is not yet an answer.</li><li><strong>How soon do they see it?</strong> A number about March that arrives in June is history.</li><li><strong>What does it cost to collect?</strong> Count the minutes, and say whose they are.</li></ul>
<p>An indicator that fails the first two can go. If someone outside asks for it, keep collecting it, but take it off the wall.</p>
<h2>Define it so that two people agree</h2>
<p>Write the numerator and the denominator in one sentence each. Give the definition and ten records to two colleagues who do not talk to each other. If their counts differ, the definition is not finished.</p>
<h2>Look at it over time</h2>
<p>Two points are not a trend. Draw a simple run chart, mark on it the day you changed something, and let the team see it every week. A line that moves is worth more than a colour.</p>
<p>You can bring your own list to <a href="/courses/indicators-that-change-practice">Indicators that change practice</a>. It usually goes home shorter.</p>`,
  body_ar: `<p>قوائم المؤشرات تكبر: يُضاف كل مؤشر لسبب وجيه، وقلّما يُحذف. وفي النهاية تقضي ممرضة عصر كل خميس في تعبئة جدول لا يفتحه أحد. وهذا اختبار قصير يُجرى والقائمة في يد والتقويم في الأخرى.</p>
<h2>أربعة أسئلة لكل مؤشر</h2>
<ul><li><strong>من ينظر إليه؟</strong> اسم شخص لا اسم لجنة.</li><li><strong>ماذا يفعل إذا ساء؟</strong> إن كان الجواب «يطلب تبريرًا» فليس جوابًا بعد.</li><li><strong>متى يراه؟</strong> رقم عن مارس يصل في يونيو صار تاريخًا.</li><li><strong>كم يكلّف جمعه؟</strong> احسب الدقائق، وقل من وقت مَن هي.</li></ul>
<p>المؤشر الذي يخفق في السؤالين الأولين يمكن حذفه. وإن طلبته جهة خارجية فاستمر في جمعه، لكن ارفعه من لوحة العرض.</p>
<h2>عرّفه تعريفًا لا يختلف فيه اثنان</h2>
<p>اكتب البسط في جملة والمقام في جملة. أعطِ التعريف وعشرة سجلات لزميلين لا يتحدث أحدهما إلى الآخر. فإن اختلف العدد فالتعريف لم يكتمل.</p>
<h2>انظر إليه عبر الزمن</h2>
<p>نقطتان لا تصنعان اتجاهًا. ارسم مخططًا زمنيًا بسيطًا، وعلّم عليه يوم التغيير، ودع الفريق يراه كل أسبوع. فخطّ يتحرّك أنفع من لون.</p>
<p>أحضر قائمتك معك إلى دورة <a href="/ar/courses/indicators-that-change-practice">مؤشرات تغيّر الممارسة</a>، فالغالب أن تعود بها أقصر.</p>`,
};
