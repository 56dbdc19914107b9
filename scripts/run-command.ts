import { systemContext } from "../src/app/context.server.ts";
import { openServices, type Services } from "../src/app/services.server.ts";
import type { Ctx } from "../src/platform/context.server.ts";
import { operator, readSettings } from "./settings.ts";

/** The text that the operator reads when a command fails. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Opens the services, also while the site runs on the same database, and does the work of a command. If that fails,
 * prints the reason and ends the process with 1.
 */
export async function runCommand(
  work: (ctx: Ctx, services: Services) => Promise<void>,
  explain: (error: unknown) => string = errorText,
): Promise<void> {
  const settings = { ...(await readSettings()), LOG_LEVEL: "error" } as const;
  const services = await openServices(settings, { mayShare: true }).catch((error: unknown) => {
    console.error(errorText(error));
    process.exit(1);
  });
  try {
    await work(systemContext(services, operator()), services);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  } finally {
    await services.close();
  }
}
