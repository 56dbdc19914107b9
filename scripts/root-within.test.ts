import { expect, it } from "vitest";
import { namedAgain, withNames } from "./root-within.ts";

it("gives a file the names under which another one passed on what it exports", async () => {
  const { names, file } = namedAgain('export{n as ErrorBoundary,r as Layout,a as default}from"./frame-1.js";\n');
  expect(file).toBe("frame-1.js");
  const code = withNames('const x="boundary",y="layout",z="page";export{x as n,y as r,z as a};', names);
  expect({ ...(await import(`data:text/javascript,${encodeURIComponent(code)}`)) }).toEqual({ n: "boundary", r: "layout", a: "page", ErrorBoundary: "boundary", Layout: "layout", default: "page" });
});

it("fails the build when the file does more than pass on names, or they are not there", () => {
  expect(() => namedAgain('import{a}from"./frame-1.js";a();export{a as default};')).toThrow("more than names");
  expect(() => withNames("const x=1;export{x as n};", [["r", "Layout"]])).toThrow("does not export r");
  expect(() => withNames("export const x=1;", [["x", "Layout"]])).toThrow("another way");
});
