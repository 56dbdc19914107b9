/** How Paraglide turns messages/ into src/i18n/paraglide: one place for Vite, the tests and the type check. */
import { compile, type CompilerOptions } from "@inlang/paraglide-js";

export const paraglideOptions: CompilerOptions = {
  project: "./project.inlang",
  outdir: "./src/i18n/paraglide",
  strategy: ["baseLocale"],
  isServer: "import.meta.env?.SSR ?? typeof window === 'undefined'",
  disableAsyncLocalStorage: true,
  cleanOutdir: false,
};

// The files that the dev server writes too: a type check beside it must not take them away. A build has its own.
if (import.meta.main)
  await compile(
    process.argv.includes("--for-build")
      ? paraglideOptions
      : { ...paraglideOptions, outputStructure: "locale-modules" },
  );
