import { weekdayRange } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { MailButton, MailFacts, MailHeading, MailText } from "#platform/mail/parts.server.tsx";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { calendarAttachment } from "./attachments.server.ts";

/** When and where a run is; dates `YYYY-MM-DD`. */
interface Place {
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
}

/** What buyers and attendees learn when a run is moved or cancelled; `before` is how it was. */
export interface RunMailProps {
  orderId: number;
  runId: number;
  name: string;
  course: { name_eng: string; name_ar: string | null };
  before: Place;
  now: Place;
  /** Whether this person paid: then money comes back after a cancellation. */
  paid: boolean;
  courseUrl: string;
}

const sample: RunMailProps = {
  orderId: 1042,
  runId: 12,
  name: "Sara N.",
  course: { name_eng: "Patient safety essentials for clinical teams", name_ar: "أساسيات سلامة المرضى للفرق السريرية" },
  before: { start_date: "2027-01-12", end_date: "2027-01-14", venue_eng: "Training centre, Riyadh", venue_ar: "مركز التدريب، الرياض" },
  now: { start_date: "2027-02-09", end_date: "2027-02-11", venue_eng: "Training centre, Riyadh", venue_ar: "مركز التدريب، الرياض" },
  paid: true,
  courseUrl: "https://nama.example/courses/patient-safety-essentials?run=12",
};

function Facts({ props: { course, before, now }, locale, cancelled }: { props: RunMailProps; locale: Locale; cancelled?: boolean }) {
  const name = localText(locale, course.name_eng, course.name_ar);
  const venue = localText(locale, now.venue_eng, now.venue_ar);
  const dates = (place: Place) => <bdi>{weekdayRange(place.start_date, place.end_date, locale)}</bdi>;
  return (
    <MailFacts
      caption={m.sales_mail_place_caption({}, { locale })}
      facts={[
        { label: m.sales_course({}, { locale }), value: <bdi lang={name.lang}>{name.text}</bdi>, strong: true, wraps: true },
        ...(cancelled
          ? [{ label: m.sales_dates({}, { locale }), value: dates(before), wraps: true }]
          : [
              { label: m.sales_mail_moved_before({}, { locale }), value: dates(before), wraps: true },
              { label: m.sales_mail_moved_now({}, { locale }), value: dates(now), strong: true, wraps: true },
              { label: m.catalogue_fact_venue({}, { locale }), value: <bdi lang={venue.lang}>{venue.text}</bdi>, wraps: true },
            ]),
      ]}
    />
  );
}

const courseName = ({ course }: RunMailProps, locale: Locale) => localText(locale, course.name_eng, course.name_ar).text;

export const courseMoved = mailTemplate<RunMailProps>({
  subject: (props, locale) => m.sales_mail_moved_subject({ course: courseName(props, locale) }, { locale }),
  preview: ({ now }, locale) => m.sales_mail_moved_preview({ dates: weekdayRange(now.start_date, now.end_date, locale), venue: `\u2068${localText(locale, now.venue_eng, now.venue_ar).text}\u2069` }, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.sales_mail_moved_heading({}, { locale })}</MailHeading>
      <MailText>{m.sales_mail_moved_text({ name: props.name }, { locale })}</MailText>
      <Facts props={props} locale={locale} />
      <MailText quiet>{m.sales_mail_moved_cannot({}, { locale })}</MailText>
      <MailButton href={props.courseUrl}>{m.sales_course_page({}, { locale })}</MailButton>
    </>
  ),
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sample },
});

export const courseCancelled = mailTemplate<RunMailProps>({
  subject: (props, locale) => m.sales_mail_cancelled_subject({ course: courseName(props, locale) }, { locale }),
  preview: ({ before, paid }, locale) => {
    const dates = weekdayRange(before.start_date, before.end_date, locale);
    return paid ? m.sales_mail_cancelled_preview_paid({ dates }, { locale }) : m.sales_mail_cancelled_preview({ dates }, { locale });
  },
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.sales_mail_cancelled_heading({}, { locale })}</MailHeading>
      <MailText>{m.sales_mail_cancelled_text({ name: props.name }, { locale })}</MailText>
      <Facts props={props} locale={locale} cancelled />
      {props.paid && <MailText>{m.sales_mail_cancelled_money({}, { locale })}</MailText>}
      <MailButton href={props.courseUrl}>{m.sales_course_page({}, { locale })}</MailButton>
    </>
  ),
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sample },
});
