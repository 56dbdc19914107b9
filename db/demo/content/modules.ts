import rows from "./modules.json" with { type: "json" };
import type { DemoModule } from "./types.ts";

/** The ten programs that the "Book a demo" form offers, in its order and with its English names. */
export const demoModules = rows as DemoModule[];
