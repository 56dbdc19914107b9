/** Reads the portal's texts for journeys in either language. */
import { readFileSync } from "node:fs";
import type { Locale } from "#i18n/locale.ts";

type Message = string | [{ match: Record<string, string> }];

const areas = new Map<string, Record<string, Message>>();

function readArea(locale: Locale, name: string): Record<string, Message> {
  const path = `messages/${locale}/staff/${name}.json`;
  const texts = areas.get(path) ?? (JSON.parse(readFileSync(path, "utf8")) as Record<string, Message>);
  areas.set(path, texts);
  return texts;
}

export type PortalText = (key: string, values?: Record<string, string | number>) => string;

/** `text("runs.move.action", { count: 2 })` reads the message `staff_runs_move_action`. Throws for an unknown key. */
export const portalText =
  (locale: Locale): PortalText =>
  (key, values = {}) => {
    const [area = ""] = key.split(".");
    const message = readArea(locale, area)[`staff_${key.replaceAll(/[.-]/g, "_")}`];
    const form = new Intl.PluralRules(locale).select(Number(values["count"] ?? 1));
    const text = typeof message === "object" ? message[0].match[`many=${form}`] : message;
    if (text === undefined) throw new Error(`the portal has no text ${key}`);
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  };
