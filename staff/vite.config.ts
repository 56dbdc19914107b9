/**
 * The portal's build: static files under /staff, beside the site's. ../docs/decisions/033 explains which packages must
 * be bundled only once.
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
    // Components of the site use the icons of the portal in this build.
    alias: { "#icon-set": `${import.meta.dirname}/src/parts/portal-icon-set.ts` },
    dedupe: ["react", "react-dom", "react-router", "@tanstack/react-query", "@tiptap/core", "@tiptap/pm"],
  },
  build: {
    outDir: "../build/staff",
    emptyOutDir: true,
    target: "es2022",
    // The same browsers as for the site. By default, CSS would be rewritten for the browsers of 2021.
    cssTarget: ["chrome120", "edge120", "firefox128", "safari16.4"],
    // Bundles the code that every sign-in loads into three files instead of about fifty.
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
