import { riyadhMoment } from "#i18n/riyadh-clock.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { compactBlocks, type Block, type Fact } from "#platform/mail/blocks.ts";
import { bare, clean, linked, ltr, mailbox, isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { confirmWithinDays } from "./subscriptions.ts";
import { programLabel, type Program } from "./programs.ts";

/** Replaces line ends and other control characters by spaces, for a subject. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/**
 * Returns a name for a greeting, or null when the text may contain a link or an advertisement: anyone can enter any
 * text and anyone's address into a form, and the email must not forward it.
 */
export function greetingName(text: string): string | null {
  const name = oneLine(text);
  return name.length <= 50 && !/[/:@<>\d]|\.\S|www/iu.test(name) ? name : null;
}

interface Sender {
  name: string;
  email: string;
  /** E.164, or empty. */
  contactNumber: string;
  workplace: string;
  /** Missing in emails written by an older version. */
  at?: string;
}
export interface DemoMailProps extends Sender {
  program: Program;
}
export interface ContactMailProps extends Sender {
  title: string;
  message: string;
}

const nora: Sender = {
  name: "Nora Saleh",
  email: "nora.saleh@example.org",
  contactNumber: "+966550000000",
  workplace: "Example General Hospital",
  at: "2026-11-22T07:42:00.000Z",
};
const noraAr: Sender = { ...nora, name: "نورة صالح", workplace: "مستشفى المثال العام" };
const demoSample: DemoMailProps = { ...nora, program: "Risk management" };
const contactSample: ContactMailProps = {
  ...nora,
  title: "Nursing education coordinator",
  message:
    "Good morning. We’d like to run Patient safety essentials for 18 nurses in February.\nIs that possible, and what would it cost?",
};
const contactSampleAr: ContactMailProps = {
  ...noraAr,
  title: "منسقة تعليم التمريض",
  message: "نرغب في تدريب اثنتي عشرة ممرضة في الربيع.\nمتى يمكنكم البدء؟",
};

const maxSubjectLength = 60;

/** Returns the plain text of `subject`, or when it is too long that of `shorter`, cut if necessary. */
function shortenSubject(subject: string, shorter: string): string {
  const [long, short] = [bare(subject), bare(shorter)];
  if (long.length <= maxSubjectLength) return long;
  return short.length <= maxSubjectLength
    ? short
    : `${short.slice(0, maxSubjectLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Lists what the sender filled in; empty fields are left out. */
function senderFacts(sender: Sender, more: [label: string, value: string][], locale: Locale): Block {
  const rows: [string, string][] = [
    [m.common_name({}, { locale }), isolateText(sender.name)],
    ...more.map(([label, value]): [string, string] => [label, value && isolateText(value)]),
    [m.common_workplace({}, { locale }), sender.workplace && isolateText(sender.workplace)],
    [m.common_email({}, { locale }), mailbox(sender.email)],
    [m.common_contact_number({}, { locale }), sender.contactNumber && ltr(sender.contactNumber)],
    [m.enquiries_mail_received({}, { locale }), sender.at ? riyadhMoment(new Date(sender.at), locale) : ""],
  ];
  const facts: Fact[] = rows.filter(([, value]) => value !== "").map(([label, value]) => ({ label, value }));
  return { kind: "facts", facts };
}

const staffReplyHint = ({ name }: Sender, locale: Locale): Block => ({
  kind: "text",
  quiet: true,
  text: m.enquiries_mail_reply({ name: isolateText(name) }, { locale }),
});

/** Email to the company about a demo request. */
export const demoReceived = mailTemplate<DemoMailProps>({
  subject: ({ name, workplace, program }, locale) =>
    shortenSubject(
      m.enquiries_mail_demo_received_subject(
        { name: clean(name), workplace: clean(workplace) || programLabel(program, locale) },
        { locale },
      ),
      m.enquiries_mail_demo_received_subject_name({ name: clean(name) }, { locale }),
    ),
  preview: ({ program }, locale) =>
    m.enquiries_mail_demo_received_preview({ program: programLabel(program, locale) }, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    eyebrow: m.enquiries_mail_demo_received_eyebrow({}, { locale }),
    heading: m.enquiries_mail_demo_received_heading({ name: isolateText(props.name) }, { locale }),
    blocks: [
      staffReplyHint(props, locale),
      senderFacts(props, [[m.enquiries_demo_program({}, { locale }), programLabel(props.program, locale)]], locale),
    ],
    why: m.enquiries_mail_staff_footer({}, { locale }),
  }),
  sample: { en: demoSample, ar: { ...demoSample, ...noraAr } },
});

/** Email to the company about a contact request. */
export const contactReceived = mailTemplate<ContactMailProps>({
  subject: ({ name, workplace }, locale) => {
    const short = m.enquiries_mail_contact_received_subject_name({ name: clean(name) }, { locale });
    return shortenSubject(
      workplace
        ? m.enquiries_mail_contact_received_subject({ name: clean(name), workplace: clean(workplace) }, { locale })
        : short,
      short,
    );
  },
  preview: ({ message }, locale) =>
    message
      ? m.enquiries_mail_contact_received_quote({ message: clean(message) }, { locale })
      : m.enquiries_mail_contact_received_preview({}, { locale }),
  content: ({ props, locale }) => {
    const paragraphs = props.message
      .split(/\n+/)
      .map((part) => clean(part))
      .filter(Boolean);
    return {
      audience: "staff",
      eyebrow: m.enquiries_mail_contact_received_eyebrow({}, { locale }),
      heading: m.enquiries_mail_contact_received_heading({ name: isolateText(props.name) }, { locale }),
      blocks: compactBlocks(
        paragraphs.length > 0 && { kind: "quote", paragraphs: paragraphs.map((part) => isolateText(part)) },
        staffReplyHint(props, locale),
        senderFacts(props, [[m.enquiries_title({}, { locale }), props.title]], locale),
      ),
      why: m.enquiries_mail_staff_footer({}, { locale }),
    };
  },
  sample: { en: contactSample, ar: contactSampleAr },
});

/** Returns the given name for the greeting, or null as `greetingName` does. */
function getGreetingName(name: string): string | null {
  const fullName = greetingName(name);
  return fullName ? isolateText(givenName(fullName)) : null;
}

/** Email to the sender of a demo request. Repeats only a plain name, because anyone can enter anyone's address. */
export const demoConfirmed = mailTemplate<DemoMailProps>({
  subject: (_props, locale) => m.enquiries_mail_demo_confirmed_subject({}, { locale }),
  preview: ({ program }, locale) =>
    m.enquiries_mail_demo_confirmed_preview({ program: programLabel(program, locale) }, { locale }),
  content: ({ props, locale }) => {
    const name = getGreetingName(props.name);
    const program = programLabel(props.program, locale);
    return {
      heading: m.enquiries_mail_demo_confirmed_subject({}, { locale }),
      blocks: [
        {
          kind: "text",
          text: name
            ? m.enquiries_mail_demo_confirmed_hello({ name, program }, { locale })
            : m.enquiries_mail_demo_confirmed_text({ program }, { locale }),
        },
        { kind: "text", quiet: true, text: m.enquiries_mail_not_you({}, { locale }) },
      ],
      why: m.enquiries_mail_why_form({}, { locale }),
    };
  },
  sample: { en: demoSample, ar: { ...demoSample, ...noraAr } },
});

/** Email to the sender of a contact request. Repeats only a plain name. */
export const contactConfirmed = mailTemplate<ContactMailProps>({
  subject: (_props, locale) => m.enquiries_mail_contact_confirmed_subject({}, { locale }),
  preview: (_props, locale) => m.enquiries_mail_contact_confirmed_preview({}, { locale }),
  content: ({ props, locale }) => {
    const name = getGreetingName(props.name);
    return {
      heading: m.enquiries_mail_contact_confirmed_subject({}, { locale }),
      blocks: [
        {
          kind: "text",
          text: name
            ? m.enquiries_mail_contact_confirmed_hello({ name }, { locale })
            : m.enquiries_mail_contact_confirmed_text({}, { locale }),
        },
        { kind: "text", quiet: true, text: m.enquiries_mail_not_you({}, { locale }) },
      ],
      why: m.enquiries_mail_why_form({}, { locale }),
    };
  },
  sample: { en: contactSample, ar: contactSampleAr },
});

export interface NewsletterMailProps {
  confirmUrl: string;
  unsubscribeUrl: string;
}
const linksSample: NewsletterMailProps = {
  confirmUrl: "https://nama.example/newsletter/confirm/token",
  unsubscribeUrl: "https://nama.example/newsletter/unsubscribe/token",
};
const linksSampleAr: NewsletterMailProps = {
  confirmUrl: "https://nama.example/ar/newsletter/confirm/token",
  unsubscribeUrl: "https://nama.example/ar/newsletter/unsubscribe/token",
};

const unsubscribeLink = (href: string, locale: Locale) => linked(m.common_action_unsubscribe({}, { locale }), href);

export const newsletterConfirm = mailTemplate<NewsletterMailProps>({
  subject: (_props, locale) => m.enquiries_mail_newsletter_confirm_subject({}, { locale }),
  preview: (_props, locale) => m.enquiries_mail_newsletter_confirm_preview({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "newsletter",
    heading: m.enquiries_mail_newsletter_confirm_heading({}, { locale }),
    blocks: [
      { kind: "text", text: m.enquiries_mail_newsletter_confirm_text({}, { locale }) },
      { kind: "button", label: m.enquiries_mail_newsletter_confirm_button({}, { locale }), href: props.confirmUrl },
      {
        kind: "panel",
        tone: "quiet",
        title: m.enquiries_mail_newsletter_ignore_title({}, { locale }),
        text: m.enquiries_mail_newsletter_ignore({ count: confirmWithinDays }, { locale }),
      },
    ],
    why: m.enquiries_mail_why_newsletter_confirm({}, { locale }),
    notes: [unsubscribeLink(props.unsubscribeUrl, locale)],
  }),
  sample: { en: linksSample, ar: linksSampleAr },
});

export const newsletterWelcome = mailTemplate<NewsletterMailProps>({
  subject: (_props, locale) => m.enquiries_mail_newsletter_welcome_subject({}, { locale }),
  preview: (_props, locale) => m.enquiries_mail_newsletter_welcome_preview({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "newsletter",
    heading: m.enquiries_link_confirmed_heading({}, { locale }),
    blocks: [{ kind: "text", text: m.enquiries_mail_newsletter_welcome_text({}, { locale }) }],
    why: m.enquiries_mail_why_newsletter({}, { locale }),
    notes: [unsubscribeLink(props.unsubscribeUrl, locale)],
  }),
  sample: { en: linksSample, ar: linksSampleAr },
});
