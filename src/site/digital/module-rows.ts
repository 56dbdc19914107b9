import type { SoftwareModule } from "#features/content/content.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import type { LocalizedText } from "#i18n/localized-text.tsx";

export interface SaidText {
  text: string;
  lang: Locale;
}

/** `lang` is the language of name and text. */
export interface ModuleRow extends SaidText {
  name: string;
  usedBy: SaidText | undefined;
  connectsTo: SaidText | undefined;
}

/** A part is a text "Name: what it does"; without a colon only a name. */
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
