/** The card provider's double in a process of its own, as `sandbox/main.ts` starts it, but gone with the bench. */
import { leaveWithParent } from "./leave.ts";

leaveWithParent();
await import("../../sandbox/main.ts");
