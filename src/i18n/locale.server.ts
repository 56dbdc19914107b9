import { AsyncLocalStorage } from "node:async_hooks";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import type { Locale } from "./locale.ts";

const current = new AsyncLocalStorage<Locale>();
overwriteGetLocale(() => current.getStore() ?? "en");

export function inLocale<T>(locale: Locale, work: () => T): T {
  return current.run(locale, work);
}
