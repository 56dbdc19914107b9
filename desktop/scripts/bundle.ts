/** Bundles each of the application's two scripts into one JavaScript file, because NW.js runs no TypeScript. */
import { build } from "vite";

/** Writes `shell.js`, which runs with Node, and `guest.js`, which runs without it, into a folder. */
export async function bundle(folder: string): Promise<void> {
  for (const name of ["shell", "guest"] as const) {
    await build({
      configFile: false,
      logLevel: "warn",
      // The shell loads Node's modules with `require`, because Chromium's module loader does not know them. The guest
      // runs beside a page, where neither `require` nor Node's modules exist.
      build: {
        target: "esnext",
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          input: `src/${name}.ts`,
          external: /^node:/,
          output: { format: name === "shell" ? "cjs" : "iife", entryFileNames: `${name}.js` },
        },
      },
    });
  }
}
