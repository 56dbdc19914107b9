/** Rolldown's own few lines, which every file of script imports, within the file that every page has: a request less (docs/decisions/015). */
import type { Plugin } from "vite";

export type Names = [exported: string, local: string][];

const imported = /import\s*\{([^}]*)\}\s*from\s*"\.\/(rolldown-runtime-[\w-]+\.js)";?/;

/** `a as b, c` as pairs of names. */
export const pairs = (list: string): Names => list.split(",").map((one) => one.trim().split(/\s+as\s+/)).map(([from = "", to = from]) => [from, to]);

/** The runtime's code as one constant with what it exports; its own names stay inside. */
export function enclosed(runtime: string): string {
  const exported = /export\s*\{([^}]*)\};?\s*$/.exec(runtime);
  if (!exported?.[1]) throw new Error("Rolldown writes its runtime in another way: look again at scripts/runtime-within.ts");
  const names = pairs(exported[1]).map(([local, name]) => `${name}: ${local}`);
  return `const __runtime = (() => {\n${runtime.slice(0, exported.index)}\nreturn { ${names.join(", ")} };\n})();\n`;
}

/** The vendor's code with the runtime in it, exported as `__runtime`. */
export function withRuntime(vendor: string, runtime: string): string {
  const found = imported.exec(vendor);
  const own = found?.[1] ? pairs(found[1]).map(([name, local]) => `${name}: ${local}`) : [];
  return `${enclosed(runtime)}${own.length > 0 ? `const { ${own.join(", ")} } = __runtime;\n` : ""}${vendor.replace(imported, "")}\nexport { __runtime };\n`;
}

/** Code that imported from the runtime, taking the same from the vendor's file. */
export function fromVendor(code: string, vendor: string): string {
  return code.replace(imported, (_, list: string) => {
    const names = pairs(list).map(([name, local]) => `${name}: ${local}`);
    return `import { __runtime } from "./${vendor}";\nconst { ${names.join(", ")} } = __runtime;`;
  });
}

export function runtimeWithin(): Plugin {
  return {
    name: "runtime-within",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    // Names of files are made before; whoever kept a file of the same name from another day must not get it for this one.
    augmentChunkHash() {
      return `runtime-within ${this.meta.rolldownVersion}`;
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const runtime = chunks.find(({ name }) => name === "rolldown-runtime");
      const vendor = chunks.find(({ name }) => name === "vendor");
      if (!runtime || !vendor) throw new Error("Rolldown names its files in another way: look again at scripts/runtime-within.ts");
      const name = vendor.fileName.replace("assets/", "");
      for (const chunk of chunks) {
        if (chunk === vendor) chunk.code = withRuntime(chunk.code, runtime.code);
        else if (chunk !== runtime && chunk.imports.includes(runtime.fileName)) chunk.code = fromVendor(chunk.code, name);
        chunk.imports = [...new Set(chunk.imports.map((file) => (file === runtime.fileName ? vendor.fileName : file)))].filter((file) => file !== chunk.fileName);
      }
      delete bundle[runtime.fileName];
    },
  };
}
