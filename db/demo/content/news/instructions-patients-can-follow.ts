import type { DemoNews } from "../types.ts";

export const instructionsPatientsCanFollow: DemoNews = {
  slug: "instructions-patients-can-follow",
  title_eng: "Instructions that patients can follow",
  title_ar: "تعليمات يستطيع المريض اتباعها",
  excerpt_eng:
    "A discharge sheet is read at home, by someone who is tired and worried. How to write it for that reader.",
  excerpt_ar: "ورقة الخروج تُقرأ في البيت، ويقرؤها متعب قلق. كيف تكتبها لهذا القارئ.",
  daysAgo: 150,
  palette: "lilac",
  body_eng: `<p>The patient nods, signs and goes home. In the evening a daughter reads the sheet aloud and nobody is sure what “as needed” means. The sheet was correct. It was written for the file.</p>
<h2>Begin with what to do</h2>
<p>Put the actions first and the explanations after them. One action to a line, each with a verb: take, change, call, come back. Give times that exist in a home: after breakfast, before sleeping.</p>
<h2>Say when to worry</h2>
<p>Three signs are better than twelve. For each one say what to do and how fast: call today, come now. Print the telephone number in large figures and check that someone answers it at night.</p>
<h2>Write it in both languages, separately</h2>
<p>A translation made word for word is hard to read in any language. Write the Arabic as an Arabic speaker would say it, and ask someone outside medicine to read it. The same goes for English and for the other languages of your patients.</p>
<h2>Ask to hear it back</h2>
<ul><li>“I want to be sure that I explained this well. How will you take these at home?”</li><li>If the answer is not clear, change your explanation, not your volume.</li><li>Include the person who will really give the medicine.</li></ul>
<h2>Test one sheet</h2>
<p>Give a sheet to three patients and listen while they read. You will change it after the second. In <a href="/courses/listening-to-patients">Listening to patients</a> we work on the sheets you bring.</p>`,
  body_ar: `<p>يومئ المريض برأسه ويوقّع ويعود إلى بيته. وفي المساء تقرأ ابنته الورقة فلا يدري أحد ما معنى «عند اللزوم». كانت الورقة صحيحة، غير أنها كُتبت للملف.</p>
<h2>ابدأ بالخطوات</h2>
<p>قدّم الأفعال وأخّر الشرح. فعل واحد في كل سطر: تناول، غيّر، اتصل، عُد إلينا. واذكر أوقاتًا يعرفها البيت: بعد الإفطار، قبل النوم.</p>
<h2>وضّح متى ينبغي القلق</h2>
<p>ثلاث علامات خير من اثنتي عشرة. واذكر مع كل علامة ما يُفعل وبأي سرعة: اتصل اليوم، أو احضر فورًا. واكتب رقم الهاتف بخط كبير، وتأكّد أن هناك من يجيب عليه ليلًا.</p>
<h2>اكتبها بكل لغة على حدة</h2>
<p>الترجمة الحرفية عسيرة القراءة في كل لغة. فاكتب العربية كما يقولها أهلها، واطلب من شخص خارج المجال الطبي أن يقرأها. وينطبق ذلك على الإنجليزية وعلى سائر لغات مرضاك.</p>
<h2>اطلب أن تسمعها منه</h2>
<ul><li>«أريد أن أتأكد أنني أحسنت الشرح. كيف ستتناول هذه الأدوية في البيت؟»</li><li>إن لم يكن الجواب واضحًا فغيّر شرحك لا ارتفاع صوتك.</li><li>أشرِك من سيعطي الدواء فعلًا.</li></ul>
<h2>جرّب ورقة واحدة</h2>
<p>أعطِ الورقة لثلاثة مرضى وأصغِ وهم يقرؤون، وستعدّلها بعد الثاني. وفي دورة <a href="/ar/courses/listening-to-patients">الاستماع إلى المرضى</a> نعمل على الأوراق التي تحضرونها.</p>`,
};
