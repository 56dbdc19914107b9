import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { iconNames } from "#ui/icon-names.ts";
import { iconNames as staffIconNames } from "../staff/src/parts/icon-names.ts";
import { iconSprite } from "./icons.ts";

describe.each([
  { folder: "src", parts: "src/ui", names: iconNames },
  { folder: "staff/src", parts: "staff/src/parts", names: staffIconNames },
])("icons of $folder", ({ folder, parts, names }) => {
  it("the committed sprite is what `npm run icons` makes", () => {
    expect(readFileSync(`${parts}/icons.svg`, "utf8")).toBe(iconSprite(names));
  });

  it("every icon of the sprite is used, and listed once in order", () => {
    const sources = globSync(`${folder}/**/*.{ts,tsx}`, { exclude: [`${parts}/icon-names.ts`, "**/*.test.*"] });
    const code = sources.map((file) => readFileSync(file, "utf8")).join("\n");
    expect(names.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
    expect(names).toEqual([...new Set(names)].toSorted());
  });
});
