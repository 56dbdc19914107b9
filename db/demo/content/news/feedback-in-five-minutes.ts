import type { DemoNews } from "../types.ts";

export const feedbackInFiveMinutes: DemoNews = {
  slug: "feedback-in-five-minutes",
  title_eng: "Feedback a trainee can use, in five minutes",
  title_ar: "تغذية راجعة تنفع المتدرّب في خمس دقائق",
  excerpt_eng: "“Good job” is kind and teaches nothing. Four steps between two patients are enough to teach one thing.",
  excerpt_ar: "«أحسنت» كلمة لطيفة لا تعلّم شيئًا. أربع خطوات بين مريضين تكفي لتعليم أمر واحد.",
  daysAgo: 170,
  palette: "night",
  body_eng: `<p>Most supervisors want to give more feedback, and most trainees want to receive it. Between them stands the clinic list. Five minutes are enough if you limit yourself to one thing.</p>
<h2>Watch something</h2>
<p>You can only comment on what you saw. Stay for the first two minutes of a history, or for one examination. Say beforehand what you will look at, so that the trainee does not try to be good at everything.</p>
<h2>Ask first</h2>
<p>“What went as you planned, and where did you hesitate?” A trainee who names the problem has done half of the work. If they name another problem than yours, take theirs first.</p>
<h2>Describe, then explain</h2>
<ul><li>What you saw: “You asked about allergies after you had written the prescription.”</li><li>Why it matters: “If the phone rings in between, the question is lost.”</li><li>What to try: “With the next patient, ask before you pick up the pen.”</li></ul>
<p>No adjectives are needed. “Careless” starts a quarrel; the sentence about the pen does not.</p>
<h2>Come back to it</h2>
<p>Watch the same thing once more this week and say what changed. Two lines in the logbook are enough, provided that the next supervisor can see what was agreed.</p>
<h2>When it is serious</h2>
<p>If patients are at risk, stop the work, move to a quiet room and take more than five minutes. We practise both conversations in <a href="/courses/workplace-based-assessment">Assessing trainees in the workplace</a>.</p>`,
  body_ar: `<p>يودّ معظم المشرفين أن يقدّموا تغذية راجعة أكثر، ويودّ معظم المتدربين أن يتلقّوها، وبين الفريقين قائمة العيادة. لكن خمس دقائق تكفي إن اكتفيت بأمر واحد.</p>
<h2>لاحظ شيئًا</h2>
<p>لا تستطيع التعليق إلا على ما رأيت. احضر أول دقيقتين من أخذ التاريخ المرضي أو فحصًا واحدًا، وقل مسبقًا ما الذي ستلاحظه، كي لا يحاول المتدرّب أن يجيد كل شيء دفعة واحدة.</p>
<h2>اسأل أولًا</h2>
<p>«ما الذي سار كما خطّطت، وأين تردّدت؟» المتدرّب الذي يسمّي المشكلة أنجز نصف العمل. وإن سمّى مشكلة غير التي رأيتها فابدأ بمشكلته.</p>
<h2>صِف ثم علّل</h2>
<ul><li>ما رأيته: «سألت عن الحساسية بعد أن كتبت الوصفة».</li><li>لماذا يهمّ: «لو رنّ الهاتف بينهما لضاع السؤال».</li><li>ما يُجرَّب: «مع المريض التالي اسأل قبل أن تمسك القلم».</li></ul>
<p>لا حاجة إلى الأوصاف. فكلمة «مهمل» تفتح خصومة، أما جملة القلم فلا.</p>
<h2>عُد إلى الموضوع</h2>
<p>لاحظ الأمر نفسه مرة أخرى هذا الأسبوع، وقل ما الذي تغيّر. ويكفي سطران في سجل المتدرّب، على أن يرى المشرف التالي ما اتُّفق عليه.</p>
<h2>حين يكون الأمر جسيمًا</h2>
<p>إن كان المرضى في خطر فأوقف العمل، وانتقل إلى غرفة هادئة، وخذ أكثر من خمس دقائق. ونتدرّب على المحادثتين معًا في دورة <a href="/ar/courses/workplace-based-assessment">تقييم المتدربين في موقع العمل</a>.</p>`,
};
