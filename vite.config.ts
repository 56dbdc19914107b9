import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { paraglideOptions } from "./scripts/messages.ts";

/** Bundles the code that every page needs into two chunks instead of thirty, which saves 10 kB after compression. */
const everyPage = [
  {
    name: "vendor",
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router|cookie|set-cookie-parser|turbo-stream)[\\/]/,
    priority: 2,
  },
  {
    name: "app",
    test: /src[\\/](root|ui[\\/](picture|breadcrumb)|site[\\/](?!error-page)(header[\\/](?!auth|menu))?[^\\/?]+)\.tsx?$/,
    priority: 1,
  },
];

/** Bundles the code that pages about courses share. As a dozen small chunks it took 2 kB more on each page. */
const coursePages = [
  {
    name: "course-facts",
    test: /src[\\/](i18n[\\/](dates|run-dates|money|localized-text|isolate)|ui[\\/](badge|skeleton)|features[\\/](catalogue[\\/]course|content[\\/]media[\\/]content-picture))\.tsx?$/,
  },
  {
    name: "course-tile",
    test: /src[\\/](features[\\/]catalogue[\\/]components[\\/]course-tile|ui[\\/](tile|section-head))\.tsx$/,
  },
];

/**
 * Packages that are not bundled into the server, because they have native code, read files beside their code, or are
 * loaded only when needed.
 */
export const loadedFromNodeModules = [
  "pg",
  "@node-rs/argon2",
  "sharp",
  "busboy",
  "s3mini",
  "pg-boss",
  "better-auth",
  "nodemailer",
  "pdfkit",
  "pino",
  "@hono/zod-openapi",
];

export default defineConfig(({ command }) => ({
  plugins: [
    optimizeLocales.vite({ locales: ["en-US", "en-GB", "ar-AE"] }),
    paraglideVitePlugin(paraglideOptions),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    // The input of the SSR build is the server's entry, so that pages and API are in one bundle and one process.
    ssr: {
      // Removes JSDoc comments, of which the compiled messages have many and which would stay in memory.
      build: { rolldownOptions: { input: "./src/app/server.ts", output: { comments: { jsdoc: false } } } },
      // A bundled server starts in half the time and with a third of the memory (docs/decisions/005).
      ...(command === "build"
        ? {
            resolve: { noExternal: true as const, external: loadedFromNodeModules },
            define: { "process.env.NODE_ENV": '"production"' },
          }
        : {}),
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [...everyPage, ...coursePages] },
            // Tells V8 to compile both chunks in another thread while they load, which saves a quarter of the script
            // time on the main thread.
            postBanner: ({ name }) =>
              everyPage.some((group) => group.name === name) ? "//# allFunctionsCalledOnLoad" : "",
          },
        },
      },
    },
  },
  build: {
    // The staff portal is built into the same folder at the same time. scripts/build.ts empties the folder.
    emptyOutDir: false,
    target: "es2022",
    // Browsers since 2023 and Firefox since July 2024. By default, CSS would be rewritten for the browsers of 2021.
    cssTarget: ["chrome120", "edge120", "firefox128", "safari16.4"],
    assetsInlineLimit: 0,
    // React Router already preloads the modules of a page.
    modulePreload: false,
  },
  // In development, React Router loads a page with its loader's imports to find its styles. Without this list, Vite
  // would discover these packages while the first page loads, bundle them and reload the page.
  optimizeDeps: {
    include: [
      "clsx/lite",
      "drizzle-orm",
      "drizzle-orm/node-postgres",
      "drizzle-orm/node-postgres/migrator",
      "drizzle-orm/node-postgres/session",
      "drizzle-orm/pg-core",
      "drizzle-zod",
      "libphonenumber-js/min",
      "p-limit",
      "pg",
      "pino",
      "zod",
    ],
  },
  server: { middlewareMode: true },
}));
