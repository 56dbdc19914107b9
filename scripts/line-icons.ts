/** Lucide's icons without lucide's runtime, which can do much that no page asks for: 1.4 kB less on every page. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const maker = fileURLToPath(new URL("../src/ui/line-icon.ts", import.meta.url));
const icon = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;

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
    enforce: "pre",
    // In the browser each module that shows an icon has its own copy: 100 bytes more here and there instead of a request for each.
    async resolveId(source, importer, options) {
      if (this.environment.name !== "client" || !importer) return null;
      const copy = /\?of=.*/.exec(importer)?.[0] ?? (source.startsWith("lucide-react/icons/") ? `?of=${basename(importer)}` : null);
      if (copy === null) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && icon.test(found.id) ? found.id + copy : found;
    },
    load: (id) => (/\?of=/.test(id) ? readFileSync(id.replace(/\?.*/, ""), "utf8") : null),
    transform: (code, id) => (icon.test(id.replace(/\?.*/, "")) && code.includes("createLucideIcon") ? { code: withOwnMaker(code), map: null } : null),
  };
}
