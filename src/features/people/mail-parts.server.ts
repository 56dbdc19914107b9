/** Common parts of the emails about an account, here and in features/people/profile. */
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { riyadhMoment } from "#i18n/riyadh-clock.ts";
import type { Block, Fact } from "#platform/mail/blocks.ts";
import { ltr, isolateText } from "#platform/mail/marks.ts";
import { m } from "#messages";

/** Optional fields are missing in mails written by an older version. */
export interface Addressee {
  name: string;
  at?: string;
  /** Such as "Chrome, Windows"; empty when unknown. */
  device?: string;
}
export interface LinkMail extends Addressee {
  /** The link's token is derived from it and the server's secret (one-time-links.server.ts). */
  seed: string;
}
export interface NoticeMail extends Addressee {
  /** Link to choose a new password, in case someone else made the change. */
  resetUrl: string;
}
const sampleCircumstances = { at: "2026-11-22T07:42:00.000Z", device: "Chrome, Windows" };
export const sara = {
  en: { name: "Sara Nasser", ...sampleCircumstances },
  ar: { name: "سارة ناصر", ...sampleCircumstances },
};
export const withSeed = { en: { ...sara.en, seed: "sample" }, ar: { ...sara.ar, seed: "sample" } };
export const resetUrl = { en: "https://nama.example/forget-password", ar: "https://nama.example/ar/forget-password" };

export const hello = (name: string) => isolateText(givenName(name));
export const formatMoment = (at: string, locale: Locale) => riyadhMoment(new Date(at), locale);

export function circumstances({ at, device }: Addressee, label: string, locale: Locale): Fact[] {
  return [
    ...(at ? [{ label, value: formatMoment(at, locale) }] : []),
    ...(device ? [{ label: m.accounts_mail_device({}, { locale }), value: ltr(device) }] : []),
  ];
}

export const toFactsBlock = (...facts: (Fact | false | undefined | "")[]): Block | false => {
  const presentFacts = facts.filter((fact): fact is Fact => Boolean(fact));
  return presentFacts.length > 0 && { kind: "facts", facts: presentFacts };
};

export const neverAsk = (locale: Locale) => [m.accounts_mail_never_ask({}, { locale })];
export const copyAddress = (href: string, locale: Locale): Block => ({
  kind: "address",
  label: m.mail_copy_address({}, { locale }),
  href,
});
export const notYou = (text: string, locale: Locale): Block => ({
  kind: "panel",
  tone: "danger",
  title: m.accounts_mail_not_you_title({}, { locale }),
  text,
});
export const chooseNew = (href: string, locale: Locale): Block => ({
  kind: "button",
  tone: "danger",
  label: m.accounts_mail_choose_new({}, { locale }),
  href,
});
