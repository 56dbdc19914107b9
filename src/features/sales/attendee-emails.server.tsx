import { weekdayRange } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { MailButton, MailFacts, MailHeading, MailText, type Fact } from "#platform/mail/parts.server.tsx";
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

const titleOf = ({ course }: AttendeeMailProps, locale: Locale) => localText(locale, course.name_eng, course.name_ar);

/** Course, days and venue, and what more there is to say. */
function Place({ props, locale, more }: { props: AttendeeMailProps; locale: Locale; more: Fact[] }) {
  const { course } = props;
  const title = titleOf(props, locale);
  const venue = localText(locale, course.venue_eng, course.venue_ar);
  return (
    <MailFacts
      caption={m.sales_mail_place_caption({}, { locale })}
      facts={[
        { label: m.sales_course({}, { locale }), value: <bdi lang={title.lang}>{title.text}</bdi>, strong: true, wraps: true },
        { label: m.sales_dates({}, { locale }), value: <bdi>{weekdayRange(course.start_date, course.end_date, locale)}</bdi>, wraps: true },
        { label: m.catalogue_fact_venue({}, { locale }), value: <bdi lang={venue.lang}>{venue.text}</bdi>, wraps: true },
        ...more,
      ]}
    />
  );
}

/** To each person of a paid order but the buyer. */
export const attendeePlace = mailTemplate<AttendeeMailProps>({
  subject: (props, locale) => m.sales_mail_place_subject({ course: titleOf(props, locale).text }, { locale }),
  preview: ({ course }, locale) => m.sales_mail_place_preview({ dates: weekdayRange(course.start_date, course.end_date, locale), venue: `\u2068${localText(locale, course.venue_eng, course.venue_ar).text}\u2069` }, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.sales_mail_place_heading({}, { locale })}</MailHeading>
      <MailText>{m.sales_mail_place_text({ name: props.name, buyer: `\u2068${props.buyer}\u2069` }, { locale })}</MailText>
      <Place props={props} locale={locale} more={props.scfhsNumber ? [{ label: m.sales_attendee_scfhs({}, { locale }), value: <bdi dir="ltr">{props.scfhsNumber}</bdi> }] : []} />
      <MailButton href={props.courseUrl}>{m.sales_course_page({}, { locale })}</MailButton>
      <MailText quiet>{m.sales_mail_place_wrong({}, { locale })}</MailText>
    </>
  ),
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sample },
});

/** To the same people, when the money for their place has gone back: a calendar file takes the course out again. The buyer's account may be gone by then. */
export const attendeeReturned = mailTemplate<AttendeeMailProps>({
  subject: (props, locale) => m.sales_mail_returned_subject({ course: titleOf(props, locale).text }, { locale }),
  preview: ({ course }, locale) => m.sales_mail_returned_preview({ dates: weekdayRange(course.start_date, course.end_date, locale) }, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.sales_mail_returned_heading({}, { locale })}</MailHeading>
      <MailText>{m.sales_mail_returned_text({ name: props.name }, { locale })}</MailText>
      <Place props={props} locale={locale} more={props.buyer ? [{ label: m.sales_mail_booked_by({}, { locale }), value: <bdi>{props.buyer}</bdi>, wraps: true }] : []} />
      <MailText quiet>{m.sales_mail_returned_calendar({}, { locale })}</MailText>
      <MailButton href={props.courseUrl}>{m.sales_course_page({}, { locale })}</MailButton>
    </>
  ),
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sample },
});
