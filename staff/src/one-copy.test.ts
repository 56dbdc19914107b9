/** A second copy of a package that holds a context would be a portal whose halves do not know each other. */
import { expect, it } from "vitest";
import { build, type Rolldown } from "vite";

const once = ["react", "react-dom", "react-router", "@tanstack/react-query", "react-aria-components"];

it("P-21 the bundle has each package with a context once", async () => {
  const config = new URL("../vite.config.ts", import.meta.url).pathname;
  const result = (await build({
    configFile: config,
    logLevel: "silent",
    build: { write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  const modules = result.output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const roots = new Set(modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  for (const name of once) {
    const found = [...roots].filter((root) => root.endsWith(`node_modules/${name}`));
    expect(found, name).toHaveLength(1);
  }
});
