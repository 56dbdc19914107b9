/** Rules that tell whether an item's Arabic is as new as its English. No I/O. */
import { toLeaves, type Language, type Leaf } from "./revision-diff.ts";

/** For each top-level field, the version in which each language last changed. */
export type LanguageMarks = Record<string, Record<Language, number>>;

/** `missing`: English without Arabic. `stale`: the English changed after the Arabic. */
export type LanguageState = "complete" | "missing" | "stale";

/** Groups the texts by top-level field; a list counts as one field. */
function groupByField(data: object): Map<string, Leaf[]> {
  const texts = new Map<string, Leaf[]>();
  for (const leaf of toLeaves(data)) {
    if (leaf.language === null) continue;
    const field = leaf.field.split(".")[0] ?? leaf.field;
    texts.set(field, [...(texts.get(field) ?? []), leaf]);
  }
  return texts;
}

const serializeTexts = (leaves: readonly Leaf[] | undefined, language: Language) =>
  JSON.stringify(leaves?.filter((leaf) => leaf.language === language).map(({ value }) => value) ?? []);

/**
 * Builds the marks of the next version: changed texts get its number, and so does the Arabic of the fields that an
 * editor `confirmed`.
 */
export function nextMarks(
  previous: { data: object; marks: LanguageMarks } | null,
  data: object,
  version: number,
  confirmed: readonly string[] = [],
): LanguageMarks {
  const previousTexts = previous && groupByField(previous.data);
  const marks: LanguageMarks = {};
  for (const [field, leaves] of groupByField(data)) {
    const lastChange = (language: Language) =>
      previousTexts && serializeTexts(previousTexts.get(field), language) === serializeTexts(leaves, language)
        ? (previous?.marks[field]?.[language] ?? 0)
        : version;
    marks[field] = { eng: lastChange("eng"), ar: confirmed.includes(field) ? version : lastChange("ar") };
  }
  return marks;
}

function getFieldState(leaves: readonly Leaf[], mark: Record<Language, number> | undefined): LanguageState {
  const arabic = new Set(leaves.filter(({ language, value }) => language === "ar" && value).map(({ field }) => field));
  if (leaves.some(({ field, language, value }) => language === "eng" && value && !arabic.has(field))) return "missing";
  return mark && mark.eng > mark.ar ? "stale" : "complete";
}

export interface LanguageReport {
  state: LanguageState;
  missing: string[];
  stale: string[];
}

export function languageState(data: object, marks: LanguageMarks): LanguageReport {
  const states = [...groupByField(data)].map(([field, leaves]) => ({
    field,
    state: getFieldState(leaves, marks[field]),
  }));
  const fieldsIn = (expected: LanguageState) =>
    states.filter(({ state }) => state === expected).map(({ field }) => field);
  const [missing, stale] = [fieldsIn("missing"), fieldsIn("stale")];
  return { state: missing.length > 0 ? "missing" : stale.length > 0 ? "stale" : "complete", missing, stale };
}
