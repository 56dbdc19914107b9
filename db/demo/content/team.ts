import { faculty } from "../speakers.ts";
import type { DemoContactInfo, DemoTeamMember } from "./types.ts";

const { huda, reem } = faculty;

/** The people named on the contact page; none of them is real. */
export const demoTeam: DemoTeamMember[] = [
  {
    title_eng: "Training enquiries",
    title_ar: "استفسارات التدريب",
    name_eng: huda.name_eng,
    name_ar: huda.name_ar,
    email: "training@example.com",
  },
  {
    title_eng: "Digital solutions",
    title_ar: "الحلول الرقمية",
    name_eng: "Faris M.",
    name_ar: "فارس م.",
    email: "digital@example.com",
  },
  {
    title_eng: "Consultancy",
    title_ar: "الاستشارات",
    name_eng: reem.name_eng,
    name_ar: reem.name_ar,
    email: "consultancy@example.com",
  },
  {
    title_eng: "Invoices and group registration",
    title_ar: "الفواتير وتسجيل المجموعات",
    name_eng: "Lina K.",
    name_ar: "لينا ك.",
    email: "accounts@example.com",
  },
  { title_eng: "Support", title_ar: "الدعم", name_eng: "Omar T.", name_ar: "عمر ت.", email: "support@example.com" },
];

/**
 * The text beside the contact form; address, telephone number and email come from the settings and are shown above it.
 */
export const demoContactInfo: DemoContactInfo = {
  contactInfoEng: `<p>The office is open from Sunday to Thursday, 8 am to 5 pm. Messages that arrive at the weekend are answered on Sunday.</p>
<p>Visitors are welcome. Please call first, so that the right person is in.</p>`,
  contactInfoAr: `<p>يفتح المكتب من الأحد إلى الخميس، من 8 صباحًا إلى 5 مساءً. وما يصلنا في نهاية الأسبوع نجيب عنه يوم الأحد.</p>
<p>نرحّب بزيارتكم، ونرجو الاتصال قبلها ليكون الشخص المعني في انتظاركم.</p>`,
};
