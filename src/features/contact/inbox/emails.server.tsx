import { programLabel, type Program } from "#features/contact/programs.ts";
import { riyadhMoment } from "#i18n/riyadh-clock.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { clean, named } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface EnquiryReplyProps {
  kind: "demo" | "contact";
  text: string;
  /** Of the staff. */
  author: string;
  program: Program | null;
  /** The sender's message; empty when they only left contact details. */
  message: string;
  at: string;
}

const splitLines = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => clean(line))
    .filter(Boolean);

/** Long enough to recognise the message. */
const quotedLines = 30;

/** To the sender of a request, written by a person. */
export const enquiryReply = mailTemplate<EnquiryReplyProps>({
  subject: ({ program }, locale) =>
    program
      ? m.inbox_mail_subject_demo({ program: programLabel(program, locale) }, { locale })
      : m.inbox_mail_subject_contact({}, { locale }),
  preview: ({ author }, locale) => m.inbox_mail_preview({ name: clean(author) }, { locale }),
  content: ({ props: { text, author, program, message, at }, locale }) => {
    const questionLines = splitLines(message).slice(0, quotedLines);
    const on = riyadhMoment(new Date(at), locale);
    return {
      heading: program ? m.inbox_mail_heading_demo({}, { locale }) : m.inbox_mail_heading_contact({}, { locale }),
      blocks: compactBlocks(
        ...splitLines(text).map((line) => ({ kind: "text" as const, text: named(line) })),
        { kind: "text", text: m.inbox_mail_signature({ name: named(author) }, { locale }) },
        questionLines.length > 0 && {
          kind: "text",
          quiet: true,
          text: m.inbox_mail_you_wrote({ date: on }, { locale }),
        },
        questionLines.length > 0 && { kind: "quote", paragraphs: questionLines.map((line) => named(line)) },
      ),
      why: m.inbox_mail_why({}, { locale }),
    };
  },
  sample: {
    en: {
      kind: "contact",
      text: "Good morning Nora,\n\nYes: eighteen seats are free on 7 February. The hospital gets one invoice.",
      author: "Omar T.",
      program: null,
      message: "We’d like to run Patient safety essentials for 18 nurses in February.\nIs that possible?",
      at: "2026-11-22T07:42:00.000Z",
    },
    ar: {
      kind: "contact",
      text: "صباح الخير أستاذة نورة،\n\nنعم، يتوفر ثمانية عشر مقعدًا في 7 فبراير، وتصدر فاتورة واحدة باسم المستشفى.",
      author: "عمر ت.",
      program: null,
      message: "نرغب في تدريب ثماني عشرة ممرضة في فبراير.\nهل هذا ممكن؟",
      at: "2026-11-22T07:42:00.000Z",
    },
  },
});
