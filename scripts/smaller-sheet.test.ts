import { expect, it } from "vitest";
import { smallerSheet } from "./smaller-sheet.ts";

const old = '@layer properties{@supports ((-webkit-hyphens:none)){*,:before{--tw-a:0;--tw-a-b:initial;--tw-c:initial}::backdrop{--tw-a:0}}}';
const declarations = '@property --tw-a{syntax:"*";inherits:false;initial-value:0}@property --tw-a-b{syntax:"*";inherits:false}@property --tw-c{syntax:"*";inherits:false;initial-value:linear-gradient(#fff, #fff)}';
const sheet = (rules: string) => old + rules + declarations;

it("reads what no rule sets as its first value or as what stands for nothing, whatever brackets are in it", () => {
  expect(smallerSheet(sheet(".x{translate:var(--tw-a) 1px;mask:var(--tw-c);color:var(--tw-a-b,rgb(1 2 3 / var(--nh)));width:calc(1px*var(--tw-a))}"))).toBe(
    ".x{translate:0 1px;mask:linear-gradient(#fff, #fff);color:rgb(1 2 3 / var(--nh));width:calc(1px*0)}",
  );
});

it("leaves what a rule sets, also when another name begins like it", () => {
  const rules = ".x{--tw-a:2;translate:var(--tw-a) var(--tw-a-b,)}.y{color:red;--tw-c:none;mask:var(--tw-c)}";
  expect(smallerSheet(sheet(rules))).toBe(`${rules.replace("var(--tw-a-b,)", "")}${declarations.replace(/@property --tw-a-b\{[^}]*\}/, "")}`);
});

it("writes what is for the children of a class without the bracket, and nothing else", () => {
  const rules = (children: string, first: string) => `.x{color:red}${children}{color:red}@media (width>=48rem){${first}:first-child,.y:is(.a>*){margin:0}}:is(.a,.b>*){margin:0}`;
  expect(smallerSheet(sheet(rules(":is(.\\*\\:px-\\[1\\.5rem\\]>*)", ":is(.md\\:\\*\\:m-0>*)")))).toBe(rules(".\\*\\:px-\\[1\\.5rem\\]>*", ".md\\:\\*\\:m-0>*"));
});

it("fails the build when Tailwind writes it otherwise, or reads what is nothing", () => {
  expect(() => smallerSheet(".x{color:red}")).toThrow("another way");
  expect(() => smallerSheet(sheet(".x{color:var(--tw-a-b)}"))).toThrow("--tw-a-b is read where it is nothing");
});
