import rows from "./modules.json" with { type: "json" };
import type { DemoModule } from "./types.ts";

/** The ten programs of the demo form, in its order and by its English names, and the parts of the systems. */
export const demoModules = rows as DemoModule[];
