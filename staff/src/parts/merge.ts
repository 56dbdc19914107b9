/** Compares texts as JSON and merges the changes of two people. No I/O. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Deep equality. The order of keys does not matter. */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => same(value, other[at]));
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => same(one[key], other[key]));
  }
  return one === other;
}

/** The top-level keys that differ between two texts. */
export function differing(one: object, other: object): string[] {
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !same(a[key], b[key]));
}

export interface Merged<Data> {
  value: Data;
  /** Paths that both changed differently. `value` has mine there. */
  clashes: string[];
}

/** Merges both people's changes of `base`. */
export function merge<Data>(base: Data, mine: Data, theirs: Data): Merged<Data> {
  const clashes: string[] = [];
  const at = (was: unknown, own: unknown, other: unknown, path: string): unknown => {
    if (same(own, other) || same(was, other)) return own;
    if (same(was, own)) return other;
    const inside = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
    if (isObject(own) && isObject(other)) {
      const before = isObject(was) ? was : {};
      const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])];
      return Object.fromEntries(keys.map((key) => [key, at(before[key], own[key], other[key], inside(key))]));
    }
    const isRowByRow = [was, own, other].every((rows) => Array.isArray(rows) && rows.length === (own as []).length);
    if (isRowByRow)
      return (own as unknown[]).map((row, index) =>
        at((was as unknown[])[index], row, (other as unknown[])[index], inside(index)),
      );
    clashes.push(path);
    return own;
  };
  return { value: at(base, mine, theirs, "") as Data, clashes };
}
