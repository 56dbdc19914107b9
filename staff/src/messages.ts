/**
 * The portal's texts: Paraglide's functions, of which only the modules of one's own language are loaded; those of the
 * sign-in, the frame and the first page before all others.
 */
import type * as firstTexts from "./paraglide/first/messages/_index.js";
import type * as pageTexts from "./paraglide/pages/messages/_index.js";

/** A function for each text, `m.staff_shell_seats_of({ sold, capacity })`. */
export type Messages = typeof firstTexts & typeof pageTexts;
export type MessageKey = keyof Messages;
/** Those of a text that needs nothing put in. */
export type PlainKey = { [Key in MessageKey]: [] extends Parameters<Messages[Key]> ? Key : never }[MessageKey];

export type PortalLocale = "en" | "ar";

// The types of one language ask for empty inputs, where those of both leave them out.
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

const read = async (of: PortalLocale): Promise<Messages> =>
  Object.assign({}, ...(await Promise.all(requestedParts.map((part) => modules[part][of]())))) as Messages;

let locale: PortalLocale = "en";
let requestedLocale: PortalLocale = "en";
/** The language of the portal. */
export const getLocale = (): PortalLocale => locale;

/** The texts of that language; there since the first `setLocale`. The whole portal is drawn again in another. */
export let m: Messages;

const listeners = new Set<(locale: PortalLocale) => void>();
/** Calls `listener` after each change of the language; what it answers ends that. */
export function onLocaleChange(listener: (locale: PortalLocale) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the texts of a language and speaks it from then on. */
export async function setLocale(next: PortalLocale): Promise<void> {
  requestedLocale = next;
  const before = requestedParts;
  const texts = await read(next);
  // The last one asked for is spoken, whichever comes last.
  if (requestedLocale !== next) return;
  // The other pages' were asked for meanwhile.
  if (requestedParts !== before) return setLocale(next);
  m = texts;
  locale = next;
  for (const listener of listeners) listener(locale);
}

/** Loads the texts of all pages, too; each page but the first waits for them. */
export async function loadPageTexts(): Promise<void> {
  if (!requestedParts.includes("pages")) requestedParts = ["first", "pages"];
  // The language on its way, where it changes.
  const of = requestedLocale;
  const texts = await read(of);
  // Another one was asked for meanwhile.
  if (of !== requestedLocale) return loadPageTexts();
  m = texts;
}

/** The text of a key that a value names, such as the name of a job; undefined for a value without one. */
export function textNamed(key: string, inputs: object = {}): string | undefined {
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
/** A value as keys write it: `needs-person` is `needs_person`, `venueEng` is `venue_eng`. */
export const underscored = <Text extends string>(text: Text) =>
  text.replaceAll(/[.-]/g, "_").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<
    Replaced<Replaced<Text, "-">, ".">
  >;

/** What may stand behind a key's beginning: `NameIn<"menu">` is `"orders"` for `staff_menu_orders`. */
export type NameIn<Group extends string, Key = PlainKey> = Key extends `staff_${Group}_${infer Name}` ? Name : never;
