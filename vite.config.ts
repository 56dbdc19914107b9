import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { paraglideOptions } from "./scripts/messages.ts";

export default defineConfig({
  plugins: [
    { ...optimizeLocales.vite({ locales: ["en-US", "en-GB", "ar-AE"] }), enforce: "pre" },
    paraglideVitePlugin(paraglideOptions),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    // The server entry is the SSR build's input: one bundle, one module graph, one process.
    ssr: { build: { rollupOptions: { input: "./src/server.ts" } } },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { middlewareMode: true },
});
