import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for argon2id, the default of the library: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The same password typed on another keyboard or system can arrive in other code points (NIST SP 800-63B: normalise first). */
const normal = (password: string) => password.normalize("NFKC");

/** The argon2id hash of a password in PHC form; computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost);
}

/** Whether a password belongs to a hash; false also for a hash that is none. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, normal(password));
  } catch {
    return false;
  }
}
