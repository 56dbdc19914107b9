import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { withOwnMaker } from "./line-icons.ts";

const folder = "node_modules/lucide-react/dist/esm/icons";
/** The icons the site shows. */
const used = new Set(readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx")).flatMap((name) => [...readFileSync(`src/${name}`, "utf8").matchAll(/lucide-react\/icons\/([\w-]+)/g)].map(([, icon]) => icon ?? "")));

it("leaves nothing of lucide's runtime in an icon, and all of its drawing", () => {
  expect(used.size).toBeGreaterThan(40);
  for (const name of used) {
    const code = readFileSync(`${folder}/${name}.mjs`, "utf8");
    if (!code.includes("createLucideIcon")) continue;
    const made = withOwnMaker(code);
    expect(made, name).not.toMatch(/lucideIcon\.mjs|key:|name:|size:/i);
    expect(made.match(/\b(?:d|points|cx|cy|r|x\d?|y\d?|rx|ry|width|height): "[^"]*"/g), name).toEqual(code.match(/\b(?:d|points|cx|cy|r|x\d?|y\d?|rx|ry|width|height): "[^"]*"/g));
    // Ours draws in the common square of 24.
    expect(code, name).toContain("size: 24");
  }
});
