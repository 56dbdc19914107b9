import type { DemoNews } from "../types.ts";

export const researchHoursForClinicians: DemoNews = {
  slug: "research-hours-for-clinicians",
  title_eng: "Research hours for working clinicians",
  title_ar: "ساعات للبحث في جدول الممارس",
  excerpt_eng: "Nobody will give you a free month. How to move a study forward with two protected hours a week.",
  excerpt_ar: "لن يمنحك أحد شهرًا فارغًا. كيف تتقدّم في دراستك بساعتين محجوزتين كل أسبوع.",
  daysAgo: 85,
  palette: "limestone",
  body_eng: `<p>Clinicians who finish a study rarely had more time than the others. They had the same two hours every week, and a question small enough to fit.</p>
<h2>Make the question smaller</h2>
<p>“How good is our stroke care?” is a life’s work. “How long do our patients wait for their first scan, and does the hour of arrival matter?” is a study. If you cannot say what you would count, the question is still too large.</p>
<h2>Use the two hours well</h2>
<ul><li>Choose a time that clinics do not eat. Early on a quiet day often works.</li><li>End every session by writing the first sentence of the next one.</li><li>Do the reading elsewhere. Keep the two hours for writing, data and decisions.</li><li>Meet your co-author every second week, even for fifteen minutes.</li></ul>
<h2>Ask the ethics committee early</h2>
<p>Approval takes as long as it takes, and it must be in hand before you touch a single record. Send the protocol as soon as the question and the data are clear, and write the background while you wait.</p>
<h2>Decide who is an author</h2>
<p>Do it in the first month, in writing. It is a short conversation then, and a long one later.</p>
<h2>Stop once</h2>
<p>After the first twenty records, stop and look. If a field is empty in half of them, change the form now, and tell the committee if the protocol changes with it.</p>
<p><a href="/courses/research-methods">Research methods for busy clinicians</a> is built on this rhythm: four days, one a week.</p>`,
  body_ar: `<p>من أتمّ دراسة من الممارسين لم يكن في الغالب أوفر وقتًا من غيره، بل كانت له الساعتان نفسهما كل أسبوع، وسؤال صغير يتسع له هذا الوقت.</p>
<h2>صغّر السؤال</h2>
<p>«ما جودة رعايتنا لمرضى السكتة؟» عمل يستغرق العمر. أما «كم ينتظر مرضانا أول تصوير، وهل لساعة الوصول أثر؟» فدراسة. وإن لم تستطع أن تقول ماذا ستعدّ، فالسؤال ما زال أكبر مما ينبغي.</p>
<h2>أحسن استعمال الساعتين</h2>
<ul><li>اختر وقتًا لا تلتهمه العيادات، وكثيرًا ما يصلح له صباح يوم هادئ.</li><li>اختم كل جلسة بكتابة أول جملة من الجلسة التالية.</li><li>اقرأ في وقت آخر، واجعل الساعتين للكتابة والبيانات والقرارات.</li><li>التقِ شريكك في البحث كل أسبوعين ولو ربع ساعة.</li></ul>
<h2>خاطب لجنة الأخلاقيات مبكرًا</h2>
<p>للموافقة وقتها، ويجب أن تكون بين يديك قبل أن تفتح سجلًا واحدًا. أرسل خطة البحث متى اتضح السؤال والبيانات، واكتب المقدمة في أثناء الانتظار.</p>
<h2>اتفقوا على المؤلفين</h2>
<p>ليكن ذلك كتابةً في الشهر الأول، فهو حديث قصير يومها، وطويل إن تأخّر.</p>
<h2>قف مرة واحدة</h2>
<p>بعد أول عشرين سجلًا توقّف وانظر. فإن وجدت خانة فارغة في نصفها فغيّر النموذج الآن، وأخبر اللجنة إن تغيّرت معه خطة البحث.</p>
<p>على هذا الإيقاع بُنيت دورة <a href="/ar/courses/research-methods">مناهج البحث للممارسين</a>: أربعة أيام، يوم في كل أسبوع.</p>`,
};
