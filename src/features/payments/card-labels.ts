import type { Locale } from "#i18n/locale.ts";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { checkCard, type CardProblem } from "./card-check.ts";
import { cardFields, type CardField, type CardInput } from "./card.ts";

const problemLabels: Record<CardProblem, () => string> = {
  required: m.payments_card_required,
  name: m.payments_card_name_wrong,
  number: m.payments_card_number_wrong,
  month: m.payments_card_month_wrong,
  year: m.payments_card_year_wrong,
  expired: m.payments_card_expired,
  cvc: m.payments_card_cvc_wrong,
};

/** Checks a card. Returns messages by field in the page's language; empty when the card may be sent. */
export function cardErrors(card: CardInput, now: Date): FieldMap {
  return Object.fromEntries(
    Object.entries(checkCard(card, now)).map(([field, problem]) => [field, [problemLabels[problem]()]]),
  );
}

const fieldLabels: Record<CardField, () => string> = {
  name: m.payments_card_name_wrong,
  number: m.payments_card_number_wrong,
  month: m.payments_card_month_wrong,
  year: m.payments_card_year_wrong,
  cvc: m.payments_card_cvc_wrong,
};

/** The provider's messages are in English only, so Arabic pages show our own messages for the same fields. */
export function cardFieldErrors(fields: FieldMap, locale: Locale): FieldMap {
  if (locale === "en") return fields;
  return Object.fromEntries(
    cardFields.filter((field) => fields[field]).map((field) => [field, [fieldLabels[field]()]]),
  );
}
