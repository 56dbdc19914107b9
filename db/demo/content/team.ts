import type { DemoContactInfo, DemoTeamMember } from "./types.ts";

/** The people named on the contact page; none of them is real. */
export const demoTeam: DemoTeamMember[] = [
  { titleEng: "Training enquiries", titleAr: "استفسارات التدريب", nameEng: "Dr. Huda A.", nameAr: "د. هدى ع.", email: "training@example.com" },
  { titleEng: "Digital solutions", titleAr: "الحلول الرقمية", nameEng: "Faris M.", nameAr: "فارس م.", email: "digital@example.com" },
  { titleEng: "Consultancy", titleAr: "الاستشارات", nameEng: "Reem S.", nameAr: "ريم س.", email: "consultancy@example.com" },
  { titleEng: "Invoices and group registration", titleAr: "الفواتير وتسجيل المجموعات", nameEng: "Lina K.", nameAr: "لينا ك.", email: "accounts@example.com" },
  { titleEng: "Support", titleAr: "الدعم", nameEng: "Omar T.", nameAr: "عمر ت.", email: "support@example.com" },
];

/** The text beside the contact form; `bdi` keeps the telephone number in its own direction inside Arabic. */
export const demoContactInfo: DemoContactInfo = {
  contactInfoEng: `<p><strong>Nama Health</strong></p>
<p>Office 00, Example Tower, King Fahd Road, Riyadh, Saudi Arabia</p>
<p>Telephone: +966 11 000 0000</p>
<p>The office is open from Sunday to Thursday, eight to five. Messages that arrive at the weekend are answered on Sunday.</p>
<p>Visitors are welcome. Please call first, so that the right person is in.</p>`,
  contactInfoAr: `<p><strong>نماء الصحية</strong></p>
<p>مكتب 00، برج المثال، طريق الملك فهد، الرياض، المملكة العربية السعودية</p>
<p>الهاتف: <bdi>+966 11 000 0000</bdi></p>
<p>يفتح المكتب من الأحد إلى الخميس، من الثامنة صباحًا إلى الخامسة مساءً. وما يصلنا في نهاية الأسبوع نجيب عنه يوم الأحد.</p>
<p>نرحّب بزيارتكم، ونرجو الاتصال قبلها ليكون الشخص المعني في انتظاركم.</p>`,
};
