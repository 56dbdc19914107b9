/** Texts as JSON: whether two are the same, what differs, and how two people's changes become one text. No I/O. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whatever the order of the keys. */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => same(value, other[at]));
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => same(one[key], other[key]));
  }
  return one === other;
}

/** The top-level keys in which two texts differ. */
export function differing(one: object, other: object): string[] {
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !same(a[key], b[key]));
}

export interface Merged<Data> {
  value: Data;
  /** Paths that both have changed, differently: there `value` is mine. */
  clashes: string[];
}

/** Both people's changes of `base` in one text. */
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
