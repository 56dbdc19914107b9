/**
 * What the bundler does for mails and PDFs, which the staff's verbs import: JSX is compiled as it is loaded, fonts are
 * in their module; pictures are not needed.
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
