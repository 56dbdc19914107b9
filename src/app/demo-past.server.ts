import { packHistory } from "#db/demo/history/pack.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import { systemContext } from "./context.server.ts";
import { openServices } from "./services.server.ts";
import { prepareSite } from "./start-up.server.ts";

/**
 * Fills an empty database with the demo and its history, and packs it as the template for new demo sites. Leaves the
 * payments of the fake provider in `dataDir`.
 */
export async function seedDemo(database: Database, dataDir: string): Promise<void> {
  const env = parseEnv({ DATA_DIR: dataDir, DEMO: "1", LOG_LEVEL: "error" });
  const services = await openServices(env, { opened: database });
  try {
    await prepareSite(services);
    await packHistory(systemContext(services, { kind: "job", name: "start" }, "start"));
  } finally {
    await services.close();
  }
}
