import { compactBlocks } from "#platform/mail/blocks.ts";
import { linked, isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import {
  courseBlock,
  courseName,
  formatRunDates,
  fitPreview,
  fitSubject,
  sampleCourse,
  shortName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";

interface ConfirmProps {
  course: MailedCourse;
  confirmUrl: string;
}

/** Email to an address that someone entered. It must be confirmed before anything else is sent to it. */
export const newDatesConfirm = mailTemplate<ConfirmProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.waiting_mail_confirm_subject({ course: text }, { locale })),
  preview: (_props, locale) => m.waiting_mail_confirm_preview({}, { locale }),
  content: ({ props, locale }) => ({
    heading: m.waiting_mail_confirm_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: m.waiting_mail_confirm_text({ course: isolateText(courseName(props.course, locale)) }, { locale }),
      },
      { kind: "button", label: m.waiting_mail_confirm_button({}, { locale }), href: props.confirmUrl },
      { kind: "text", quiet: true, text: m.waiting_mail_confirm_ignore({}, { locale }) },
    ),
    why: m.waiting_mail_confirm_why({}, { locale }),
  }),
  sample: {
    en: { course: sampleCourse, confirmUrl: "https://nama.example/new-dates/confirm/x7Yk2" },
    ar: { course: sampleCourse, confirmUrl: "https://nama.example/ar/new-dates/confirm/x7Yk2" },
  },
});

interface NewDateProps {
  course: MailedCourse;
  run: MailedRun;
  courseUrl: string;
  stopUrl: string;
}

/** Email about a new run of a course to people who asked to hear of new dates. */
export const newDate = mailTemplate<NewDateProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.waiting_mail_date_subject({ course: text }, { locale })),
  preview: ({ run }, locale) =>
    fitPreview(formatRunDates(run, locale), (dates) => m.waiting_mail_date_preview({ dates }, { locale })),
  content: ({ props, locale }) => ({
    heading: m.waiting_mail_date_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: m.waiting_mail_date_text({ course: isolateText(courseName(props.course, locale)) }, { locale }),
      },
      { kind: "courses", courses: [courseBlock(props.course, props.run, locale)] },
      { kind: "button", label: m.waiting_mail_date_button({}, { locale }), href: props.courseUrl },
      { kind: "text", quiet: true, text: linked(m.waiting_mail_date_stop({}, { locale }), props.stopUrl) },
    ),
    why: m.waiting_mail_date_why({}, { locale }),
  }),
  sample: {
    en: {
      course: sampleCourse,
      run: { ...sampleCourse, sessions: [] },
      courseUrl: "https://nama.example/courses/patient-safety-essentials?run=12",
      stopUrl: "https://nama.example/new-dates/stop/x7Yk2",
    },
    ar: {
      course: sampleCourse,
      run: { ...sampleCourse, sessions: [] },
      courseUrl: "https://nama.example/ar/courses/patient-safety-essentials?run=12",
      stopUrl: "https://nama.example/ar/new-dates/stop/x7Yk2",
    },
  },
});
