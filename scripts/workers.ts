/**
 * Builds the scripts that belong to no page: the service workers, the desktop shell's bridge and the server's worker
 * processes. Their addresses must not change, so they have no hash.
 */
import { createHash } from "node:crypto";
import { build } from "vite";
import { offlinePage, offlinePath } from "#site/bilingual-page.server.ts";
import { locales } from "../src/i18n/locale.ts";
import { loadedFromNodeModules } from "../vite.config.ts";

/** Writes the browser's scripts into the folder of static files. */
async function buildBrowserScripts(folder: string): Promise<void> {
  const offlinePages = await Promise.all(
    locales.map(async (locale) => ({
      url: offlinePath(locale),
      revision: createHash("sha256")
        .update(await offlinePage(locale).text())
        .digest("hex")
        .slice(0, 20),
    })),
  );
  for (const [name, input] of [
    ["sw", "src/app/sw.ts"],
    ["staff/door-worker", "src/app/door-worker.ts"],
    ["shell-bridge", "src/features/content/media/bridge-page.ts"],
  ] as const) {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      define: { offlinePages: JSON.stringify(offlinePages), "process.env.NODE_ENV": '"production"' },
      build: {
        target: "es2022",
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { input, output: { format: "iife", entryFileNames: `${name}.js` } },
      },
    });
  }
}

/** Builds the script that worker processes run (platform/workers), beside the server's bundle. */
async function buildServerWorker(folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true, external: loadedFromNodeModules },
    build: {
      ssr: "src/app/worker.ts",
      target: "es2022",
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: "worker.js", chunkFileNames: "worker/[name]-[hash].js" } },
    },
  });
}

if (import.meta.main) {
  await buildBrowserScripts("build/client");
  await buildServerWorker("build/server");
}
