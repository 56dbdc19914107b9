import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { iconNames } from "#ui/icon-names.ts";
import { iconSprite } from "./icons.ts";

it("the committed sprite is what `npm run icons` makes", () => {
  expect(readFileSync("src/ui/icons.svg", "utf8")).toBe(iconSprite());
});

it("every icon of the sprite is used, and listed once in order", () => {
  const sources = globSync("src/**/*.{ts,tsx}", { exclude: ["src/ui/icon-names.ts", "src/**/*.test.*"] });
  const code = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(iconNames.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
  expect(iconNames).toEqual([...new Set(iconNames)].toSorted());
});
