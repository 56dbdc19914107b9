/** The built server, with the types of its source. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { parseEnv, startSite } from "../../src/server.ts";
import { root } from "./processes.ts";

interface BuiltServer {
  startSite: typeof startSite;
  parseEnv: typeof parseEnv;
}

const file = join(root, "build/server/index.js");

/** Throws a sentence for people when there is no build. */
export function requireBuild(): void {
  if (!existsSync(file)) throw new Error("There is no built site to measure: run `npm run build` first.");
}

/** Loads the build into this process. */
export async function importBuild(): Promise<BuiltServer> {
  requireBuild();
  return (await import(pathToFileURL(file).href)) as BuiltServer;
}
