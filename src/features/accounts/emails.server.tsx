import { dayAndTime } from "#i18n/dates.ts";
import { givenName } from "#i18n/given-name.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { blocksOf, type Block, type Fact } from "#platform/mail/blocks.ts";
import { ltr, named, strong, unbroken } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { redirectQuery } from "./keep-redirect.ts";
import { maskedEmail } from "./masked-email.ts";
import { linkMinutes, tokenOf } from "./one-time-links.server.ts";

/** Optional fields are missing in mails written by an older version. */
interface Addressee {
  name: string;
  at?: string;
  /** Such as "Chrome, Windows"; empty when unknown. */
  device?: string;
}
interface LinkMail extends Addressee {
  /** The link's token derives from it and the server's secret (one-time-links.server.ts). */
  seed: string;
}
interface ResetMail extends LinkMail {
  /** A path of this site to return to. */
  redirect?: string;
}
interface NoticeMail extends Addressee {
  /** To choose a new password, if this was someone else. */
  resetUrl: string;
}
interface Addresses {
  /** Masked where a stranger may read it. */
  newEmail?: string;
  email?: string;
}

const when = { at: "2026-11-22T07:42:00.000Z", device: "Chrome, Windows" };
const sara = { en: { name: "Sara Nasser", ...when }, ar: { name: "سارة ناصر", ...when } };
const withSeed = { en: { ...sara.en, seed: "sample" }, ar: { ...sara.ar, seed: "sample" } };
const resetUrl = { en: "https://nama.example/forget-password", ar: "https://nama.example/ar/forget-password" };

const hello = (name: string) => named(givenName(name));
const timeOf = (at: string, locale: Locale) =>
  m.accounts_mail_at_riyadh({ time: unbroken(dayAndTime(new Date(at), locale)) }, { locale });

function circumstances({ at, device }: Addressee, label: string, locale: Locale): Fact[] {
  return [
    ...(at ? [{ label, value: timeOf(at, locale) }] : []),
    ...(device ? [{ label: m.accounts_mail_device({}, { locale }), value: ltr(device) }] : []),
  ];
}

const factsOf = (...facts: (Fact | false | undefined | "")[]): Block | false => {
  const known = facts.filter((fact): fact is Fact => Boolean(fact));
  return known.length > 0 && { kind: "facts", facts: known };
};

const neverAsk = (locale: Locale) => [m.accounts_mail_never_ask({}, { locale })];
const copyAddress = (href: string, locale: Locale): Block => ({
  kind: "address",
  label: m.mail_copy_address({}, { locale }),
  href,
});
const notYou = (text: string, locale: Locale): Block => ({
  kind: "panel",
  tone: "danger",
  title: m.accounts_mail_not_you_title({}, { locale }),
  text,
});
const chooseNew = (href: string, locale: Locale): Block => ({
  kind: "button",
  tone: "danger",
  label: m.accounts_mail_choose_new({}, { locale }),
  href,
});

