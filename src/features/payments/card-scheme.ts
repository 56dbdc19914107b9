import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";

export type CardScheme = "mada" | "visa" | "mastercard" | "amex" | "unionpay";

type Message = (input?: object, options?: { locale?: Locale }) => string;
const names: Record<CardScheme, Message> = {
  mada: m.orders_scheme_mada,
  visa: m.orders_scheme_visa,
  mastercard: m.orders_scheme_mastercard,
  amex: m.orders_scheme_amex,
  unionpay: m.orders_scheme_unionpay,
};
const providers: Record<string, CardScheme> = {
  master: "mastercard",
  "american express": "amex",
  american_express: "amex",
  "union pay": "unionpay",
  union_pay: "unionpay",
};

/** Proper name of a card scheme in `locale` (default: the page's); an unknown one stays as it is, null is empty. */
export function schemeName(scheme: string | null, locale?: Locale): string {
  const said = (scheme ?? "").trim();
  const known = providers[said.toLowerCase()] ?? said.toLowerCase();
  const words = Object.hasOwn(names, known) ? names[known as CardScheme] : null;
  return words ? words({}, locale ? { locale } : {}) : said;
}
