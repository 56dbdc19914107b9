import { systemContext } from "../src/app/context.server.ts";
import { openServices } from "../src/app/services.server.ts";
import { operator, readSettings } from "./settings.ts";

/** What a command works with, beside a running site; ends with 1 and the reason when it cannot be opened. */
export async function openCommand() {
  const settings = { ...(await readSettings()), LOG_LEVEL: "error" } as const;
  const services = await openServices(settings, { mayShare: true }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  return { services, ctx: systemContext(services, operator()) };
}
