/** The portal's own words, for journeys in either language. */
import { readFileSync } from "node:fs";
import type { Locale } from "#i18n/locale.ts";

type Message = string | [{ match: Record<string, string> }];

const areas = new Map<string, Record<string, Message>>();

function area(locale: Locale, name: string): Record<string, Message> {
  const path = `messages/${locale}/staff/${name}.json`;
  const texts = areas.get(path) ?? (JSON.parse(readFileSync(path, "utf8")) as Record<string, Message>);
  areas.set(path, texts);
  return texts;
}

export type PortalText = (key: string, places?: Record<string, string | number>) => string;

/** `text("runs.move.action", { count: 2 })` is `staff_runs_move_action`. Throws for a key that the portal has not. */
export const portalText =
  (locale: Locale): PortalText =>
  (key, places = {}) => {
    const [name = ""] = key.split(".");
    const message = area(locale, name)[`staff_${key.replaceAll(/[.-]/g, "_")}`];
    const form = new Intl.PluralRules(locale).select(Number(places["count"] ?? 1));
    const text = typeof message === "object" ? message[0].match[`many=${form}`] : message;
    if (text === undefined) throw new Error(`the portal has no text ${key}`);
    return text.replaceAll(/\{(\w+)\}/g, (_, place: string) => String(places[place] ?? ""));
  };
