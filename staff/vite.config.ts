/**
 * The portal's build: static files under /staff, beside the site's. Packages that must be there once:
 * ../docs/decisions/033.
 */
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { defineConfig } from "vite";
import { portalParaglideOptions } from "../scripts/messages.ts";

export default defineConfig({
  root: import.meta.dirname,
  base: "/staff/",
  plugins: [paraglideVitePlugin(portalParaglideOptions)],
  resolve: {
    dedupe: [
      "react",
      "react-dom",
      "react-router",
      "@tanstack/react-query",
      "@emotion/react",
      "@emotion/styled",
      "@emotion/cache",
      "@mui/material",
      "@mui/system",
      "@tiptap/core",
      "@tiptap/pm",
    ],
  },
  build: {
    outDir: "../build/staff",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      onLog(level, log, handle) {
        // MUI's files are marked "use client" for a framework that the portal does not use.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
    },
  },
});
