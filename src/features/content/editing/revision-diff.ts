/** Language of a text within a revision. No I/O in this file. */
export type Language = "eng" | "ar";
type Value = string | number | boolean | null;

/** `title` in English, `speakers.0.name` in Arabic, `slug` in no language. */
export interface Leaf {
  field: string;
  language: Language | null;
  value: Value;
}

const joinPath = (path: string, key: string) => (path ? `${path}.${key}` : key);

/** Lists all values in order; `name_eng` and `name_ar` are one field, as are `eng` and `ar` of a pair. */
export function toLeaves(data: unknown, path = "", language: Language | null = null): Leaf[] {
  if (data === undefined) return [];
  if (Array.isArray(data))
    return data.flatMap((item, index) => toLeaves(item, joinPath(path, String(index)), language));
  if (typeof data !== "object" || data === null) return [{ field: path, language, value: data as Value }];
  return Object.entries(data).flatMap(([key, value]) => {
    const [, name, suffix] = /^(?:(.+)_)?(eng|ar)$/.exec(key) ?? [];
    if (suffix === undefined) return toLeaves(value, joinPath(path, key), language);
    return toLeaves(value, name === undefined ? path : joinPath(path, name), suffix as Language);
  });
}

/** `before` or `after` is null where that side does not have the field. */
export interface Difference {
  field: string;
  language: Language | null;
  before: Value;
  after: Value;
}

/** A revision from before a field was added does not have it; this counts as an empty value. */
const isEmptyField = ({ field, value }: Pick<Leaf, "field" | "value">) => value === "" && !field.includes(".");

/** Lists differences per field and language, in the order of the newer revision. */
export function differences(before: object, after: object): Difference[] {
  const getLeafKey = ({ field, language }: Leaf) => `${field} ${language ?? ""}`;
  const oldLeaves = new Map(toLeaves(before).map((leaf) => [getLeafKey(leaf), leaf]));
  const currentLeaves = toLeaves(after);
  const currentKeys = new Set(currentLeaves.map(getLeafKey));
  const changed = currentLeaves.flatMap((leaf): Difference[] => {
    const oldValue = oldLeaves.get(getLeafKey(leaf))?.value ?? null;
    return oldValue === leaf.value || (oldValue === null && isEmptyField(leaf))
      ? []
      : [{ field: leaf.field, language: leaf.language, before: oldValue, after: leaf.value }];
  });
  const removed = [...oldLeaves].flatMap(([key, { field, language, value }]): Difference[] =>
    currentKeys.has(key) || value === null || isEmptyField({ field, value })
      ? []
      : [{ field, language, before: value, after: null }],
  );
  return [...changed, ...removed];
}

/** Lists each change once: `title_eng`, `slug`, and `speakers` for any change in that list. */
export const changedKeys = (before: object, after: object): string[] => [
  ...new Set(
    differences(before, after).map(({ field, language }) => {
      const [top = field, ...inside] = field.split(".");
      return inside.length > 0 || language === null ? top : `${top}_${language}`;
    }),
  ),
];

/** Lists top-level fields, each once: `title`, `speakers`. */
export const changedFields = (before: object, after: object): string[] => [
  ...new Set(differences(before, after).map(({ field }) => field.split(".")[0] ?? field)),
];
