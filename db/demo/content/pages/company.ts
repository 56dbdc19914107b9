import type { DemoStaticPage } from "../types.ts";

const aboutUs: Omit<DemoStaticPage, "slug"> = {
  heading_eng: "About us",
  heading_ar: "من نحن",
  description_eng: `<p>Nama means growth. We are a Riyadh company of clinicians, trainers and engineers who help hospitals learn from their own work.</p>
<p>It started with training. The same question came back from one course after another: people knew what should change, yet had no simple way to report it, measure it or follow it up. So we built the systems that carry those steps. Then we sent our consultants to work beside the teams who use them.</p>
<p>Today the company has three divisions that share one purpose. The <a href="/medical-training-center">training centre</a> offers continuing professional development in small groups. <a href="/digital-health-solutions">Digital healthcare solutions</a> provides quality, hospital and laboratory systems. <a href="/consultancy-services">Consultancy services</a> prepares institutions for accreditation and stays until the new routine holds.</p>
<p>What we learn in one division reaches the others. A question asked in a classroom becomes a field on a screen, and a pattern seen on a screen becomes next year’s course.</p>`,
  description_ar: `<p>نماء تعني النموّ. نحن شركة في الرياض تجمع أطباء وممارسين ومدرّبين ومهندسين، ونعين المستشفيات على أن تتعلّم من عملها.</p>
<p>كانت البداية بالتدريب. وكان السؤال نفسه يعود من دورة إلى أخرى: يعرف الناس ما ينبغي أن يتغيّر، لكنهم لا يجدون طريقة سهلة للإبلاغ عنه وقياسه ومتابعته. فبنينا الأنظمة التي تحمل هذه الخطوات، ثم أرسلنا مستشارينا ليعملوا إلى جانب الفرق التي تستخدمها.</p>
<p>واليوم تقوم الشركة على ثلاثة قطاعات غايتها واحدة: <a href="/ar/medical-training-center">مركز التدريب</a> الذي يقدّم برامج التطوير المهني المستمر في مجموعات صغيرة، و<a href="/ar/digital-health-solutions">الحلول الصحية الرقمية</a> التي توفّر أنظمة الجودة والمستشفيات والمختبرات، و<a href="/ar/consultancy-services">الخدمات الاستشارية</a> التي تهيّئ المنشآت للاعتماد وتبقى معها حتى يستقرّ العمل الجديد.</p>
<p>وما نتعلّمه في قطاع يصل إلى غيره: فالسؤال الذي يُطرح في القاعة يصبح حقلًا في الشاشة، والنمط الذي يظهر في الشاشة يصبح دورة في العام التالي.</p>`,
};

