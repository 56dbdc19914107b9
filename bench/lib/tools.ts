/**
 * Heavy programs that only some parts need: fetched on first use, one version each, kept outside of the project's own
 * packages.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.ts";

const versions = { lighthouse: "13.5.0", linkinator: "8.1.0", "vnu-jar": "26.9.27" } as const;

/** The folder of a tool's package. Throws when it cannot be fetched. */
export function toolFolder(name: keyof typeof versions): string {
  const home = join(root, "node_modules/.cache/nama-tools", `${name}-${versions[name]}`);
  const folder = join(home, "node_modules", name);
  if (!existsSync(join(folder, "package.json"))) {
    console.log(`Fetching ${name} ${versions[name]}; this is done once.`);
    mkdirSync(home, { recursive: true });
    const { status } = spawnSync(
      "npm",
      [
        "install",
        "--no-save",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        "--prefix",
        home,
        `${name}@${versions[name]}`,
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    if (status !== 0) throw new Error(`${name} could not be fetched.`);
  }
  return folder;
}
