import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { khalid, noura } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { online, riyadh } from "../venues.ts";

export const infectionPreventionControl: DemoCourse = {
  slug: "infection-prevention-control",
  category: "healthcare-quality",
  palette: "khuzama",
  featured_position: 3,
  subject_eng: "Infection control",
  subject_ar: "مكافحة العدوى",
  name_eng: "Infection prevention and control in practice",
  name_ar: "الوقاية من العدوى ومكافحتها في الممارسة",
  summary_eng:
    "Two days on the few habits that keep infection from spreading, and on how to hold to them on a full ward.",
  summary_ar: "يومان في ممارسات قليلة تمنع انتشار العدوى، وفي طريقة الالتزام بها في قسم ممتلئ.",
  about_course_eng: aboutEng({
    opening:
      "Everyone knows that hands must be clean. The hard part is the eleventh patient, the broken dispenser and the doctor who is only looking in. This course is about that part. It pairs the science of transmission with the everyday craft of making the safe way the easy way.",
    outcomes: [
      "Choose precautions from how an organism spreads, not from habit",
      "Watch hand hygiene and give feedback that people accept",
      "Care for central lines and urinary catheters with a short, checked bundle",
      "Take the right first steps when an outbreak is suspected",
    ],
    audience:
      "Nurses, doctors, infection control link staff, and supervisors of cleaning and sterile supply. Home care and dental teams are welcome; their cases are included.",
    days: "We meet live online, in four sessions with breaks between them. You work in small groups with a tutor, and you show one procedure on camera with the equipment you have at work. The later date in Riyadh has the same content.",
  }),
  about_course_ar: aboutAr({
    opening:
      "الجميع يعرف أن اليدين يجب أن تكونا نظيفتين، لكن الصعوبة تبدأ مع المريض الحادي عشر، ومع موزّع المعقّم المعطّل، ومع الطبيب الذي جاء لنظرة سريعة. هذه الدورة عن تلك الصعوبة. تجمع بين علم انتقال العدوى وخبرة العمل اليومي، حتى تصبح الطريقة الآمنة هي الطريقة السهلة.",
    outcomes: [
      "اختيار الاحتياطات بحسب طريقة انتقال العدوى لا بحسب العادة",
      "مراقبة نظافة اليدين وتقديم تغذية راجعة يتقبّلها الزملاء",
      "العناية بالقساطر الوريدية المركزية والقساطر البولية بحزمة إجراءات قصيرة ومتحقَّق منها",
      "اتخاذ الخطوات الأولى الصحيحة عند الاشتباه في تفشٍّ",
    ],
    audience:
      "للتمريض والأطباء ومنسقي مكافحة العدوى في الأقسام ومشرفي النظافة والتعقيم المركزي. ونرحّب بفرق الرعاية المنزلية وطب الأسنان، ففي الدورة حالات من عملهم.",
    days: "نلتقي عن بُعد في بث مباشر، في أربع جلسات بينها استراحات. تعمل في مجموعة صغيرة مع مدرّب، وتعرض أمام الكاميرا إجراءً واحدًا بالأدوات المتوفرة في عملك. وللموعد اللاحق في الرياض المحتوى نفسه.",
  }),
  prerequisites_eng: prerequisites(
    "You should be working with patients, or supervising people who do. For the online date you need:",
    ["a quiet room, a camera and a microphone", "gloves, a gown and a mask of the kind you use at work"],
  ),
  prerequisites_ar: prerequisites(
    "ينبغي أن تكون ممن يعملون مع المرضى أو يشرفون على من يعمل معهم. وتحتاج في الموعد المنعقد عن بُعد إلى:",
    ["غرفة هادئة وكاميرا وميكروفون", "قفازين ومريول وكمامة من النوع المستخدم في عملك"],
  ),
  speakers: [khalid, noura],
  curriculum: [
    {
      title_eng: "How infection travels",
      title_ar: "كيف تنتقل العدوى",
      items: [
        {
          eng: "Contact, droplet and airborne: one decision, three questions",
          ar: "التلامس والرذاذ والهواء: قرار واحد وثلاثة أسئلة",
        },
        {
          eng: "Hand hygiene at the bedside, observed and discussed",
          ar: "نظافة اليدين عند سرير المريض: مراقبة ونقاش",
        },
        { eng: "Putting on and taking off protective equipment", ar: "ارتداء معدات الوقاية وخلعها" },
      ],
    },
    {
      title_eng: "Devices, places and outbreaks",
      title_ar: "الأجهزة والأماكن والتفشّيات",
      items: [
        { eng: "Line and catheter bundles", ar: "حزم العناية بالقساطر" },
        { eng: "Cleaning, sterilising and knowing that it worked", ar: "التنظيف والتعقيم والتحقق من نجاحهما" },
        {
          eng: "Antibiotic stewardship: what each profession can do",
          ar: "ترشيد المضادات الحيوية: ما الذي تستطيعه كل مهنة",
        },
        { eng: "Exercise: the first day of an outbreak", ar: "تمرين: اليوم الأول من تفشٍّ" },
      ],
    },
  ],
  runs: [
    {
      ...online,
      startsInDays: 43,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 40,
      soldSeats: 13,
      priceHalalas: 165_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0106" },
    },
    {
      ...riyadh,
      startsInDays: 110,
      lengthDays: 2,
      days: 2,
      hours: 12,
      capacity: 24,
      priceHalalas: 185_000,
      accreditation: { status: "pending" },
    },
  ],
};
