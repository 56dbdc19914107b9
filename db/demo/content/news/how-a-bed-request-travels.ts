import type { DemoNews } from "../types.ts";

export const howABedRequestTravels: DemoNews = {
  slug: "how-a-bed-request-travels",
  title_eng: "How a bed request travels through a hospital",
  title_ar: "رحلة طلب السرير داخل المستشفى",
  excerpt_eng:
    "A patient waits for a bed, and the bed waits for a phone call. Follow one request and you will see where.",
  excerpt_ar: "مريض ينتظر سريرًا، والسرير ينتظر مكالمة. تتبّع طلبًا واحدًا وسترى أين يقع الانتظار.",
  daysAgo: 72,
  palette: "palm",
  body_eng: `<p>A doctor in the emergency department decides at nine in the morning that a patient must be admitted. The patient reaches the ward at two. Where did the five hours go? Seldom where people think.</p>
<h2>Follow one request</h2>
<p>Take one patient, one day, and a sheet of paper with two columns: what happened, and what was being waited for. Do it with the bed manager, a ward clerk and someone from housekeeping at the same table. They will tell each other things that no report contains.</p>
<h2>The usual waits</h2>
<ul><li>The discharge was decided on the round and written at noon.</li><li>The medicines to take home were ordered after the patient was ready to leave.</li><li>The bed was empty, but nobody had told housekeeping.</li><li>The bed was clean, but nobody had told the bed manager.</li><li>The ward was ready, but both nurses were at handover.</li></ul>
<p>In most of these the work itself is short. The message is what takes time.</p>
<h2>What a shared record changes</h2>
<p>When the ward marks a planned discharge the evening before, the pharmacy, the porters and housekeeping can see it without being called. Each of them writes one word: ready. A <a href="/hospital-information-system">hospital information system</a> can carry that word, but the agreement to write it has to come first.</p>
<h2>One change to begin with</h2>
<p>Choose one ward and ask for tomorrow’s discharges by six in the evening. Do it for two weeks, and measure the time from “empty” to “occupied” before and after.</p>`,
  body_ar: `<p>يقرّر طبيب الطوارئ في التاسعة صباحًا أن المريض يحتاج إلى تنويم، ثم يصل المريض إلى القسم في الثانية ظهرًا. أين ذهبت الساعات الخمس؟ نادرًا ما تذهب حيث يظن الناس.</p>
<h2>تتبّع طلبًا واحدًا</h2>
<p>خذ مريضًا واحدًا ويومًا واحدًا وورقة ذات عمودين: ماذا حدث، وماذا كان يُنتظر. واجمع على طاولة واحدة مسؤول الأسرّة وكاتب القسم وأحد العاملين في النظافة، فسيخبر بعضهم بعضًا بما لا يرد في أي تقرير.</p>
<h2>مواضع الانتظار المعتادة</h2>
<ul><li>تقرّر الخروج في جولة الصباح وكُتب عند الظهر.</li><li>طُلبت أدوية المنزل بعد أن صار المريض مستعدًا للمغادرة.</li><li>خلا السرير ولم يُبلَّغ فريق النظافة.</li><li>نُظّف السرير ولم يُبلَّغ مسؤول الأسرّة.</li><li>جهز القسم والممرضتان كلتاهما في التسليم.</li></ul>
<p>العمل نفسه قصير في معظم هذه الحالات، وإنما يستغرق الوقتَ وصولُ الرسالة.</p>
<h2>ما الذي يغيّره السجل المشترك</h2>
<p>حين يسجّل القسم في المساء خروجًا متوقعًا للغد، تراه الصيدلية والنقل والنظافة من غير اتصال، ويكتب كل منهم كلمة واحدة: جاهز. ويستطيع <a href="/ar/hospital-information-system">نظام معلومات المستشفى</a> أن ينقل هذه الكلمة، لكن الاتفاق على كتابتها يسبق النظام.</p>
<h2>تغيير واحد للبداية</h2>
<p>اختر قسمًا واحدًا واطلب منه قائمة خروج الغد قبل السادسة مساءً. استمر أسبوعين، وقِس الوقت بين «خالٍ» و«مشغول» قبل التجربة وبعدها.</p>`,
};
