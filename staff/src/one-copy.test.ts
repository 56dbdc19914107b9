/**
 * With two copies of a package that holds a React context, the halves of the portal would not see each other's context.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { build, type Rolldown } from "vite";
import { staffPolicy } from "../../src/platform/http/security.server.ts";

/** Libraries that the portal was built with before it shared the site's components. */
const removedPackages =
  /(?:^|\/)node_modules\/(?:@mui|@emotion|stylis|react-admin|ra-[a-z-]+|react-router-dom)(?:\/|$)/;

const singletons = ["react", "react-dom", "react-router", "@tanstack/react-query", "react-aria-components"];

it("P-21 bundles each package with a React context once", async () => {
  const config = new URL("../vite.config.ts", import.meta.url).pathname;
  const result = (await build({
    configFile: config,
    logLevel: "silent",
    build: { write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  const modules = result.output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const roots = new Set(modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  expect([...roots].filter((root) => removedPackages.test(root))).toEqual([]);
  for (const name of singletons) {
    const copies = [...roots].filter((root) => root.endsWith(`node_modules/${name}`));
    expect(copies, name).toHaveLength(1);
  }
});

it("P-21 neither package-lock.json nor the content security policy contains MUI or Emotion", () => {
  const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as {
    packages: object;
  };
  expect(Object.keys(lock.packages).filter((name) => removedPackages.test(name))).toEqual([]);
  expect(staffPolicy.split("; ")).toContain("style-src 'self'");
});
