/** Whether an item's Arabic is as new as its English. No I/O. */
import { leavesOf, type Language, type Leaf } from "./revision-diff.ts";

/** By top-level field: the version in which each language last changed. */
export type LanguageMarks = Record<string, Record<Language, number>>;

/** `missing`: English without Arabic. `stale`: the English changed after the Arabic. */
export type LanguageState = "complete" | "missing" | "stale";

/** A list is one field. */
function textsOf(data: object): Map<string, Leaf[]> {
  const texts = new Map<string, Leaf[]>();
  for (const leaf of leavesOf(data)) {
    if (leaf.language === null) continue;
    const field = leaf.field.split(".")[0] ?? leaf.field;
    texts.set(field, [...(texts.get(field) ?? []), leaf]);
  }
  return texts;
}

const sideOf = (leaves: readonly Leaf[] | undefined, language: Language) =>
  JSON.stringify(leaves?.filter((leaf) => leaf.language === language).map(({ value }) => value) ?? []);

/** Marks of the next version: changed texts get its number, and so does Arabic that someone `confirmed`. */
export function nextMarks(
  previous: { data: object; marks: LanguageMarks } | null,
  data: object,
  version: number,
  confirmed: readonly string[] = [],
): LanguageMarks {
  const old = previous && textsOf(previous.data);
  const marks: LanguageMarks = {};
  for (const [field, leaves] of textsOf(data)) {
    const since = (language: Language) =>
      old && sideOf(old.get(field), language) === sideOf(leaves, language)
        ? (previous?.marks[field]?.[language] ?? 0)
        : version;
    marks[field] = { eng: since("eng"), ar: confirmed.includes(field) ? version : since("ar") };
  }
  return marks;
}

function stateOf(leaves: readonly Leaf[], mark: Record<Language, number> | undefined): LanguageState {
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
  const states = [...textsOf(data)].map(([field, leaves]) => ({ field, state: stateOf(leaves, marks[field]) }));
  const those = (wanted: LanguageState) => states.filter(({ state }) => state === wanted).map(({ field }) => field);
  const [missing, stale] = [those("missing"), those("stale")];
  return { state: missing.length > 0 ? "missing" : stale.length > 0 ? "stale" : "complete", missing, stale };
}
