/** The application's two scripts in one file each: NW.js runs no TypeScript. */
import { build } from "vite";

/** Writes `shell.js` (with Node) and `guest.js` (without) into a folder. */
export async function bundle(folder: string): Promise<void> {
  for (const name of ["shell", "guest"] as const) {
    await build({
      configFile: false,
      logLevel: "warn",
      // The window takes Node's modules by `require`, since Chromium's own loader of modules knows none of them; beside
      // a page there is neither.
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
