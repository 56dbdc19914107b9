import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { boundedLimit } from "#platform/bounded-limit.ts";

/** OWASP's first choice for argon2id, the default of the library: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The same password typed on another keyboard or system can arrive in other code points (NIST SP 800-63B: normalise first). */
const normal = (password: string) => password.normalize("NFKC");

/** Threads that Node shares among hashes, files and the compression of pages. */
const sharedThreads = Number(process.env["UV_THREADPOOL_SIZE"]) || 4;

/** How many hashes are computed at once: all processors but one, and never the last two of the shared threads. */
export const hashesAtOnce = (processors: number, threads: number) => Math.max(1, Math.min(processors - 1, threads - 2));

/**
 * A hash fills a processor for some 30 ms. All but one may be busy with it, so that many who log in at once never take the last one from
 * the pages, nor every thread from the files.
 */
const limited = pLimit(hashesAtOnce(availableParallelism(), sharedThreads));

/**
 * Places for calls that compute a hash, those that wait for it included: about a second and a half of work for one processor. A call
 * that finds none is refused (QueueFull) before its try is counted.
 */
export const hashingSlots = boundedLimit(100, 0);

/** The argon2id hash of a password in PHC form; computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(normal(password), cost));
}

/** Whether a password belongs to a hash; false also for a hash that is none. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await limited(() => verify(stored, normal(password)));
  } catch {
    return false;
  }
}
