/**
 * Loads the sources of mails and PDFs, which the staff API imports, without the bundler. It compiles JSX when a module
 * is loaded and inlines fonts. Pictures are not needed and load as an empty text.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";

registerHooks({
  load(url, context, nextLoad) {
    if (/\.png(\?|$)/.test(url)) return { format: "module", source: 'export default "";', shortCircuit: true };
    if (url.endsWith(".ttf?inline")) {
      const font = readFileSync(fileURLToPath(url)).toString("base64");
      return { format: "module", source: `export default "data:font/ttf;base64,${font}";`, shortCircuit: true };
    }
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), {
      jsc: {
        parser: { syntax: "typescript", tsx: true },
        target: "es2024",
        transform: { react: { runtime: "automatic" } },
      },
    });
    return { format: "module", source: code, shortCircuit: true };
  },
});
