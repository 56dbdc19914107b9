import { AsyncLocalStorage } from "node:async_hooks";
import Negotiator from "negotiator";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import { locales, type Locale } from "./locale.ts";

const currentLocale = new AsyncLocalStorage<Locale>();
overwriteGetLocale(() => currentLocale.getStore() ?? "en");

/** Runs `work` and everything that it awaits in a language. */
export function inLocale<T>(locale: Locale, work: () => T): T {
  return currentLocale.run(locale, work);
}

/** Returns the site's language that `Accept-Language` prefers; English when it names none of them. */
export function acceptedLocale(header: string | undefined): Locale {
  const best = new Negotiator({ headers: { "accept-language": header } }).language([...locales]);
  return locales.find((locale) => locale === best) ?? "en";
}
