import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { reem, yousef } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const safeHandover: DemoCourse = {
  slug: "safe-handover",
  category: "healthcare-quality",
  palette: "lilac",
  subject_eng: "Communication",
  subject_ar: "التواصل",
  name_eng: "Safe handover, from shift to shift",
  name_ar: "التسليم الآمن بين المناوبات",
  summary_eng: "One practical day on passing a patient on so that nothing important stays behind.",
  summary_ar: "يوم عملي في تسليم المريض بحيث لا يسقط في الطريق أمر مهم.",
  about_course_eng: aboutEng({
    opening:
      "A handover is the one moment when two tired people must build the same picture of a patient in a few minutes, usually in a corridor. A form does not do it for them. Practice does: what to say first, what to leave out, and how to make sure it was heard.",
    outcomes: [
      "Give a structured handover in two minutes for each patient",
      "Ask the two questions that reveal what was not said",
      "Hand over between theatre, intensive care and ward",
      "Set up a quiet place and a fixed time on your own unit",
    ],
    audience: "Nurses, residents and anaesthesia staff. Two people from the two sides of the same handover learn most.",
    day: "Little talking, much doing. You hand over eight simulated patients, are filmed twice, and watch the film with one tutor only.",
  }),
  about_course_ar: aboutAr({
    opening:
      "التسليم لحظة يجب أن يرسم فيها شخصان متعبان صورة واحدة للمريض في دقائق، وغالبًا ما يكون ذلك في الممر. النموذج الورقي لا يرسمها عنهما، وإنما يرسمها التدريب: بماذا تبدأ، وماذا تترك، وكيف تتأكد أن ما قلته قد سُمع.",
    outcomes: [
      "تقديم تسليم منظّم في دقيقتين لكل مريض",
      "طرح السؤالين اللذين يكشفان ما لم يُقل",
      "التسليم بين غرفة العمليات والعناية المركزة والقسم",
      "تخصيص مكان هادئ ووقت ثابت للتسليم في وحدتك",
    ],
    audience: "للتمريض والأطباء المقيمين وفريق التخدير. وأكثر الناس استفادة شخصان من طرفي التسليم الواحد.",
    day: "كلام قليل وتطبيق كثير. تسلّم ثمانية مرضى في محاكاة، وتُصوَّر مرتين، ثم تشاهد التسجيل مع مدرّب واحد فقط.",
  }),
  prerequisites_eng: prerequisites(
    "You should take part in handovers in your present work. Bring the form you use, empty.",
  ),
  prerequisites_ar: prerequisites("ينبغي أن يكون التسليم جزءًا من عملك الحالي. وأحضر معك النموذج الذي تستخدمه فارغًا."),
  speakers: [reem, yousef],
  curriculum: [
    {
      title_eng: "Two minutes for each patient",
      title_ar: "دقيقتان لكل مريض",
      items: [
        { eng: "What gets lost, and when", ar: "ما الذي يضيع، ومتى" },
        { eng: "A structure that fits in a pocket", ar: "ترتيب تحمله في جيبك" },
        { eng: "Reading back and asking", ar: "الإعادة للتأكد وطرح الأسئلة" },
        { eng: "Eight handovers, two of them filmed", ar: "ثماني عمليات تسليم، اثنتان منها مصوّرتان" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 6,
      lengthDays: 1,
      days: 1,
      hours: 4.5,
      capacity: 16,
      soldSeats: 16,
      priceHalalas: 95_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0100" },
    },
  ],
};