/** The company's own pages. about-us-arabic has the same texts as about-us, but its page shows only the Arabic ones. */
export const companyPages: DemoStaticPage[] = [
  { slug: "about-us", ...aboutUs },
  { slug: "about-us-arabic", ...aboutUs },
  {
    slug: "mission",
    heading_eng: "Mission",
    heading_ar: "رسالتنا",
    description_eng: `<p>We give the people who care for patients the knowledge, the tools and the support they need to make care safer, starting with the work they do today.</p>
<h2>Knowledge</h2>
<p>Courses are short, practical and taught by people who still practise. Everyone leaves with something to do on the first day back, and with someone to ask.</p>
<h2>Tools</h2>
<p>Systems ask for as little typing as possible, and the person who types is the first to benefit. A report that nobody reads is a fault in the system, and we treat it as one.</p>
<h2>Support</h2>
<p>Change is lonely. Our consultants work on the ward, at the hours when the ward works, until the team no longer needs them.</p>`,
    description_ar: `<p>أن نمنح من يعتنون بالمرضى ما يحتاجون إليه من علم وأدوات ورفقة، لتصبح الرعاية أكثر أمانًا، بدءًا من عملهم اليوم.</p>
<h2>العلم</h2>
<p>دورات قصيرة عملية يقدّمها من لا يزال يمارس المهنة. يخرج منها كل مشارك بعمل يبدأ به في أول يوم بعد عودته، وبمن يسأله إذا احتاج.</p>
<h2>الأدوات</h2>
<p>أنظمة تطلب أقل قدر من الكتابة، وتعيد أكبر نفع إلى من كتب. والتقرير الذي لا يقرؤه أحد خلل في النظام، ونعامله على أنه كذلك.</p>
<h2>الرفقة</h2>
<p>طريق التغيير موحش لمن يسلكه وحده. لذلك يعمل مستشارونا في القسم، في ساعات عمله، إلى أن يستغني الفريق عنهم.</p>`,
  },
  {
    slug: "vision",
    heading_eng: "Vision",
    heading_ar: "رؤيتنا",
    description_eng: `<p>A Kingdom in which every patient is cared for by a team that learns every day, and in which no harm has to happen twice before something changes.</p>
<h2>What we would see</h2>
<p>A near miss reported in the morning is discussed before noon. A new colleague knows on the first day what is expected and who will show it. A patient who asks “why” is given an answer in words that make sense at home.</p>
<h2>What it takes</h2>
<p>Many hands: hospitals, universities, regulators, and the people who look after the sick. We want to be a company they like to work with, because it keeps its promises and says what it does not know.</p>`,
    description_ar: `<p>أن يلقى كل مريض في المملكة رعاية فريق يتعلّم كل يوم، وألّا يقع ضرر مرتين قبل أن يتغيّر شيء.</p>
<h2>ما الذي نتمنى رؤيته</h2>
<p>حادثة وشيكة يُبلَّغ عنها صباحًا فتُناقش قبل الظهر. وزميل جديد يعرف في يومه الأول ما المطلوب منه ومن سيريه إياه. ومريض يسأل «لماذا» فيُجاب بكلمات يفهمها هو وأهل بيته.</p>
<h2>ما الذي يتطلبه ذلك</h2>
<p>أيادٍ كثيرة: المستشفيات والجامعات والجهات المنظِّمة ومن يعتنون بالمرضى. ونريد أن نكون الشركة التي يسرّهم العمل معها، لأنها تفي بوعودها وتصرّح بما لا تعلم.</p>`,
  },
  {
    slug: "core-values",
    heading_eng: "Core values",
    heading_ar: "قيمنا",
    description_eng: `<p>Five things we hold ourselves to, and that you may hold us to.</p>
<ol><li><strong>Patients first</strong> Every course, screen and recommendation must answer one question: what does it change for the patient?</li>
<li><strong>Evidence before opinion</strong> We say what is known, what is not, and where we read it.</li>
<li><strong>Plain words</strong> If a tired nurse at the end of a shift cannot understand it, we write it again.</li>
<li><strong>Fairness</strong> We look for the cause in the system before we look for a person to blame.</li>
<li><strong>Staying power</strong> We measure our work a year after we leave.</li></ol>`,
    description_ar: `<p>خمسة أمور نُلزم بها أنفسنا، ولكم أن تحاسبونا عليها.</p>
<ol><li><strong>المريض أولًا</strong> على كل دورة وشاشة وتوصية أن تجيب عن سؤال واحد: ما الذي تغيّره للمريض؟</li>
<li><strong>الدليل قبل الرأي</strong> نقول ما نعلمه وما لا نعلمه، وأين قرأناه.</li>
<li><strong>كلام واضح</strong> إن لم يفهمه ممرّض متعب في آخر مناوبته أعدنا كتابته.</li>
<li><strong>الإنصاف</strong> نبحث عن السبب في النظام قبل أن نبحث عمّن نلومه.</li>
<li><strong>استدامة الأثر</strong> نقيس أثر عملنا بعد عام من مغادرتنا.</li></ol>`,
  },
  {
    slug: "what-we-do",
    heading_eng: "What we do",
    heading_ar: "ما نقدّمه",
    description_eng: `<p>We train people, build systems and work beside teams. You may begin with any of the three.</p>
<h2>Medical training centre</h2>
<p>Courses in healthcare quality, medical education and clinical research, from one day to six, in a room or live online. Groups are small, so there is time for everyone’s own case. Where a course is accredited, its page shows the number and the hours. <a href="/courses">See the courses</a>.</p>
<h2>Digital healthcare solutions</h2>
<p>Eight modules for quality and compliance, a hospital information system and a laboratory information system. Radar brings their signals together, and shows the people on duty what needs their attention next. <a href="/digital-health-solutions">See the systems</a>.</p>
<h2>Learning management</h2>
<p>Paths for each role, bedside checks and one training record per person, in Arabic and English. <a href="/nama-learning-management">See how it works</a>.</p>
<h2>Consultancy services</h2>
<ul><li>Readiness for accreditation, with a mock survey before the real one</li><li>Patient safety programmes that staff trust enough to use</li><li>Indicators, policies and competencies, fewer and better</li><li>A fellowship for people who want a year inside healthcare quality</li></ul>
<p>A first conversation takes half an hour and is free. <a href="/contact-us">Tell us what you are facing</a>.</p>`,
    description_ar: `<p>ندرّب الناس، ونبني الأنظمة، ونعمل إلى جانب الفرق. ولك أن تبدأ بأيّ الثلاثة شئت.</p>
<h2>مركز التدريب الطبي</h2>
<p>دورات في جودة الرعاية الصحية والتعليم الطبي والبحث السريري، من يوم واحد إلى ستة أيام، في القاعة أو مباشرة عن بُعد. والمجموعات صغيرة، فتجد حالة كل مشارك وقتها. وإذا كانت الدورة معتمدة ظهر في صفحتها رقم الاعتماد وعدد الساعات. <a href="/ar/courses">استعرض الدورات</a>.</p>
<h2>الحلول الصحية الرقمية</h2>
<p>ثماني وحدات للجودة والامتثال، ونظام لمعلومات المستشفى، ونظام لمعلومات المختبر. ويجمع «رادار» إشاراتها فيرى المناوبون ما يحتاج إليهم أولًا. <a href="/ar/digital-health-solutions">استعرض الأنظمة</a>.</p>
<h2>إدارة التعلّم</h2>
<p>مسار لكل دور، وتقييم عند سرير المريض، وسجل تدريب واحد لكل شخص، بالعربية والإنجليزية. <a href="/ar/nama-learning-management">اعرف كيف يعمل</a>.</p>
<h2>الخدمات الاستشارية</h2>
<ul><li>الجاهزية للاعتماد، مع زيارة تجريبية قبل الزيارة الفعلية</li><li>برامج لسلامة المرضى يثق بها العاملون فيستخدمونها</li><li>مؤشرات وسياسات وكفاءات، أقلّ عددًا وأجود</li><li>زمالة لمن يريد أن يقضي عامًا في صميم جودة الرعاية الصحية</li></ul>
<p>يستغرق الحديث الأول نصف ساعة ولا يكلّفك شيئًا. <a href="/ar/contact-us">أخبرنا بما تواجهه</a>.</p>`,
  },
];
