import { m, textNamed } from "../messages.ts";
import type { Language } from "../../../src/features/content/editing/revision-diff.ts";
import { splitKey } from "./kinds.ts";

const fieldLabel = (field: string) => textNamed(`staff_content_fields_${field}`) ?? field;

function of(path: string): string {
  const [field = "", ...rest] = path.split(".");
  const places = rest.filter((part) => /^\d+$/.test(part)).map((part) => String(Number(part) + 1));
  const inner = rest.filter((part) => !/^\d+$/.test(part) && part !== "items").map(fieldLabel);
  return [fieldLabel(field), ...places, ...inner].join(", ");
}

const inLanguage = (path: string, language: Language | null): string =>
  language
    ? m.staff_editor_in_language({ field: of(path), language: m[`staff_editor_languages_${language}`]() })
    : of(path);

/** Labels of fields: `curriculum.1.items.2` becomes "Curriculum, 2, 3", `summary_ar` becomes "Summary, Arabic". */
export const labels = {
  /** Label of a field path without language. */
  of,
  /** Label of a field path in a language. */
  inLanguage,
  /** Label of a key of the data. */
  ofKey: (key: string) => {
    const { field, language } = splitKey(key);
    return inLanguage(field, language);
  },
};
