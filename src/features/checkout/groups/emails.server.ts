import { courseBlock, fitSubject, sampleCourse, shortName } from "#features/catalogue/schedule/mail-course.ts";
import type { MailedCourse, MailedRun } from "#features/catalogue/schedule/mail-course.ts";
import { untilLabel } from "#i18n/dates.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { isolateText, strong } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface SeatLinkProps {
  /** Name of the company that paid, else of the buyer. */
  by: string;
  course: MailedCourse & MailedRun;
  url: string;
  /** Start of the first session, ISO 8601. */
  until: string;
}

const sample: SeatLinkProps = {
  by: "Example General Hospital",
  course: sampleCourse,
  url: "https://nama.example/claim/AAAAKgABq4y0vD8Yh2Zk1tQwXbN7sA",
  until: "2027-01-12T06:00:00Z",
};

/** Email with the claim link of a paid seat, which a buyer sends to a person. */
export const seatLink = mailTemplate<SeatLinkProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.groups_mail_subject({ course: text }, { locale })),
  preview: (_props, locale) => m.groups_mail_preview({}, { locale }),
  content: ({ props: { by, course, url, until }, locale }) => ({
    seal: "seat",
    heading: m.groups_claim_heading({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.groups_mail_text({ by: isolateText(by) }, { locale }) },
      { kind: "courses", courses: [courseBlock(course, course, locale)] },
      { kind: "button", label: m.groups_claim_confirm({}, { locale }), href: url },
      {
        kind: "text",
        text: m.groups_mail_until({ time: strong(untilLabel(new Date(until), locale)) }, { locale }),
      },
      { kind: "text", quiet: true, text: m.groups_mail_unexpected({}, { locale }) },
    ),
    why: m.groups_mail_why({ by: isolateText(by) }, { locale }),
  }),
  sample: {
    en: sample,
    ar: {
      ...sample,
      by: "مستشفى المثال العام",
      url: "https://nama.example/ar/claim/AAAAKgABq4y0vD8Yh2Zk1tQwXbN7sA",
    },
  },
});
