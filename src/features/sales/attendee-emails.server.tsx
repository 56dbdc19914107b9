import { weekdayRange } from "#i18n/dates.ts";
import { localText } from "#i18n/locale.ts";
import { MailButton, MailFacts, MailHeading, MailText } from "#platform/mail/parts.server.tsx";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { calendarAttachment } from "./papers/attachments.server.ts";

/** What somebody learns whose place another person has bought; dates `YYYY-MM-DD`. No price: that is between buyer and company. */
export interface AttendeeMailProps {
  /** For the calendar file that travels with the mail. */
  orderId: number;
  runId: number;
  name: string;
  /** Who bought the place. */
  buyer: string;
  scfhsNumber: string;
  courseUrl: string;
  course: { name_eng: string; name_ar: string | null; start_date: string; end_date: string; venue_eng: string; venue_ar: string | null };
}

const sample: AttendeeMailProps = {
  orderId: 1042,
  runId: 12,
  name: "Huda Salem",
  buyer: "Sara N.",
  scfhsNumber: "07RM0012345",
  courseUrl: "https://nama.example/courses/patient-safety-essentials?run=12",
  course: { name_eng: "Patient safety essentials for clinical teams", name_ar: "أساسيات سلامة المرضى للفرق السريرية", start_date: "2027-01-12", end_date: "2027-01-14", venue_eng: "Training centre, Riyadh", venue_ar: "مركز التدريب، الرياض" },
};

/** To each person of a paid order but the buyer. */
export const attendeePlace = mailTemplate<AttendeeMailProps>({
  subject: ({ course }, locale) => m.sales_mail_place_subject({ course: localText(locale, course.name_eng, course.name_ar).text }, { locale }),
  Body: ({ props: { name, buyer, scfhsNumber, courseUrl, course }, locale }) => {
    const title = localText(locale, course.name_eng, course.name_ar);
    const venue = localText(locale, course.venue_eng, course.venue_ar);
    return (
      <>
        <MailHeading>{m.sales_mail_place_heading({}, { locale })}</MailHeading>
        <MailText>{m.sales_mail_place_text({ name, buyer: `\u2068${buyer}\u2069` }, { locale })}</MailText>
        <MailFacts
          caption={m.sales_mail_place_caption({}, { locale })}
          facts={[
            { label: m.sales_course({}, { locale }), value: <bdi lang={title.lang}>{title.text}</bdi>, strong: true, wraps: true },
            { label: m.sales_dates({}, { locale }), value: <bdi>{weekdayRange(course.start_date, course.end_date, locale)}</bdi>, wraps: true },
            { label: m.catalogue_fact_venue({}, { locale }), value: <bdi lang={venue.lang}>{venue.text}</bdi>, wraps: true },
            ...(scfhsNumber ? [{ label: m.sales_attendee_scfhs({}, { locale }), value: <bdi dir="ltr">{scfhsNumber}</bdi> }] : []),
          ]}
        />
        <MailButton href={courseUrl}>{m.sales_course_page({}, { locale })}</MailButton>
        <MailText quiet>{m.sales_mail_place_wrong({}, { locale })}</MailText>
      </>
    );
  },
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sample },
});
