/** What Tailwind writes into the style sheet for utilities that the site does not use, taken out (docs/decisions/016). */
import type { Plugin } from "vite";

/** A custom property as `@property` declares it; `null` when it begins as nothing. */
type Initial = Map<string, string | null>;

const declared = /@property (--tw-[\w-]+)\{([^}]*)\}/g;
/** The same beginnings once more, for browsers without `@property`; minified it is one block of one layer. */
const forOldBrowsers = /@layer properties\{@supports [^{]*\{(?:[^{}]*\{[^{}]*\})*\}\}/;

/** Where the bracket that opens at `from` closes. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  throw new Error(`A bracket stays open: ${text.slice(from, from + 80)}`);
}

/** `var(--name)` and `var(--name, otherwise)` as what a property that nothing sets comes to. */
function read(css: string, name: string, initial: string | null): string {
  const start = `var(${name}`;
  let out = "";
  let from = 0;
  for (let at = css.indexOf(start); at >= 0; at = css.indexOf(start, from)) {
    const after = at + start.length;
    if (!/[,)]/.test(css[after] ?? "")) {
      out += css.slice(from, after);
      from = after;
      continue;
    }
    const end = closing(css, at + 3);
    const otherwise = css[after] === "," ? css.slice(after + 1, end) : null;
    const value = initial ?? otherwise;
    if (value === null) throw new Error(`${name} is read where it is nothing`);
    out += css.slice(from, at) + value;
    from = end + 1;
  }
  return out + css.slice(from);
}

/**
 * Tailwind's `*:` as `:is(.x>*)`, which a browser tries on every element of a page; as `.x>*`, which weighs the same, it first asks whether
 * there is such a class above.
 */
const ofChildren = /(?<=[{},]):is\((\.(?:\\.|[\w-])+>\*)\)/g;

/**
 * The minified sheet without Tailwind's internal properties that no rule sets (each is read as its first value), and without the second
 * list of first values, and with plainer selectors. What an element looks like does not change. Throws when the sheet is not written as expected.
 */
export function smallerSheet(css: string): string {
  if (!forOldBrowsers.test(css)) throw new Error("Tailwind writes first values in another way: look again at scripts/smaller-sheet.ts");
  let sheet = css.replace(forOldBrowsers, "").replace(ofChildren, "$1");
  const initial: Initial = new Map([...sheet.matchAll(declared)].map(([, name = "", body = ""]) => [name, /initial-value:([^;]*)/.exec(body)?.[1] ?? null]));
  const set = new Set([...sheet.matchAll(/[{;](--tw-[\w-]+):/g)].map(([, name]) => name));
  for (const [name, value] of initial) if (!set.has(name)) sheet = read(sheet, name, value);
  return sheet.replace(declared, (rule, name: string) => (set.has(name) ? rule : ""));
}

/** Stands behind Tailwind's own plugin. */
export function smallerSheets(): Plugin {
  return {
    name: "smaller-sheets",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/ui\/app\.css$/ },
      handler: (code) => smallerSheet(code),
    },
  };
}
