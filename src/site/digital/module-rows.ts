import type { SoftwareModule } from "#features/content/content.ts";
import { localText, type Locale } from "#i18n/locale.ts";

/** A line of a supplier's module table; `lang` says which language its texts are in. */
export interface ModuleRow {
  name: string;
  text: string;
  lang: Locale;
}

/** The parts of a system. A part is written as one text, "Name: what it does"; a text without a colon is a name alone. */
export function moduleRows(system: SoftwareModule, locale: Locale): ModuleRow[] {
  return system.features.map(({ eng, ar }) => {
    const { text, lang } = localText(locale, eng, ar);
    const [name = "", ...rest] = text.split(":");
    const does = rest.join(":").trim();
    return { name: name.trim(), text: lang === "en" ? does.charAt(0).toUpperCase() + does.slice(1) : does, lang };
  });
}
