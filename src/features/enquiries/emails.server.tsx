import type { Locale } from "#i18n/locale.ts";
import { colours, MailButton, MailFacts, MailHeading, MailText, type Fact } from "#platform/mail/parts.server.tsx";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { greetingName, oneLine } from "./greeting.ts";
import { confirmWithinDays } from "./newsletter.ts";
import { programLabel, type Program } from "./programs.ts";

interface Sender {
  name: string;
  email: string;
  /** E.164, or empty. */
  contactNumber: string;
  workplace: string;
}
export interface DemoMailProps extends Sender {
  program: Program;
}
export interface ContactMailProps extends Sender {
  title: string;
  message: string;
}

const sara: Sender = { name: "Sara N.", email: "sara@example.com", contactNumber: "+966500000001", workplace: "Example Hospital" };
const demoSample: DemoMailProps = { ...sara, program: "Risk management" };
const contactSample: ContactMailProps = { ...sara, title: "Head nurse", message: "We would like to train twelve nurses in the spring.\nWhen could you start?" };
const contactSampleAr: ContactMailProps = { ...sara, title: "رئيسة تمريض", workplace: "مستشفى المثال", message: "نرغب في تدريب اثنتي عشرة ممرضة في الربيع.\nمتى يمكنكم البدء؟" };

/** The rows that were filled in. */
function facts(rows: [label: string, value: string][]): Fact[] {
  return rows.filter(([, value]) => value !== "").map(([label, value]) => ({ label, value: <bdi>{value}</bdi>, wraps: true }));
}

function SenderFacts({ sender, more, locale }: { sender: Sender; more: [string, string][]; locale: Locale }) {
  const rows: [string, string][] = [
    [m.enquiries_name({}, { locale }), oneLine(sender.name)],
    [m.enquiries_email({}, { locale }), sender.email],
    [m.enquiries_contact_number({}, { locale }), sender.contactNumber],
    [m.enquiries_workplace({}, { locale }), sender.workplace],
    ...more,
  ];
  return <MailFacts caption={m.enquiries_mail_sender({}, { locale })} facts={facts(rows)} />;
}

/** To the company. */
export const demoReceived = mailTemplate<DemoMailProps>({
  subject: ({ name }, locale) => m.enquiries_mail_demo_received_subject({ name: oneLine(name) }, { locale }),
  preview: ({ program, workplace }, locale) => m.enquiries_mail_demo_received_preview({ program: programLabel(program, locale), workplace: `\u2068${workplace}\u2069` }, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.enquiries_mail_demo_received_heading({}, { locale })}</MailHeading>
      <SenderFacts sender={props} more={[[m.enquiries_demo_program({}, { locale }), programLabel(props.program, locale)]]} locale={locale} />
      <MailText quiet>{m.enquiries_mail_reply({}, { locale })}</MailText>
    </>
  ),
  sample: { en: demoSample, ar: demoSample },
});

/** To the company. */
export const contactReceived = mailTemplate<ContactMailProps>({
  subject: ({ name }, locale) => m.enquiries_mail_contact_received_subject({ name: oneLine(name) }, { locale }),
  preview: ({ message }, locale) => message || m.enquiries_mail_contact_received_preview({}, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.enquiries_mail_contact_received_heading({}, { locale })}</MailHeading>
      <SenderFacts sender={props} more={[[m.enquiries_title({}, { locale }), props.title]]} locale={locale} />
      {props.message.split(/\n+/).filter(Boolean).map((part, at) => (
        <MailText key={at}><bdi>{part}</bdi></MailText>
      ))}
      <MailText quiet>{m.enquiries_mail_reply({}, { locale })}</MailText>
    </>
  ),
  sample: { en: contactSample, ar: contactSampleAr },
});

function greeting(name: string, locale: Locale): string {
  const known = greetingName(name);
  return known ? m.enquiries_mail_hello_name({ name: known }, { locale }) : m.enquiries_mail_hello({}, { locale });
}

/** To the sender. Says back nothing they wrote but a plain name: anybody may type anybody's address. */
export const demoConfirmed = mailTemplate<DemoMailProps>({
  subject: (_props, locale) => m.enquiries_mail_demo_confirmed_subject({}, { locale }),
  preview: ({ program }, locale) => m.enquiries_mail_demo_confirmed_preview({ program: programLabel(program, locale) }, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{greeting(props.name, locale)}</MailHeading>
      <MailText>{m.enquiries_mail_demo_confirmed_text({ program: programLabel(props.program, locale) }, { locale })}</MailText>
      <MailText quiet>{m.enquiries_mail_not_you({}, { locale })}</MailText>
    </>
  ),
  sample: { en: demoSample, ar: demoSample },
});

/** To the sender, with the same reserve. */
export const contactConfirmed = mailTemplate<ContactMailProps>({
  subject: (_props, locale) => m.enquiries_mail_contact_confirmed_subject({}, { locale }),
  preview: (_props, locale) => m.enquiries_mail_contact_confirmed_preview({}, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{greeting(props.name, locale)}</MailHeading>
      <MailText>{m.enquiries_mail_contact_confirmed_text({}, { locale })}</MailText>
      <MailText quiet>{m.enquiries_mail_not_you({}, { locale })}</MailText>
    </>
  ),
  sample: { en: contactSample, ar: contactSampleAr },
});

export interface NewsletterMailProps {
  confirmUrl: string;
  unsubscribeUrl: string;
}
const linksSample: NewsletterMailProps = { confirmUrl: "https://nama.example/newsletter/confirm/token", unsubscribeUrl: "https://nama.example/newsletter/unsubscribe/token" };

function Leave({ href, locale }: { href: string; locale: Locale }) {
  return <MailText quiet><a href={href} style={{ color: colours.ink3 }}>{m.enquiries_mail_unsubscribe({}, { locale })}</a></MailText>;
}

export const newsletterConfirm = mailTemplate<NewsletterMailProps>({
  subject: (_props, locale) => m.enquiries_mail_newsletter_confirm_subject({}, { locale }),
  preview: (_props, locale) => m.enquiries_mail_newsletter_confirm_preview({}, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.enquiries_mail_newsletter_confirm_heading({}, { locale })}</MailHeading>
      <MailText>{m.enquiries_mail_newsletter_confirm_text({}, { locale })}</MailText>
      <MailButton href={props.confirmUrl}>{m.enquiries_mail_newsletter_confirm_button({}, { locale })}</MailButton>
      <MailText quiet>{m.enquiries_mail_newsletter_ignore({ count: confirmWithinDays }, { locale })}</MailText>
      <Leave href={props.unsubscribeUrl} locale={locale} />
    </>
  ),
  sample: { en: linksSample, ar: linksSample },
});

export const newsletterWelcome = mailTemplate<NewsletterMailProps>({
  subject: (_props, locale) => m.enquiries_mail_newsletter_welcome_subject({}, { locale }),
  preview: (_props, locale) => m.enquiries_mail_newsletter_welcome_preview({}, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.enquiries_mail_newsletter_welcome_heading({}, { locale })}</MailHeading>
      <MailText>{m.enquiries_mail_newsletter_welcome_text({}, { locale })}</MailText>
      <Leave href={props.unsubscribeUrl} locale={locale} />
    </>
  ),
  sample: { en: linksSample, ar: linksSample },
});
