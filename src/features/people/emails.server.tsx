import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { compactBlocks, type Block } from "#platform/mail/blocks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { redirectQuery } from "./safe-redirect.ts";
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
} from "./mail-parts.server.ts";
import { addressLinkDays, linkMinutes, signToken } from "./one-time-links.server.ts";

interface ResetMail extends LinkMail {
  /** A path of this site to return to. */
  redirect?: string;
}

const confirmLink = (ctx: Ctx, seed: string, locale: Locale) =>
  ctx.env.BASE_URL + localePath(`/profile/confirm-email/${signToken(ctx, "confirm-address", seed)}`, locale);

const confirmBlocks = (link: string, locale: Locale): Block[] => [
  { kind: "text", text: m.accounts_mail_confirm_text({ count: addressLinkDays }, { locale }) },
  { kind: "button", label: m.profile_email_confirm({}, { locale }), href: link },
  copyAddress(link, locale),
];

/** Email after registration. The seed of the confirmation link is missing in emails queued by an older version. */
export const welcome = mailTemplate<Addressee & { coursesUrl: string; seed?: string }>({
  subject: (_props, locale) => m.accounts_mail_welcome_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_welcome_preview({}, { locale }),
  link: (ctx, { seed }, locale) => (seed ? confirmLink(ctx, seed, locale) : ""),
  content: ({ props, locale, link }) => ({
    heading: m.accounts_mail_welcome_heading({}, { locale }),
    blocks: [
      { kind: "text", text: m.accounts_mail_welcome_text({ name: hello(props.name) }, { locale }) },
      ...(link ? confirmBlocks(link, locale) : []),
      {
        kind: "button",
        tone: link ? "outlined" : "primary",
        label: m.accounts_mail_welcome_button({}, { locale }),
        href: props.coursesUrl,
      },
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
    en: { ...sara.en, seed: "sample", coursesUrl: "https://nama.example/courses" },
    ar: { ...sara.ar, seed: "sample", coursesUrl: "https://nama.example/ar/courses" },
  },
});

/** Email with the link that confirms an address. It contains no name, because the address may be a stranger's. */
export const confirmAddress = mailTemplate<{ seed: string }>({
  subject: (_props, locale) => m.accounts_mail_confirm_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_confirm_preview({ count: addressLinkDays }, { locale }),
  link: (ctx, { seed }, locale) => confirmLink(ctx, seed, locale),
  content: ({ locale, link }) => ({
    heading: m.profile_email_confirm_heading({}, { locale }),
    blocks: [
      ...confirmBlocks(link, locale),
      {
        kind: "panel",
        tone: "quiet",
        title: m.accounts_mail_welcome_not_you_title({}, { locale }),
        text: m.accounts_mail_confirm_not_you({}, { locale }),
      },
    ],
    why: m.accounts_mail_why_account({}, { locale }),
    notes: neverAsk(locale),
  }),
  sample: { en: { seed: "sample" }, ar: { seed: "sample" } },
});

export const passwordReset = mailTemplate<ResetMail>({
  subject: (_props, locale) => m.accounts_mail_reset_subject({}, { locale }),
  preview: (_props, locale) => m.accounts_mail_reset_preview({ count: linkMinutes }, { locale }),
  link: (ctx, { seed, redirect }, locale) =>
    ctx.env.BASE_URL +
    localePath(`/reset-password-form/${signToken(ctx, "password-reset", seed)}${redirectQuery(redirect)}`, locale),
  content: ({ props, locale, link }) => ({
    heading: m.accounts_mail_choose_new({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.accounts_mail_reset_text({ name: hello(props.name), count: linkMinutes }, { locale }) },
      { kind: "button", label: m.accounts_mail_choose_new({}, { locale }), href: link },
      copyAddress(link, locale),
      toFactsBlock(...circumstances({ ...props, device: "" }, m.accounts_mail_requested_at({}, { locale }), locale)),
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
    heading: m.accounts_mail_password_subject({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.accounts_mail_password_text({ name: hello(props.name) }, { locale }) },
      toFactsBlock(...circumstances(props, m.accounts_mail_changed_at({}, { locale }), locale), {
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
