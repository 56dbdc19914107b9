import { localePath } from "#i18n/locale.ts";
import { MailButton, MailHeading, MailText } from "#platform/mail/parts.server.tsx";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { redirectQuery } from "./keep-redirect.ts";
import { linkMinutes, tokenOf } from "./one-time-links.server.ts";

interface Addressee {
  name: string;
}
interface LinkMail extends Addressee {
  /** What the link's token is made of, with the server's secret (one-time-links.server.ts). */
  seed: string;
}
interface ResetMail extends LinkMail {
  /** Where the person was going; a path of this site. */
  redirect?: string;
}
interface NoticeMail extends Addressee {
  /** Where to choose a new password, should this have been somebody else. */
  resetUrl: string;
}

const sara = { en: { name: "Sara N." }, ar: { name: "سارة ن." } };
const withSeed = { en: { ...sara.en, seed: "sample" }, ar: { ...sara.ar, seed: "sample" } };
const resetUrl = { en: "https://nama.example/forget-password", ar: "https://nama.example/ar/forget-password" };

export const welcome = mailTemplate<Addressee & { coursesUrl: string }>({
  subject: (_props, locale) => m.accounts_mail_welcome_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_welcome_preview({}, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.accounts_mail_welcome_heading({ name: props.name }, { locale })}</MailHeading>
      <MailText>{m.accounts_mail_welcome_text({}, { locale })}</MailText>
      <MailButton href={props.coursesUrl}>{m.accounts_mail_welcome_button({}, { locale })}</MailButton>
      <MailText quiet>{m.accounts_mail_welcome_not_you({}, { locale })}</MailText>
    </>
  ),
  sample: { en: { ...sara.en, coursesUrl: "https://nama.example/courses" }, ar: { ...sara.ar, coursesUrl: "https://nama.example/ar/courses" } },
});

export const passwordReset = mailTemplate<ResetMail>({
  subject: (_props, locale) => m.accounts_mail_reset_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_reset_preview({ count: linkMinutes }, { locale }),
  link: (ctx, { seed, redirect }, locale) => ctx.env.BASE_URL + localePath(`/reset-password-form/${tokenOf(ctx, "password-reset", seed)}${redirectQuery(redirect)}`, locale),
  Body: ({ props, locale, link }) => (
    <>
      <MailHeading>{m.accounts_mail_reset_heading({}, { locale })}</MailHeading>
      <MailText>{m.accounts_mail_reset_text({ name: props.name, count: linkMinutes }, { locale })}</MailText>
      <MailButton href={link}>{m.accounts_mail_reset_button({}, { locale })}</MailButton>
      <MailText quiet>{m.accounts_mail_reset_not_you({}, { locale })}</MailText>
    </>
  ),
  sample: withSeed,
});

export const passwordChanged = mailTemplate<NoticeMail>({
  subject: (_props, locale) => m.accounts_mail_password_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_password_preview({}, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.accounts_mail_password_heading({}, { locale })}</MailHeading>
      <MailText>{m.accounts_mail_password_text({ name: props.name }, { locale })}</MailText>
      <MailText>{m.accounts_mail_password_not_you({}, { locale })}</MailText>
      <MailButton href={props.resetUrl}>{m.accounts_mail_choose_new({}, { locale })}</MailButton>
    </>
  ),
  sample: { en: { ...sara.en, resetUrl: resetUrl.en }, ar: { ...sara.ar, resetUrl: resetUrl.ar } },
});

/** To the new address. */
export const emailChange = mailTemplate<LinkMail>({
  subject: (_props, locale) => m.accounts_mail_email_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_email_preview({ count: linkMinutes }, { locale }),
  link: (ctx, { seed }, locale) => ctx.env.BASE_URL + localePath(`/profile/confirm-email/${tokenOf(ctx, "email-change", seed)}`, locale),
  Body: ({ props, locale, link }) => (
    <>
      <MailHeading>{m.accounts_mail_email_heading({}, { locale })}</MailHeading>
      <MailText>{m.accounts_mail_email_text({ name: props.name, count: linkMinutes }, { locale })}</MailText>
      <MailButton href={link}>{m.accounts_mail_email_button({}, { locale })}</MailButton>
      <MailText quiet>{m.accounts_mail_email_not_you({}, { locale })}</MailText>
    </>
  ),
  sample: withSeed,
});

/** To the old address, when the change is asked for and when it is done. */
export const emailChangeNotice = mailTemplate<NoticeMail & { isDone: boolean }>({
  subject: ({ isDone }, locale) => (isDone ? m.accounts_mail_email_done_subject({}, { locale }) : m.accounts_mail_email_asked_subject({}, { locale })),
  preview: ({ isDone }, locale) => (isDone ? m.accounts_mail_email_done_preview({}, { locale }) : m.accounts_mail_email_asked_preview({}, { locale })),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{props.isDone ? m.accounts_mail_email_done_heading({}, { locale }) : m.accounts_mail_email_asked_heading({}, { locale })}</MailHeading>
      <MailText>{props.isDone ? m.accounts_mail_email_done_text({ name: props.name }, { locale }) : m.accounts_mail_email_asked_text({ name: props.name }, { locale })}</MailText>
      <MailText>{props.isDone ? m.accounts_mail_email_done_not_you({}, { locale }) : m.accounts_mail_email_asked_not_you({}, { locale })}</MailText>
      {!props.isDone && <MailButton href={props.resetUrl}>{m.accounts_mail_choose_new({}, { locale })}</MailButton>}
    </>
  ),
  sample: { en: { ...sara.en, resetUrl: resetUrl.en, isDone: false }, ar: { ...sara.ar, resetUrl: resetUrl.ar, isDone: false } },
});

export const accountDeleted = mailTemplate<Addressee & { contactUrl: string }>({
  subject: (_props, locale) => m.accounts_mail_deleted_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_deleted_preview({}, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.accounts_mail_deleted_heading({}, { locale })}</MailHeading>
      <MailText>{m.accounts_mail_deleted_text({ name: props.name }, { locale })}</MailText>
      <MailText quiet>{m.accounts_mail_deleted_kept({}, { locale })}</MailText>
      <MailText quiet>{m.accounts_mail_deleted_not_you({}, { locale })}</MailText>
      <MailButton href={props.contactUrl}>{m.accounts_mail_deleted_button({}, { locale })}</MailButton>
    </>
  ),
  sample: { en: { ...sara.en, contactUrl: "https://nama.example/contact-us" }, ar: { ...sara.ar, contactUrl: "https://nama.example/ar/contact-us" } },
});
