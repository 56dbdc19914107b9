import { huda, reem } from "../speakers.ts";
import type { DemoContactInfo, DemoTeamMember } from "./types.ts";

/** The people named on the contact page; none of them is real. */
export const demoTeam: DemoTeamMember[] = [
  {
    titleEng: "Training enquiries",
    titleAr: "استفسارات التدريب",
    nameEng: huda.name_eng,
    nameAr: huda.name_ar ?? "",
    email: "training@example.com",
  },
  {
    titleEng: "Digital solutions",
    titleAr: "الحلول الرقمية",
    nameEng: "Faris M.",
    nameAr: "فارس م.",
    email: "digital@example.com",
  },
  {
    titleEng: "Consultancy",
    titleAr: "الاستشارات",
    nameEng: reem.name_eng,
    nameAr: reem.name_ar ?? "",
    email: "consultancy@example.com",
  },
  {
    titleEng: "Invoices and group registration",
    titleAr: "الفواتير وتسجيل المجموعات",
    nameEng: "Lina K.",
    nameAr: "لينا ك.",
    email: "accounts@example.com",
  },
  { titleEng: "Support", titleAr: "الدعم", nameEng: "Omar T.", nameAr: "عمر ت.", email: "support@example.com" },
];

/** The text beside the contact form; address, telephone and e-mail are settings and stand above it. */
export const demoContactInfo: DemoContactInfo = {
  contactInfoEng: `<p>The office is open from Sunday to Thursday, 8 am to 5 pm. Messages that arrive at the weekend are answered on Sunday.</p>
<p>Visitors are welcome. Please call first, so that the right person is in.</p>`,
  contactInfoAr: `<p>يفتح المكتب من الأحد إلى الخميس، من 8 صباحًا إلى 5 مساءً. وما يصلنا في نهاية الأسبوع نجيب عنه يوم الأحد.</p>
<p>نرحّب بزيارتكم، ونرجو الاتصال قبلها ليكون الشخص المعني في انتظاركم.</p>`,
};
