import {
  chooseNew,
  circumstances,
  copyAddress,
  toFactsBlock,
  hello,
  neverAsk,
  notYou,
  resetUrl,
  sara,
  withSeed,
  type Addressee,
  type LinkMail,
  type NoticeMail,
} from "#features/people/mail-parts.server.ts";
import { linkMinutes, signToken } from "#features/people/one-time-links.server.ts";
import { compactBlocks, type Block, type Fact } from "#platform/mail/blocks.ts";
import { ltr, strong } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { maskedEmail } from "./masked-email.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";

interface Addresses {
  /** The new address; masked in emails to the current one. */
  newEmail?: string;
  /** The current address; masked in emails to the new one. */
  email?: string;
}

/** Sent to the new address, which may be a stranger's, so the current one is masked. */
export const emailChange = mailTemplate<LinkMail & Addresses>({
  subject: (_props, locale) => m.profile_mail_email_subject({}, { locale }),
  preview: (_props, locale) => m.profile_mail_email_preview({ count: linkMinutes }, { locale }),
  link: (ctx, { seed }, locale) =>
    ctx.env.BASE_URL + localePath(`/profile/confirm-email/${signToken(ctx, "email-change", seed)}`, locale),
  content: ({ props, locale, link }) => ({
    heading: m.profile_mail_email_subject({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.profile_mail_email_text({ name: hello(props.name), count: linkMinutes }, { locale }) },
      { kind: "button", label: m.profile_mail_email_button({}, { locale }), href: link },
      copyAddress(link, locale),
      toFactsBlock(
        props.newEmail && {
          label: m.profile_mail_email_new({}, { locale }),
          value: ltr(props.newEmail),
          strong: true,
        },
        props.email && { label: m.profile_mail_email_current({}, { locale }), value: ltr(props.email) },
      ),
      { kind: "text", text: m.profile_mail_email_then({}, { locale }) },
      {
        kind: "panel",
        tone: "quiet",
        title: m.profile_mail_email_not_you_title({}, { locale }),
        text: m.profile_mail_email_not_you({}, { locale }),
      },
    ),
    why: m.profile_mail_why_email({}, { locale }),
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
  newEmail && { label: m.profile_mail_email_new({}, { locale }), value: ltr(newEmail) },
  email && { label: oldLabel, value: ltr(email) },
];

const requestedBlocks = (props: ChangeNotice, locale: Locale): Block[] =>
  compactBlocks(
    {
      kind: "text",
      text: m.profile_mail_email_requested_text(
        { name: hello(props.name), nothing: strong(m.profile_mail_email_requested_nothing({}, { locale })) },
        { locale },
      ),
    },
    toFactsBlock(
      ...addressFacts(props, m.profile_mail_email_current({}, { locale }), locale),
      ...circumstances(props, m.accounts_mail_requested_at({}, { locale }), locale),
    ),
    { kind: "text", text: m.profile_mail_email_requested_you({}, { locale }) },
    notYou(m.profile_mail_email_requested_not_you({}, { locale }), locale),
    chooseNew(props.resetUrl, locale),
  );

const doneBlocks = (props: ChangeNotice, locale: Locale): Block[] =>
  compactBlocks(
    { kind: "text", text: m.profile_mail_email_done_text({ name: hello(props.name) }, { locale }) },
    toFactsBlock(
      ...addressFacts(props, m.profile_mail_email_previous({}, { locale }), locale),
      ...circumstances(props, m.accounts_mail_changed_at({}, { locale }), locale),
    ),
    notYou(m.profile_mail_email_done_not_you({}, { locale }), locale),
  );

/** Sent to the old address when the change is requested and when it is done. */
export const emailChangeNotice = mailTemplate<ChangeNotice>({
  subject: ({ isDone }, locale) =>
    isDone ? m.profile_mail_email_done_subject({}, { locale }) : m.profile_mail_email_requested_subject({}, { locale }),
  preview: ({ isDone }, locale) =>
    isDone ? m.profile_mail_email_done_preview({}, { locale }) : m.profile_mail_email_requested_preview({}, { locale }),
  content: ({ props, locale }) => ({
    ...(props.isDone && { seal: "lock" as const }),
    heading: props.isDone
      ? m.profile_mail_email_done_subject({}, { locale })
      : m.profile_mail_email_requested_heading({}, { locale }),
    blocks: props.isDone ? doneBlocks(props, locale) : requestedBlocks(props, locale),
    why: props.isDone
      ? m.profile_mail_why_email_done({}, { locale })
      : m.profile_mail_why_email_requested({}, { locale }),
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

export const accountDeleted = mailTemplate<Addressee & { contactUrl: string; rest?: boolean }>({
  subject: (_props, locale) => m.profile_mail_deleted_subject({}, { locale }),
  preview: (_props, locale) => m.profile_mail_deleted_preview({}, { locale }),
  content: ({ props, locale }) => ({
    seal: "lock",
    heading: m.profile_mail_deleted_subject({}, { locale }),
    blocks: [
      { kind: "text", text: m.profile_mail_deleted_text({ name: hello(props.name) }, { locale }) },
      { kind: "text", quiet: true, text: m.profile_mail_deleted_kept({}, { locale }) },
      ...(props.rest
        ? [{ kind: "text" as const, quiet: true, text: m.profile_mail_deleted_rest({}, { locale }) }]
        : []),
      notYou(m.profile_mail_deleted_not_you({}, { locale }), locale),
      { kind: "button", tone: "danger", label: m.profile_mail_deleted_button({}, { locale }), href: props.contactUrl },
    ],
    why: m.profile_mail_why_deleted({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: {
    en: { ...sara.en, contactUrl: "https://nama.example/contact-us" },
    ar: { ...sara.ar, contactUrl: "https://nama.example/ar/contact-us" },
  },
});
