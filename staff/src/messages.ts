/**
 * The texts of the portal. Wraps Paraglide so that only one language is loaded, and loads the texts of the sign-in, the
 * frame and the first page before all others.
 */
import type * as firstTexts from "./paraglide/first/messages/_index.js";
import type * as pageTexts from "./paraglide/pages/messages/_index.js";

/** Function for each text: `m.staff_shell_seats_of({ sold, capacity })`. */
export type Messages = typeof firstTexts & typeof pageTexts;
export type MessageKey = keyof Messages;
/** Keys of the texts without inputs. */
export type PlainKey = { [Key in MessageKey]: [] extends Parameters<Messages[Key]> ? Key : never }[MessageKey];

export type PortalLocale = "en" | "ar";

// In the module of one language, a text without inputs must still be called with `{}`. In the index of all languages it
// need not be, so the modules are cast to the index's types.
const modules = {
  first: {
    en: () => import("./paraglide/first/messages/en.js") as unknown as Promise<Messages>,
    ar: () => import("./paraglide/first/messages/ar.js") as unknown as Promise<Messages>,
  },
  pages: {
    en: () => import("./paraglide/pages/messages/en.js") as unknown as Promise<Messages>,
    ar: () => import("./paraglide/pages/messages/ar.js") as unknown as Promise<Messages>,
  },
};
let requestedParts: (keyof typeof modules)[] = ["first"];

const loadTexts = async (targetLocale: PortalLocale): Promise<Messages> =>
  Object.assign({}, ...(await Promise.all(requestedParts.map((part) => modules[part][targetLocale]())))) as Messages;

let locale: PortalLocale = "en";
let requestedLocale: PortalLocale = "en";
/** The language of the portal. */
export const getLocale = (): PortalLocale => locale;

/**
 * The texts in the current language, available after the first `setLocale`. A change renders the whole portal again.
 */
export let m: Messages;

const listeners = new Set<(locale: PortalLocale) => void>();
/** Calls `listener` after each change of language. Returns an unsubscribe function. */
export function onLocaleChange(listener: (locale: PortalLocale) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the texts of a language and switches to it. */
export async function setLocale(next: PortalLocale): Promise<void> {
  requestedLocale = next;
  const before = requestedParts;
  const texts = await loadTexts(next);
  // The last request wins, even if an earlier one finishes later.
  if (requestedLocale !== next) return;
  // Texts of the other pages were requested meanwhile.
  if (requestedParts !== before) return setLocale(next);
  m = texts;
  locale = next;
  for (const listener of listeners) listener(locale);
}

/** Also loads the texts of all pages. Every page but the first one waits for them. */
export async function loadPageTexts(): Promise<void> {
  if (!requestedParts.includes("pages")) requestedParts = ["first", "pages"];
  // The requested language, while it is changing.
  const targetLocale = requestedLocale;
  const texts = await loadTexts(targetLocale);
  // Another language was requested meanwhile.
  if (targetLocale !== requestedLocale) return loadPageTexts();
  m = texts;
}

/** The text of a computed key, such as the name of a job. Undefined if there is no such text. */
export function findMessage(key: string, inputs: object = {}): string | undefined {
  const name = key
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replace(/_$/, "");
  const texts = m as unknown as Record<string, ((inputs: object) => string) | undefined>;
  return texts[name.toLowerCase()]?.(inputs);
}

type Replaced<Text extends string, Sign extends string> = Text extends `${infer Before}${Sign}${infer After}`
  ? `${Before}_${Replaced<After, Sign>}`
  : Text;
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;
/** A value as part of a message key: `needs-person` becomes `needs_person`, `venueEng` becomes `venue_eng`. */
export const toSnakeCase = <Text extends string>(text: Text) =>
  text.replaceAll(/[.-]/g, "_").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<
    Replaced<Replaced<Text, "-">, ".">
  >;

/** Names that complete a key prefix: `NameIn<"menu">` includes `"orders"` because of `staff_menu_orders`. */
export type NameIn<Group extends string, Key = PlainKey> = Key extends `staff_${Group}_${infer Name}` ? Name : never;