export const welcome = mailTemplate<Addressee & { coursesUrl: string }>({
  subject: (_props, locale) => m.accounts_mail_welcome_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_welcome_preview({}, { locale }),
  content: ({ props, locale }) => ({
    heading: m.accounts_mail_welcome_heading({}, { locale }),
    blocks: [
      { kind: "text", text: m.accounts_mail_welcome_text({ name: hello(props.name) }, { locale }) },
      { kind: "button", label: m.accounts_mail_welcome_button({}, { locale }), href: props.coursesUrl },
      {
        kind: "panel",
        tone: "quiet",
        title: m.accounts_mail_welcome_not_you_title({}, { locale }),
        text: m.accounts_mail_welcome_not_you({}, { locale }),
      },
    ],
    why: m.accounts_mail_why_account({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: {
    en: { ...sara.en, coursesUrl: "https://nama.example/courses" },
    ar: { ...sara.ar, coursesUrl: "https://nama.example/ar/courses" },
  },
});

export const passwordReset = mailTemplate<ResetMail>({
  subject: (_props, locale) => m.accounts_mail_reset_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_reset_preview({ count: linkMinutes }, { locale }),
  link: (ctx, { seed, redirect }, locale) =>
    ctx.env.BASE_URL +
    localePath(`/reset-password-form/${tokenOf(ctx, "password-reset", seed)}${redirectQuery(redirect)}`, locale),
  content: ({ props, locale, link }) => ({
    heading: m.accounts_mail_reset_heading({}, { locale }),
    blocks: blocksOf(
      { kind: "text", text: m.accounts_mail_reset_text({ name: hello(props.name), count: linkMinutes }, { locale }) },
      { kind: "button", label: m.accounts_mail_choose_new({}, { locale }), href: link },
      copyAddress(link, locale),
      factsOf(...circumstances({ ...props, device: "" }, m.accounts_mail_requested_at({}, { locale }), locale)),
      {
        kind: "panel",
        tone: "quiet",
        title: m.accounts_mail_reset_not_you_title({}, { locale }),
        text: m.accounts_mail_reset_not_you({}, { locale }),
      },
    ),
    why: m.accounts_mail_why_reset({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: withSeed,
});

export const passwordChanged = mailTemplate<NoticeMail>({
  subject: (_props, locale) => m.accounts_mail_password_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_password_preview({}, { locale }),
  content: ({ props, locale }) => ({
    seal: "lock",
    heading: m.accounts_mail_password_heading({}, { locale }),
    blocks: blocksOf(
      { kind: "text", text: m.accounts_mail_password_text({ name: hello(props.name) }, { locale }) },
      factsOf(...circumstances(props, m.accounts_mail_changed_at({}, { locale }), locale), {
        label: m.accounts_mail_other_devices({}, { locale }),
        value: m.accounts_mail_logged_out({}, { locale }),
      }),
      notYou(m.accounts_mail_password_not_you({}, { locale }), locale),
      chooseNew(props.resetUrl, locale),
    ),
    why: m.accounts_mail_why_password({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: { en: { ...sara.en, resetUrl: resetUrl.en }, ar: { ...sara.ar, resetUrl: resetUrl.ar } },
});

/** To the new address, which may be a stranger's: the current one is masked. */
export const emailChange = mailTemplate<LinkMail & Addresses>({
  subject: (_props, locale) => m.accounts_mail_email_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_email_preview({ count: linkMinutes }, { locale }),
  link: (ctx, { seed }, locale) =>
    ctx.env.BASE_URL + localePath(`/profile/confirm-email/${tokenOf(ctx, "email-change", seed)}`, locale),
  content: ({ props, locale, link }) => ({
    heading: m.accounts_mail_email_heading({}, { locale }),
    blocks: blocksOf(
      { kind: "text", text: m.accounts_mail_email_text({ name: hello(props.name), count: linkMinutes }, { locale }) },
      { kind: "button", label: m.accounts_mail_email_button({}, { locale }), href: link },
      copyAddress(link, locale),
      factsOf(
        props.newEmail && {
          label: m.accounts_mail_email_new({}, { locale }),
          value: ltr(props.newEmail),
          strong: true,
        },
        props.email && { label: m.accounts_mail_email_current({}, { locale }), value: ltr(props.email) },
      ),
      { kind: "text", text: m.accounts_mail_email_then({}, { locale }) },
      {
        kind: "panel",
        tone: "quiet",
        title: m.accounts_mail_email_not_you_title({}, { locale }),
        text: m.accounts_mail_email_not_you({}, { locale }),
      },
    ),
    why: m.accounts_mail_why_email({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: {
    en: { ...withSeed.en, newEmail: "sara.n@example.org", email: maskedEmail("sara@example.com") },
    ar: { ...withSeed.ar, newEmail: "sara.n@example.org", email: maskedEmail("sara@example.com") },
  },
});

type ChangeNotice = NoticeMail & Addresses & { isDone: boolean };

const addressFacts = (
  { newEmail, email }: ChangeNotice,
  oldLabel: string,
  locale: Locale,
): (Fact | "" | undefined)[] => [
  newEmail && { label: m.accounts_mail_email_new({}, { locale }), value: ltr(newEmail) },
  email && { label: oldLabel, value: ltr(email) },
];

const changeAsked = (props: ChangeNotice, locale: Locale): Block[] =>
  blocksOf(
    {
      kind: "text",
      text: m.accounts_mail_email_requested_text(
        { name: hello(props.name), nothing: strong(m.accounts_mail_email_requested_nothing({}, { locale })) },
        { locale },
      ),
    },
    factsOf(
      ...addressFacts(props, m.accounts_mail_email_current({}, { locale }), locale),
      ...circumstances(props, m.accounts_mail_requested_at({}, { locale }), locale),
    ),
    { kind: "text", text: m.accounts_mail_email_requested_you({}, { locale }) },
    notYou(m.accounts_mail_email_requested_not_you({}, { locale }), locale),
    chooseNew(props.resetUrl, locale),
  );

const changeDone = (props: ChangeNotice, locale: Locale): Block[] =>
  blocksOf(
    { kind: "text", text: m.accounts_mail_email_done_text({ name: hello(props.name) }, { locale }) },
    factsOf(
      ...addressFacts(props, m.accounts_mail_email_previous({}, { locale }), locale),
      ...circumstances(props, m.accounts_mail_changed_at({}, { locale }), locale),
    ),
    notYou(m.accounts_mail_email_done_not_you({}, { locale }), locale),
  );

/** To the old address, when the change is requested and when it is done. */
export const emailChangeNotice = mailTemplate<ChangeNotice>({
  subject: ({ isDone }, locale) =>
    isDone
      ? m.accounts_mail_email_done_subject({}, { locale })
      : m.accounts_mail_email_requested_subject({}, { locale }),
  preview: ({ isDone }, locale) =>
    isDone
      ? m.accounts_mail_email_done_preview({}, { locale })
      : m.accounts_mail_email_requested_preview({}, { locale }),
  content: ({ props, locale }) => ({
    ...(props.isDone && { seal: "lock" as const }),
    heading: props.isDone
      ? m.accounts_mail_email_done_heading({}, { locale })
      : m.accounts_mail_email_requested_heading({}, { locale }),
    blocks: props.isDone ? changeDone(props, locale) : changeAsked(props, locale),
    why: props.isDone
      ? m.accounts_mail_why_email_done({}, { locale })
      : m.accounts_mail_why_email_requested({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: {
    en: {
      ...sara.en,
      resetUrl: resetUrl.en,
      isDone: false,
      newEmail: maskedEmail("sara.n@example.org"),
      email: "sara@example.com",
    },
    ar: {
      ...sara.ar,
      resetUrl: resetUrl.ar,
      isDone: false,
      newEmail: maskedEmail("sara.n@example.org"),
      email: "sara@example.com",
    },
  },
});

export const accountDeleted = mailTemplate<Addressee & { contactUrl: string }>({
  subject: (_props, locale) => m.accounts_mail_deleted_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_deleted_preview({}, { locale }),
  content: ({ props, locale }) => ({
    seal: "lock",
    heading: m.accounts_mail_deleted_heading({}, { locale }),
    blocks: [
      { kind: "text", text: m.accounts_mail_deleted_text({ name: hello(props.name) }, { locale }) },
      { kind: "text", quiet: true, text: m.accounts_mail_deleted_kept({}, { locale }) },
      notYou(m.accounts_mail_deleted_not_you({}, { locale }), locale),
      { kind: "button", tone: "danger", label: m.accounts_mail_deleted_button({}, { locale }), href: props.contactUrl },
    ],
    why: m.accounts_mail_why_deleted({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: {
    en: { ...sara.en, contactUrl: "https://nama.example/contact-us" },
    ar: { ...sara.ar, contactUrl: "https://nama.example/ar/contact-us" },
  },
});
