/** The root route's own file, which only names again what is in the file that every page has, left out: a request less (docs/decisions/015). */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pairs, type Names } from "./runtime-within.ts";

const again = /^\s*(?:import\s*"[^"]*";?\s*)*export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";?\s*$/;
const exported = /export\s*\{([^}]*)\};?\s*$/;

/** What a file names again, and of which file: pairs of [its name there, the name it gets]. Throws when it does anything else. */
export function namedAgain(facade: string): { names: Names; file: string } {
  const found = again.exec(facade);
  if (!found?.[1] || !found[2]) throw new Error("The root route's file is more than names: look again at scripts/root-within.ts");
  return { names: pairs(found[1]), file: found[2] };
}

/** The code of a file with further names for what it exports. */
export function withNames(code: string, names: Names): string {
  const own = exported.exec(code);
  if (!own?.[1]) throw new Error("The frame's file exports in another way: look again at scripts/root-within.ts");
  const local = new Map(pairs(own[1]).map(([from, to]) => [to, from]));
  const more = names.map(([known, name]) => {
    const from = local.get(known);
    if (!from) throw new Error(`The frame's file does not export ${known}`);
    return `${from} as ${name}`;
  });
  return `${code.slice(0, own.index)}export{${own[1]},${more.join(",")}};`;
}

interface Entry {
  file: string;
  imports?: string[];
}

export function rootWithin(): Plugin {
  let root = "";
  let frame = "";
  return {
    name: "root-within",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    // As in runtime-within.ts: nobody keeps a file without the names under the same address.
    augmentChunkHash: () => "root-within",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const facade = chunks.find(({ facadeModuleId }) => facadeModuleId && /\/src\/root\.tsx\?/.test(facadeModuleId));
      if (!facade) throw new Error("The root route has no file of its own: scripts/root-within.ts can go");
      const { names, file } = namedAgain(facade.code);
      const whole = chunks.find(({ fileName }) => fileName === `assets/${file}`);
      if (!whole) throw new Error(`The root route is not in ${file}`);
      whole.code = withNames(whole.code, names);
      [root, frame] = [facade.fileName, whole.fileName];
    },
    // The list of files is read by React Router after this; until then the facade has its place in it.
    writeBundle({ dir = "" }) {
      const path = join(dir, ".vite", "manifest.json");
      const entries = JSON.parse(readFileSync(path, "utf8")) as Record<string, Entry>;
      const own = Object.entries(entries).find(([, { file }]) => file === frame);
      for (const entry of Object.values(entries)) {
        if (entry.file !== root) continue;
        entry.file = frame;
        entry.imports = entry.imports?.filter((name) => name !== own?.[0]);
      }
      writeFileSync(path, JSON.stringify(entries));
      // And its copy in the other language (one-language.ts), where it has one.
      for (const copy of [root, root.replace("assets/", "assets/ar/")]) rmSync(join(dir, copy), { force: true });
    },
  };
}
