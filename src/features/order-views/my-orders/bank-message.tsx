import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";

type Message = (input?: object, options?: { locale?: Locale }) => string;

/**
 * Patterns of the provider's messages (English only), more exact ones first. A lost or stolen card gets the message of
 * any other decline: its holder should not learn that it was reported.
 */
const bankTexts: [pattern: RegExp, message: Message][] = [
  [/insufficient funds/i, m.payments_bank_insufficient_funds],
  [/expired card|card (has )?expired/i, m.payments_bank_expired_card],
  [/exceeds? .*limit/i, m.payments_bank_limit],
  [/cancell?ed/i, m.payments_bank_cancelled],
  [/not enrolled/i, m.payments_bank_not_enrolled],
  [/3ds: attempted|enabled? online purchase/i, m.payments_bank_online_off],
  [/rejected by the issuer/i, m.payments_bank_check_rejected],
  [/unavailable|not available|3ds service error|server error/i, m.payments_bank_check_unavailable],
  [
    /not (be )?authenticated|unauthenticated|authentication failed|failed authentication/i,
    m.payments_bank_check_failed,
  ],
  [/^declined\b|unspecified failure|lost card|stolen card/i, m.payments_bank_declined],
];

/**
 * Translates the bank's message to `locale` (default: the language of the page). An unknown message stays in English,
 * with `lang`.
 */
export function translateBankMessage(bankText: string, locale?: Locale): { text: string; lang?: "en" } {
  const formatMessage = bankTexts.find(([pattern]) => pattern.test(bankText))?.[1];
  return formatMessage ? { text: formatMessage({}, locale ? { locale } : {}) } : { text: bankText, lang: "en" };
}

export function BankMessage({ message }: { message: string }) {
  const { text, lang } = translateBankMessage(message);
  return <bdi lang={lang}>{text}</bdi>;
}
