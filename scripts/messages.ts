/** How Paraglide compiles messages/ into functions: the options that Vite, the tests and the type check share. */
import { compile, type CompilerOptions } from "@inlang/paraglide-js";

export const paraglideOptions: CompilerOptions = {
  project: "./project.inlang",
  outdir: "./src/i18n/paraglide",
  strategy: ["baseLocale"],
  isServer: "import.meta.env?.SSR ?? typeof window === 'undefined'",
  disableAsyncLocalStorage: true,
  cleanOutdir: false,
};

/**
 * The portal's texts, messages/{en,ar}/staff: one module per language, so that a person loads only their language. The
 * texts of the sign-in, the frame and the first page are a project of their own; the rest loads with the first other
 * page.
 */
export const portalParaglideOptions: CompilerOptions[] = (["first", "project"] as const).map((name) => ({
  project: `./staff/${name}.inlang`,
  outdir: `./staff/src/paraglide/${name === "first" ? "first" : "pages"}`,
  strategy: ["baseLocale"],
  outputStructure: "locale-modules",
  cleanOutdir: false,
}));

// A type check must not change the files of a running dev server, so it compiles them in the same structure. A build
// uses another one.
if (import.meta.main) {
  await compile(
    process.argv.includes("--for-build")
      ? paraglideOptions
      : { ...paraglideOptions, outputStructure: "locale-modules" },
  );
  for (const options of portalParaglideOptions) await compile(options);
}
