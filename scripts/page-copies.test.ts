import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { keepsNothing } from "./page-copies.ts";

it("what keeps something is never copied: two pages would each have their own", () => {
  for (const code of [
    "let cached = null;",
    "const listeners = new Set<() => void>();",
    "const made = [];",
    "const byName = {} as Record<string, string>;",
    "export const Form = createContext(null);",
    "export class Refusal extends Error {}",
    'const Dialog = lazy(() => import("./dialog.tsx"));',
    "const one = { inner: new Map() };",
    "const mark = Symbol();",
    'window.addEventListener("load", start);',
    "export default memo(Part);",
  ]) expect(keepsNothing("a.tsx", code), code).toBe(false);
  for (const file of ["src/platform/session-token.ts", "src/features/sales/cart-store.ts", "src/ui/form-context.ts", "src/ui/carousel-context.ts"]) expect(keepsNothing(file, readFileSync(file, "utf8")), file).toBe(false);
});

it("functions, words and components may be copied", () => {
  for (const code of [
    'import { m } from "#messages"; export const ways = [{ to: "/", label: m.home }] as const;',
    "interface A { b: string } export type C = A; export { x } from './x.ts';",
    "export const price = (n: number) => { let sum = n; return new Map([[sum, 1]]); };",
    "export default function Part() { return <p className={`a ${look}`} />; }",
    'const looks = { plain: "a " + "b", none: "" }; const bars = (<i />); const many = 2 * 20;',
    'export const callLogin = call<typeof api.login>("/api/login");',
  ]) expect(keepsNothing("a.tsx", code), code).toBe(true);
  for (const file of ["src/ui/field.tsx", "src/ui/alert.tsx", "src/features/catalogue/components/course-tile.tsx"]) expect(keepsNothing(file, readFileSync(file, "utf8")), file).toBe(true);
});
