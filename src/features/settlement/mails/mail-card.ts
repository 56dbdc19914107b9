import { cardName, schemeName } from "#features/payments/card.ts";
import { cardEnding } from "#features/orders/order-labels.ts";
import type { Locale } from "#i18n/locale.ts";
import { clean, ltr, named } from "#platform/mail/marks.ts";
import { m } from "#messages";

export interface MailedCard {
  scheme: string | null;
  masked: string | null;
}

interface CardMessage {
  nameOf: typeof cardName;
  known: (input: { scheme: string; digits: string }, options: { locale: Locale }) => string;
  unknown: string;
}

function cardMessages(
  card: MailedCard | null | undefined,
  locale: Locale,
  { nameOf, known, unknown }: CardMessage,
): string {
  const digits = cardEnding(card?.masked ?? null);
  const scheme = clean(nameOf(card?.scheme ?? null, locale));
  return digits && scheme ? known({ scheme: named(scheme), digits: ltr(digits) }, { locale }) : unknown;
}

/** `mada ending 1010` or `Apple Pay, mada ending 1010`; empty when the card is not known. */
export const cardLabel = (card: MailedCard | null | undefined, locale: Locale): string =>
  cardMessages(card, locale, { nameOf: cardName, known: m.notices_card, unknown: "" });
/** `your mada card ending 1010`, or "the card you paid with". */
export const yourCard = (card: MailedCard | null | undefined, locale: Locale): string =>
  cardMessages(card, locale, {
    nameOf: schemeName,
    known: m.notices_your_card,
    unknown: m.notices_your_card_only({}, { locale }),
  });
