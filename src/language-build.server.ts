/** The build as one language's pages see it: scripts/one-language.ts writes the browser's code once for each. */
import { existsSync, readdirSync } from "node:fs";
import type { ServerBuild } from "react-router";

/** The same build with the addresses of its Arabic files, those that `folder` holds; itself where there are none. */
export function arabicBuild(build: ServerBuild, folder = "build/client/assets/ar"): ServerBuild {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const assets = JSON.stringify(build.assets).replace(/"\/assets\/([\w.-]+\.js)"/g, (whole, name: string) => (names.has(name) ? `"/assets/ar/${name}"` : whole));
  return { ...build, assets: JSON.parse(assets) as ServerBuild["assets"] };
}
