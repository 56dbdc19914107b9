import type { Env } from "#platform/env.server.ts";
import { moyasar } from "./moyasar.server.ts";
import type { PaymentProvider } from "./provider.ts";

const adapters = new WeakMap<Env, PaymentProvider>();

/** Returns the card provider's adapter: one per process and settings. */
export function paymentProvider(env: Env): PaymentProvider {
  let adapter = adapters.get(env);
  if (!adapter) adapters.set(env, (adapter = moyasar(env)));
  return adapter;
}
