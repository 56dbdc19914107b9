/**
 * `npm run icons`: writes the sprites of the site and of the staff portal from lucide's drawings, one symbol for each
 * icon name.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { iconNames } from "../src/ui/icon-names.ts";
import { portalIconNames } from "../staff/src/parts/portal-icon-names.ts";

const svgAttributes =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"';

function buildSymbol(name: string): string {
  const svg = readFileSync(`node_modules/lucide-static/icons/${name}.svg`, "utf8");
  const shapes = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg)?.[1] ?? "";
  return `<symbol id="${name}" ${svgAttributes}>${shapes.replaceAll(/\s*\n\s*/g, "")}</symbol>`;
}

/** Returns the text of a sprite, by default of the site's. Throws for a name that lucide does not have. */
export function iconSprite(names: readonly string[] = iconNames): string {
  const licence = "<!-- Lucide, ISC licence: https://lucide.dev/license -->";
  return ['<svg xmlns="http://www.w3.org/2000/svg">', licence, ...names.map(buildSymbol), "</svg>", ""].join("\n");
}

if (import.meta.main) {
  writeFileSync("src/ui/icons.svg", iconSprite());
  writeFileSync("staff/src/parts/portal-icons.svg", iconSprite(portalIconNames));
}
