/** The portal's own words, for journeys in either language. */
import { readFileSync } from "node:fs";
import type { Locale } from "#i18n/locale.ts";

type Tree = { [key: string]: string | Tree };

const areas = new Map<string, Tree>();

function area(locale: Locale, name: string): Tree {
  const path = `staff/messages/${locale}/${name}.json`;
  const tree = areas.get(path) ?? (JSON.parse(readFileSync(path, "utf8")) as Tree);
  areas.set(path, tree);
  return tree;
}

const formNames = { en: ["one", "other"], ar: ["zero", "one", "two", "few", "many", "other"] };

export type PortalText = (key: string, places?: Record<string, string | number>) => string;

/** `text("runs.move.action", { smart_count: 2 })` as the portal says it. Throws for a key it does not have. */
export const portalText =
  (locale: Locale): PortalText =>
  (key, places = {}) => {
    const [name = "", ...path] = key.split(".");
    let found: string | Tree | undefined = area(locale, name);
    for (const part of path) found = typeof found === "object" ? found[part] : undefined;
    if (typeof found !== "string") throw new Error(`the portal has no text ${key}`);
    const forms = found.split("||||").map((form) => form.trim());
    const at = formNames[locale].indexOf(new Intl.PluralRules(locale).select(Number(places["smart_count"] ?? 1)));
    return (forms[forms.length === 1 ? 0 : at] ?? found).replaceAll(/%\{(\w+)\}/g, (_, place: string) =>
      String(places[place] ?? ""),
    );
  };
