/** Lucide's icons without lucide's runtime, which can do much that no page asks for: 1.4 kB less on every page. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const maker = fileURLToPath(new URL("../src/ui/line-icon.ts", import.meta.url));

/** The module of one icon, made by `src/ui/line-icon.ts`; names and keys, which only its own runtime reads, are left out. */
export function withOwnMaker(code: string): string {
  return code
    .replace(/^\/\*\*[\s\S]*?\*\//, "")
    .replace("'../createLucideIcon.mjs'", JSON.stringify(maker))
    .replace("createLucideIcon(__iconData)", "/* @__PURE__ */ createLucideIcon(__iconData)")
    .replace(/^ {2}(?:name: "[\w-]+"|size: 24),\n/gm, "")
    .replace(/,?\s*key: "\w+"/g, "");
}

/** For both sides of a build: what the server draws and what the browser takes over must be the same. */
export function lineIcons(): Plugin {
  return {
    name: "line-icons",
    apply: "build",
    transform: (code, id) => (/lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/.test(id) && code.includes("createLucideIcon") ? { code: withOwnMaker(code), map: null } : null),
  };
}
