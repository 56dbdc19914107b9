import { m, findMessage } from "../messages.ts";
import type { Language } from "../../../src/features/content/editing/revision-diff.ts";
import { splitKey } from "./kinds.ts";

const getFieldLabel = (field: string) => findMessage(`staff_content_fields_${field}`) ?? field;

function forPath(path: string): string {
  const [field = "", ...rest] = path.split(".");
  const positions = rest.filter((part) => /^\d+$/.test(part)).map((part) => String(Number(part) + 1));
  const innerLabels = rest.filter((part) => !/^\d+$/.test(part) && part !== "items").map(getFieldLabel);
  return [getFieldLabel(field), ...positions, ...innerLabels].join(", ");
}

const inLanguage = (path: string, language: Language | null): string =>
  language
    ? m.staff_editor_in_language({ field: forPath(path), language: m[`staff_editor_languages_${language}`]() })
    : forPath(path);

/** Labels of fields: `curriculum.1.items.2` becomes "Curriculum, 2, 3", `summary_ar` becomes "Summary, Arabic". */
export const labels = {
  /** Label of a field path without language. */
  forPath,
  /** Label of a field path in a language. */
  inLanguage,
  /** Label of a key of the data. */
  forKey: (key: string) => {
    const { field, language } = splitKey(key);
    return inLanguage(field, language);
  },
};
