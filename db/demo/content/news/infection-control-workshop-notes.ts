import type { DemoNews } from "../types.ts";

export const infectionControlWorkshopNotes: DemoNews = {
  slug: "infection-control-workshop-notes",
  title_eng: "Notes from the infection control workshop",
  title_ar: "من دفتر ورشة مكافحة العدوى",
  excerpt_eng:
    "Three exercises from our workshop that you can repeat on your own unit, with what each of them teaches.",
  excerpt_ar: "ثلاثة تمارين من ورشتنا تستطيع تكرارها في وحدتك، وما يعلّمه كل منها.",
  daysAgo: 58,
  palette: "dawn",
  body_eng: `<p>Everyone who comes to an infection control workshop knows when to clean their hands. The workshop is about the distance between knowing and doing at half past two on a full ward. Three of its exercises need no trainer.</p>
<h2>The touch walk</h2>
<p>In pairs, one person does a routine task, such as changing a dressing, and the other writes down everything that is touched: the curtain, the phone, the pen, the drawer. Compare the list with the moments for hand hygiene. The curtain nearly always surprises people.</p>
<h2>The dispenser map</h2>
<p>Draw the room and mark every hand rub dispenser. Then draw the path you really walk during a medicine round. Where path and dispensers do not meet, no poster will help. Moving a dispenser will.</p>
<h2>The sentence</h2>
<p>Agree on one sentence for reminding a colleague, whatever their rank, and one for answering. Ours are “Hands, please” and “Thank you”. Practise both aloud. It feels odd for ten minutes and then it is a habit, which is what you wanted.</p>
<h2>Before you count</h2>
<ul><li>Observe openly and tell people why.</li><li>Watch for twenty minutes, on different shifts.</li><li>Give the result to the unit the same week, together with one thing to try.</li></ul>
<p>The next dates are on the page of <a href="/courses/infection-prevention-control">Infection prevention and control in practice</a>.</p>`,
  body_ar: `<p>كل من يحضر ورشة مكافحة العدوى يعرف متى ينظّف يديه. والورشة تبحث في المسافة بين المعرفة والفعل، في قسم ممتلئ عند الثانية والنصف ظهرًا. وهذه ثلاثة من تمارينها لا تحتاج إلى مدرّب.</p>
<h2>جولة الملامسة</h2>
<p>يعمل اثنان معًا: يؤدي الأول مهمة معتادة كتغيير ضماد، ويدوّن الثاني كل ما تلمسه يداه: الستارة والهاتف والقلم والدرج. ثم تُقارن القائمة بلحظات نظافة اليدين. والستارة تكاد تفاجئ الجميع كل مرة.</p>
<h2>خريطة المعقّمات</h2>
<p>ارسم الغرفة وحدّد مواضع معقّم اليدين، ثم ارسم الطريق الذي تسلكه فعلًا في جولة الأدوية. وحيث لا يلتقي الطريق بالمعقّم لن ينفع ملصق على الجدار، وإنما ينفع نقل المعقّم.</p>
<h2>العبارة المتفق عليها</h2>
<p>اتفقوا على عبارة واحدة لتذكير الزميل أيًّا كانت مرتبته، وعبارة للردّ. عبارتانا «اليدان من فضلك» و«شكرًا لك». تدرّبوا عليهما بصوت مسموع. ستبدو غريبة عشر دقائق ثم تصير عادة، وهذا هو المطلوب.</p>
<h2>قبل أن تبدأ العدّ</h2>
<ul><li>راقب علنًا وأخبر الناس بالسبب.</li><li>راقب عشرين دقيقة في مناوبات مختلفة.</li><li>سلّم النتيجة إلى الوحدة في الأسبوع نفسه، ومعها أمر واحد للتجربة.</li></ul>
<p>تجد المواعيد القادمة في صفحة دورة <a href="/ar/courses/infection-prevention-control">الوقاية من العدوى ومكافحتها في الممارسة</a>.</p>`,
};
