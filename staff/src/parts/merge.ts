/** Compares JSON values and merges the changes of two people. No I/O. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Deep equality. The order of keys does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isEqual(value, b[index]));
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => isEqual(a[key], b[key]));
  }
  return a === b;
}

/** The top-level keys whose values differ. */
export function getDifferingKeys(before: object, after: object): string[] {
  const [a, b] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isEqual(a[key], b[key]));
}

export interface Merged<Data> {
  value: Data;
  /** Paths that both people changed differently. `value` has `mine` there. */
  clashes: string[];
}

/** Merges the changes of two people to `base`. */
export function merge<Data>(base: Data, mine: Data, theirs: Data): Merged<Data> {
  const clashes: string[] = [];
  const mergeAt = (baseValue: unknown, mineValue: unknown, theirsValue: unknown, path: string): unknown => {
    if (isEqual(mineValue, theirsValue) || isEqual(baseValue, theirsValue)) return mineValue;
    if (isEqual(baseValue, mineValue)) return theirsValue;
    const joinPath = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
    if (isObject(mineValue) && isObject(theirsValue)) {
      const baseObject = isObject(baseValue) ? baseValue : {};
      const keys = [...new Set([...Object.keys(mineValue), ...Object.keys(theirsValue)])];
      return Object.fromEntries(
        keys.map((key) => [key, mergeAt(baseObject[key], mineValue[key], theirsValue[key], joinPath(key))]),
      );
    }
    const areListsOfSameLength = [baseValue, mineValue, theirsValue].every(
      (rows) => Array.isArray(rows) && rows.length === (mineValue as []).length,
    );
    if (areListsOfSameLength)
      return (mineValue as unknown[]).map((row, index) =>
        mergeAt((baseValue as unknown[])[index], row, (theirsValue as unknown[])[index], joinPath(index)),
      );
    clashes.push(path);
    return mineValue;
  };
  return { value: mergeAt(base, mine, theirs, "") as Data, clashes };
}
