/** How Paraglide turns messages/ into functions: one place for Vite, the tests and the type check. */
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
 * The portal's texts, messages/{en,ar}/staff: one module a language, of which a person loads their own. Those of the
 * sign-in, the frame and the first page are a project by themselves: the others come with the first other page.
 */
export const portalParaglideOptions: CompilerOptions[] = (["first", "project"] as const).map((name) => ({
  project: `./staff/${name}.inlang`,
  outdir: `./staff/src/paraglide/${name === "first" ? "first" : "pages"}`,
  strategy: ["baseLocale"],
  outputStructure: "locale-modules",
  cleanOutdir: false,
}));

// The files that the dev server writes too: a type check beside it must not take them away. A build has its own.
if (import.meta.main) {
  await compile(
    process.argv.includes("--for-build")
      ? paraglideOptions
      : { ...paraglideOptions, outputStructure: "locale-modules" },
  );
  for (const options of portalParaglideOptions) await compile(options);
}
