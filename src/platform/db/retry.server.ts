import { setTimeout as wait } from "node:timers/promises";
import { isConflict } from "./sql-errors.server.ts";

/** Retries after a deadlock or a serialization failure, with a short random pause that parts the rivals. */
export async function retryConflicts<T>(attempt: () => Promise<T>, tries = 5): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n >= tries || !isConflict(error)) throw error;
      await wait(Math.random() * 10 * 2 ** n);
    }
  }
}
