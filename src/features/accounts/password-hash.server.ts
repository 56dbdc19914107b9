import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for argon2id, the default of the library: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The same password typed on another keyboard or system can arrive in other code points (NIST SP 800-63B: normalise first). */
const normal = (password: string) => password.normalize("NFKC");

/**
 * A hash fills a processor for some 30 ms. All but one may be busy with it, so that many who log in at once never take the last one from
 * the pages, nor every thread from the files.
 */
const atOnce = Math.max(1, availableParallelism() - 1);
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The turn is handed on, or given back.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The argon2id hash of a password in PHC form; computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), cost));
}

/** Whether a password belongs to a hash; false also for a hash that is none. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await inTurn(() => verify(stored, normal(password)));
  } catch {
    return false;
  }
}
