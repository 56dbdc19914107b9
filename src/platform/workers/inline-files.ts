/** Makes `import font from "./font.ttf?inline"` a data URL, as Vite does, for programs that run from source. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith("?inline")) return nextLoad(url, context);
    const data = readFileSync(fileURLToPath(url)).toString("base64");
    return { format: "module", source: `export default "data:;base64,${data}";`, shortCircuit: true };
  },
});
