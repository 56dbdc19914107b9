import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { iconNames } from "#ui/icon-names.ts";
import { portalIconNames } from "../staff/src/parts/portal-icon-names.ts";
import { iconSprite } from "./icons.ts";

describe.each([
  { folder: "src", sprite: "src/ui/icons.svg", list: "src/ui/icon-names.ts", names: iconNames },
  {
    folder: "staff/src",
    sprite: "staff/src/parts/portal-icons.svg",
    list: "staff/src/parts/portal-icon-names.ts",
    names: portalIconNames,
  },
])("icons of $folder", ({ folder, sprite, list, names }) => {
  it("the committed sprite is the output of `npm run icons`", () => {
    expect(readFileSync(sprite, "utf8")).toBe(iconSprite(names));
  });

  it("every icon of the sprite is used, and listed once in order", () => {
    const sources = globSync(`${folder}/**/*.{ts,tsx}`, { exclude: [list, "**/*.test.*"] });
    const code = sources.map((file) => readFileSync(file, "utf8")).join("\n");
    expect(names.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
    expect(names).toEqual([...new Set(names)].toSorted());
  });
});
