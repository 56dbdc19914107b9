/** Loads the built server, typed by its source. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { parseEnv, startSite } from "../../src/app/server.ts";
import { root } from "./processes.ts";

export const builtServer = pathToFileURL(join(root, "build/server/")).href;

/** Loads the build into this process. */
export async function importBuild(): Promise<{ startSite: typeof startSite; parseEnv: typeof parseEnv }> {
  return (await import(`${builtServer}index.js`)) as { startSite: typeof startSite; parseEnv: typeof parseEnv };
}
