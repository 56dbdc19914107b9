import { useTranslate } from "ra-core";
import type { Language } from "../../../src/features/content/editing/revision-diff.ts";
import { splitKey } from "./kinds.ts";

/** `curriculum.1.items.2` → "Curriculum, 2, 3"; `summary_ar` → "Summary, Arabic". */
export function useLabels() {
  const translate = useTranslate();
  const of = (path: string) => {
    const [field = "", ...rest] = path.split(".");
    const places = rest.filter((part) => /^\d+$/.test(part)).map((part) => String(Number(part) + 1));
    const inner = rest.filter((part) => !/^\d+$/.test(part) && part !== "items").map((part) => labelOf(part));
    return [labelOf(field), ...places, ...inner].join(", ");
  };
  const labelOf = (field: string) => translate(`content.fields.${field}`, { _: field });
  const inLanguage = (path: string, language: Language | null) =>
    language ? translate("editor.in_language", { field: of(path), language: nameOf(language) }) : of(path);
  const nameOf = (language: Language) => translate(`editor.languages.${language}`);
  return {
    /** Of a field's path without language. */
    of,
    /** Of a field's path and its language. */
    inLanguage,
    /** Of a key of the data. */
    ofKey: (key: string) => {
      const { field, language } = splitKey(key);
      return inLanguage(field, language);
    },
  };
}
