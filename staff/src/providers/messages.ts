/** react-admin's i18n provider over our own message files: `%{name}` is replaced, plural forms are split by `||||`. */
import type { I18nProvider } from "ra-core";
import { setApiLanguage } from "../api.ts";
import type { Messages } from "./messages.en.ts";

export type PortalLocale = "en" | "ar";

const files = {
  en: () => import("./messages.en.ts"),
  ar: () => import("./messages.ar.ts"),
};
const loaded = new Map<PortalLocale, Map<string, string>>();

function flatten(tree: Messages, into: Map<string, string>, path = ""): Map<string, string> {
  for (const [key, value] of Object.entries(tree))
    if (typeof value === "string") into.set(path + key, value);
    else flatten(value, into, `${path}${key}.`);
  return into;
}

async function load(locale: PortalLocale): Promise<void> {
  if (!loaded.has(locale)) loaded.set(locale, flatten((await files[locale]()).messages, new Map()));
}

/** The forms a text lists, in the order of CLDR: two in English, six in Arabic. */
const formsOf = { en: ["one", "other"], ar: ["zero", "one", "two", "few", "many", "other"] } as const;
const rules = { en: new Intl.PluralRules("en"), ar: new Intl.PluralRules("ar") };

/** The text of one form. Texts without `||||` have one. */
export function pluralForm(text: string, locale: PortalLocale, count: number): string {
  const forms = text.split("||||").map((form) => form.trim());
  if (forms.length === 1) return text;
  const index = (formsOf[locale] as readonly string[]).indexOf(rules[locale].select(count));
  return forms[index] ?? forms.at(-1) ?? text;
}

/**
 * An i18n provider that starts with `first`, whose messages are loaded before it resolves. `onChange` is called when
 * the language is another one.
 */
export async function messagesProvider(first: PortalLocale, onChange?: () => void): Promise<I18nProvider> {
  let locale = first;
  await load(locale);
  setApiLanguage(locale);
  return {
    translate(key, options: Record<string, unknown> = {}) {
      const text = loaded.get(locale)?.get(key) ?? (options["_"] as string | undefined) ?? key;
      // The framework's checks of a length name it by `min` or `max` only.
      const count = options["smart_count"] ?? options["min"] ?? options["max"];
      const form = typeof count === "number" ? pluralForm(text, locale, count) : (text.split("||||")[0] ?? text).trim();
      return form.replaceAll(/%\{(\w+)\}/g, (_, name: string) => String(options[name] ?? ""));
    },
    async changeLocale(next: string) {
      await load(next as PortalLocale);
      locale = next as PortalLocale;
      setApiLanguage(locale);
      onChange?.();
    },
    getLocale: () => locale,
    getLocales: () => [
      { locale: "en", name: "English" },
      { locale: "ar", name: "العربية" },
    ],
  };
}
