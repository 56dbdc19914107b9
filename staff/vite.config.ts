/**
 * The portal's build: static files under /staff, beside the site's. Packages that must be there once:
 * ../docs/decisions/033.
 */
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { portalParaglideOptions } from "../scripts/messages.ts";

export default defineConfig({
  root: import.meta.dirname,
  base: "/staff/",
  plugins: [
    optimizeLocales.vite({ locales: ["en-US", "en-GB", "ar-AE"] }),
    portalParaglideOptions.map(paraglideVitePlugin),
    tailwindcss(),
  ],
  resolve: {
    // The site's parts draw the portal's icons here.
    alias: { "#icon-set": `${import.meta.dirname}/src/parts/portal-icon-set.ts` },
    dedupe: ["react", "react-dom", "react-router", "@tanstack/react-query", "@tiptap/core", "@tiptap/pm"],
  },
  build: {
    outDir: "../build/staff",
    emptyOutDir: true,
    target: "es2022",
    // As the site's: left alone, CSS would be rewritten for the browsers of 2021.
    cssTarget: ["chrome120", "edge120", "firefox128", "safari16.4"],
    // What every sign-in loads comes in three files, each with what it needs beside those before, not in fifty.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "portal", tags: ["$initial"] },
            { name: "sign-in", test: /sign-in-page\.tsx$/ },
            { name: "shell", test: /(layout\/(signed-in|layout)|today\/today-page)\.tsx$/ },
          ],
        },
      },
    },
    assetsInlineLimit: 0,
    manifest: true,
  },
});
