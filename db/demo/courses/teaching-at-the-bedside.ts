import { aboutAr, aboutEng, prerequisites } from "../prose.ts";
import { amal, badr } from "../speakers.ts";
import type { DemoCourse } from "../types.ts";
import { riyadh } from "../venues.ts";

export const teachingAtTheBedside: DemoCourse = {
  slug: "teaching-at-the-bedside",
  category: "medical-education-clinical-reasearch",
  palette: "palm",
  subject_eng: "Clinical teaching",
  subject_ar: "التعليم السريري",
  name_eng: "Teaching at the bedside",
  name_ar: "التعليم السريري عند سرير المريض",
  summary_eng: "Two days on teaching well in the five minutes you have, with the patient as part of the conversation.",
  summary_ar: "يومان في حسن التعليم خلال الدقائق الخمس المتاحة لك، والمريض شريك في الحديث.",
  about_course_eng: aboutEng({
    opening:
      "Nobody has time to teach on a full round, and yet the round is where clinicians are made. Good bedside teachers do not talk more. They choose one point, ask one good question, and leave the patient feeling respected.",
    outcomes: [
      "Teach one point in five minutes without slowing the round",
      "Ask questions that show how a learner thinks",
      "Give feedback that is specific, kind and used",
      "Include the patient, and protect their dignity",
    ],
    audience: "Doctors, nurses, pharmacists and others who teach students, trainees or new colleagues.",
    days: "You teach four times, briefly, with simulated patients and real learners. After each turn you hear what worked from the learner, the patient and a tutor, in that order.",
  }),
  about_course_ar: aboutAr({
    opening:
      "لا أحد يجد وقتًا للتعليم في جولة مزدحمة، ومع ذلك ففي الجولة يتكوّن الممارسون. والمعلّم الجيد عند سرير المريض لا يتكلم أكثر من غيره، بل يختار نقطة واحدة، ويسأل سؤالًا جيدًا واحدًا، ويترك المريض وهو يشعر بالاحترام.",
    outcomes: [
      "تعليم نقطة واحدة في خمس دقائق من غير إبطاء الجولة",
      "طرح أسئلة تكشف طريقة تفكير المتعلّم",
      "تقديم تغذية راجعة محددة ولطيفة يُعمل بها",
      "إشراك المريض وصون كرامته",
    ],
    audience: "للأطباء والتمريض والصيادلة وغيرهم ممن يعلّمون الطلاب أو المتدربين أو الزملاء الجدد.",
    days: "تعلّم أربع مرات تعليمًا قصيرًا، مع مرضى في محاكاة ومتعلّمين حقيقيين. وبعد كل مرة تسمع ما نجح من المتعلّم ثم المريض ثم المدرّب، بهذا الترتيب.",
  }),
  prerequisites_eng: prerequisites(
    "You should teach at work, even if nobody calls it teaching. Bring one case you like to teach from.",
  ),
  prerequisites_ar: prerequisites(
    "ينبغي أن يكون التعليم جزءًا من عملك، وإن لم يسمّه أحد تعليمًا. وأحضر معك حالة تحب أن تعلّم منها.",
  ),
  speakers: [amal, badr],
  curriculum: [
    {
      title_eng: "Five minutes, one point",
      title_ar: "خمس دقائق ونقطة واحدة",
      items: [
        { eng: "What learners remember from a round", ar: "ما الذي يتذكّره المتعلّمون من الجولة" },
        { eng: "Questions that open and questions that close", ar: "أسئلة تفتح التفكير وأسئلة تغلقه" },
        { eng: "Practice: two short teaching turns", ar: "تطبيق: تجربتان تعليميتان قصيرتان" },
      ],
    },
    {
      title_eng: "Feedback and the learner who struggles",
      title_ar: "التغذية الراجعة والمتعلّم المتعثّر",
      items: [
        { eng: "Feedback within the hour", ar: "تغذية راجعة قبل أن تمرّ ساعة" },
        {
          eng: "The learner who is quiet, and the one who is sure",
          ar: "المتعلّم الصامت والمتعلّم الواثق أكثر مما ينبغي",
        },
        { eng: "The patient as a teacher", ar: "المريض معلّمًا" },
        { eng: "Practice: two longer turns, with feedback", ar: "تطبيق: تجربتان أطول مع تغذية راجعة" },
      ],
    },
  ],
  runs: [
    {
      ...riyadh,
      startsInDays: 84,
      lengthDays: 2,
      days: 2,
      hours: 10.5,
      capacity: 18,
      soldSeats: 4,
      priceHalalas: 165_000,
      accreditation: { status: "accredited", number: "DEMO-CPD-0116" },
    },
  ],
};
