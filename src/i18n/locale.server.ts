import { AsyncLocalStorage } from "node:async_hooks";
import Negotiator from "negotiator";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import { locales, type Locale } from "./locale.ts";

const current = new AsyncLocalStorage<Locale>();
overwriteGetLocale(() => current.getStore() ?? "en");

export function inLocale<T>(locale: Locale, work: () => T): T {
  return current.run(locale, work);
}

/** The language of an API answer: the one of ours that `Accept-Language` likes best, English when it names neither. */
export function acceptedLocale(header: string | undefined): Locale {
  const best = new Negotiator({ headers: { "accept-language": header } }).language([...locales]);
  return locales.find((locale) => locale === best) ?? "en";
}
