import type { FaultQueue } from "./faults.ts";
import type { ResolvedOptions, Settings } from "./settings.ts";
import type { Store } from "./store.ts";
import type { Webhooks } from "./webhooks.ts";

/** The parts of one running fake provider. Every handler receives it. */
export interface Box {
  options: ResolvedOptions;
  /** The same object for the life of the server: the control changes its fields in place. */
  settings: Settings;
  store: Store;
  webhooks: Webhooks;
  faults: FaultQueue;
  /** UTC milliseconds on the fake provider's own clock, which tests may put forward. */
  now(): number;
}
