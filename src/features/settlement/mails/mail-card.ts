import { schemeName, schemeWithWallet } from "#features/payments/card.ts";
import { cardEnding } from "#features/payments/card-scheme.ts";
import type { Locale } from "#i18n/locale.ts";
import { clean, ltr, isolateText } from "#platform/mail/marks.ts";
import { m } from "#messages";

export interface MailedCard {
  scheme: string | null;
  masked: string | null;
}

const getParts = (card: MailedCard | null | undefined, formatScheme: typeof schemeName, locale: Locale) => ({
  scheme: clean(formatScheme(card?.scheme ?? null, locale)),
  digits: cardEnding(card?.masked ?? null),
});

/** Such as `mada ending 1010`, `Apple Pay, mada ending 1010` or `mada`; empty when the card is not known. */
export function cardLabel(card: MailedCard | null | undefined, locale: Locale): string {
  const { scheme, digits } = getParts(card, schemeWithWallet, locale);
  if (!scheme) return "";
  return digits
    ? m.notices_card({ scheme: isolateText(scheme), digits: ltr(digits) }, { locale })
    : isolateText(scheme);
}

/** Such as `your mada card ending 1010`; "the card you paid with" when scheme or digits are not known. */
export function yourCard(card: MailedCard | null | undefined, locale: Locale): string {
  const { scheme, digits } = getParts(card, schemeName, locale);
  return digits && scheme
    ? m.notices_your_card({ scheme: isolateText(scheme), digits: ltr(digits) }, { locale })
    : m.notices_your_card_only({}, { locale });
}
