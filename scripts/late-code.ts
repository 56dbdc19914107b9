/** Code that is loaded late, without Vite's helper for it: nothing is preloaded beside it, and a sheet it needs is all that is waited for. */
import type { Plugin } from "vite";

const helper = "\0vite/preload-helper.js";
const own = `const sheets = {};
const sheet = (name) => (sheets[name] ??= new Promise((resolve, reject) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/" + name, onload: resolve, onerror: () => { delete sheets[name]; reject(new Error(name)); } });
  document.head.append(link);
}));
export const __vitePreload = (load, names) => names?.length ? Promise.all(names.map(sheet)).then(load) : load();`;

/** With `build.modulePreload: false`. Fails the build when Vite has no such helper any more. */
export function lateCode(): Plugin {
  let seen = false;
  return {
    name: "late-code",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      if (id !== helper) return null;
      seen = true;
      return own;
    },
    buildEnd(error) {
      if (!seen && !error) throw new Error("Vite's helper for late code has another name: look again at scripts/late-code.ts");
    },
  };
}
