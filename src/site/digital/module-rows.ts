import type { SoftwareModule } from "#features/content/content.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import type { LocalizedText } from "#i18n/localized-text.tsx";

/** A text and the language it is in. */
export interface SaidText {
  text: string;
  lang: Locale;
}

/** A line of a supplier's module table; `lang` says which language its name and text are in. */
export interface ModuleRow extends SaidText {
  name: string;
  usedBy: SaidText | undefined;
  connectsTo: SaidText | undefined;
}

/** The parts of a system. A part is written as one text, "Name: what it does"; a text without a colon is a name alone. */
export function moduleRows(system: SoftwareModule, locale: Locale): ModuleRow[] {
  const said = (of: LocalizedText | undefined) => of && localText(locale, of.eng, of.ar);
  return system.features.map(({ eng, ar, used_by, connects_to }) => {
    const { text, lang } = localText(locale, eng, ar);
    const [name = "", ...rest] = text.split(":");
    const does = rest.join(":").trim();
    return {
      name: name.trim(),
      text: lang === "en" ? does.charAt(0).toUpperCase() + does.slice(1) : does,
      lang,
      usedBy: said(used_by),
      connectsTo: said(connects_to),
    };
  });
}
