import { expect, it } from "vitest";
import { enclosed, fromVendor, withRuntime } from "./runtime-within.ts";

const runtime = "var e = 1, t = () => e;\nexport { t as n, e as t };";

/** A module's exports; what it imports from the vendor's file is that file's address. */
const run = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<Record<string, unknown>>;

it("keeps the runtime's own names inside, gives the vendor what it used under its own names and everybody else the same", async () => {
  const vendor = withRuntime('import { n as made, t as e2 } from "./rolldown-runtime-abc.js";\nconst e = "vendor", t = made();\nexport { e as x, t as y, e2 as z };', runtime);
  expect(await run(vendor)).toMatchObject({ x: "vendor", y: 1, z: 1 });
  const page = fromVendor('import{n as a}from"./rolldown-runtime-abc.js";import{x}from"./vendor-1.js";export const said = x + a();', "vendor-1.js");
  expect(await run(page.replaceAll('"./vendor-1.js"', JSON.stringify(`data:text/javascript,${encodeURIComponent(vendor)}`)))).toMatchObject({ said: "vendor1" });
});

it("leaves a file alone that has nothing of the runtime", () => {
  expect(fromVendor('import{x}from"./vendor-1.js";', "vendor-1.js")).toBe('import{x}from"./vendor-1.js";');
});

it("fails the build when the runtime is written otherwise", () => {
  expect(() => enclosed("export default 1")).toThrow("another way");
});
