import { localePath } from "#i18n/locale.ts";
import { givenName } from "#i18n/given-name.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import {
  courseBlock,
  fitSubject,
  sampleCourse,
  shortName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import { m } from "#messages";
import { feedbackPath } from "./feedback.server.ts";

/** Data of the email that asks the attendee of a seat for feedback. */
export interface FeedbackMailProps {
  enrolmentId: number;
  /** The attendee's email address. The link is valid for this attendee only. */
  email: string;
  name: string;
  course: MailedCourse & MailedRun;
  /** Whether the run requires feedback for a certificate and the attendee has full attendance. */
  isForCertificate: boolean;
  /** Whether this is the reminder. */
  isSecond: boolean;
}

const sample: FeedbackMailProps = {
  enrolmentId: 12,
  email: "sara@example.com",
  name: "Sara Nasser",
  course: sampleCourse,
  isForCertificate: true,
  isSecond: false,
};

/** Email that asks for feedback after the last session, and the reminder when the certificate waits for it. */
export const feedbackRequest = mailTemplate<FeedbackMailProps>({
  subject: ({ course, isForCertificate, isSecond }, locale) =>
    fitSubject(shortName(course, locale), (text) =>
      isSecond
        ? m.feedback_mail_second_subject({ course: text }, { locale })
        : isForCertificate
          ? m.feedback_mail_certificate_subject({ course: text }, { locale })
          : m.feedback_mail_subject({ course: text }, { locale }),
    ),
  preview: (_props, locale) => m.feedback_mail_preview({}, { locale }),
  link: (ctx, { enrolmentId, email }, locale) =>
    `${ctx.env.BASE_URL}${localePath(feedbackPath(ctx, { enrolmentId, email }), locale)}`,
  content: ({ props: { name, course, isForCertificate, isSecond }, locale, link }) => ({
    heading: isForCertificate
      ? m.feedback_mail_certificate_heading({}, { locale })
      : m.feedback_mail_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: isSecond
          ? m.feedback_mail_second_text({ name: isolateText(givenName(name)) }, { locale })
          : m.feedback_mail_text({ name: isolateText(givenName(name)) }, { locale }),
      },
      isForCertificate && { kind: "text", text: m.feedback_mail_certificate_text({}, { locale }) },
      { kind: "button", label: m.common_action_give_feedback({}, { locale }), href: link },
      { kind: "courses", courses: [courseBlock(course, course, locale, { off: true })] },
      { kind: "text", quiet: true, text: m.feedback_mail_private({}, { locale }) },
    ),
    why: m.feedback_mail_why({}, { locale }),
  }),
  sample: { en: sample, ar: { ...sample, name: "سارة ناصر" } },
});
