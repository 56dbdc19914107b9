import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { paraglideOptions } from "./scripts/messages.ts";

/** Two chunks that every page needs, instead of thirty small ones: 10 kB less after compression. */
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

/** What pages about courses share: a dozen small chunks were 2 kB more on each. */
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

/** Left out of the server's bundle: native code, files beside their code, and what is loaded only when it is needed. */
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
    // The server entry is the SSR build's input: one bundle, one module graph, one process.
    ssr: {
      // Without JSDoc, which the compiled messages have much of, and which would stay in memory.
      build: { rolldownOptions: { input: "./src/app/server.ts", output: { comments: { jsdoc: false } } } },
      // Bundled, the server starts in half the time and a third of the memory (docs/decisions/005).
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
            // Tells V8 to compile both beside the page while they arrive: a quarter less script time on the main
            // thread.
            postBanner: ({ name }) =>
              everyPage.some((group) => group.name === name) ? "//# allFunctionsCalledOnLoad" : "",
          },
        },
      },
    },
  },
  build: {
    // The staff portal is built into the same folder at the same time; scripts/build.ts empties it.
    emptyOutDir: false,
    target: "es2022",
    // CSS of browsers since 2023 and Firefox since July 2024; left alone, it would be rewritten for those of 2021.
    cssTarget: ["chrome120", "edge120", "firefox128", "safari16.4"],
    assetsInlineLimit: 0,
    // React Router preloads the modules of a page itself.
    modulePreload: false,
  },
  // In development React Router reads a page for its styles with the imports of its loader. Vite would discover these
  // packages while the first page loads, bundle them and load that page again.
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
