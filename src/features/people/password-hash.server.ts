import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { limitConcurrency } from "#platform/bounded-limit.ts";
import type { Locale } from "#i18n/locale.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { passwordLength } from "./password-length.ts";
import type { PasswordProblem } from "./password.ts";

const texts: Record<PasswordProblem, (locale: Locale) => string> = {
  missing: (locale) => getProblemMessage("required", locale),
  characters: (locale) => getProblemMessage("characters", locale),
  short: (locale) => m.platform_field_too_short({ min: passwordLength.min }, { locale }),
  long: (locale) => m.platform_field_too_long({ max: passwordLength.max }, { locale }),
  common: (locale) => m.accounts_password_common({}, { locale }),
  mismatch: (locale) => m.accounts_password_mismatch({}, { locale }),
};

export const passwordText = (problem: PasswordProblem, locale: Locale) => texts[problem](locale);

/** Builds the field errors of a new password. A mismatch is an error of the confirmation (unlike at registration). */
export function newPasswordFields(problem: PasswordProblem | null, locale: Locale): Record<string, string[]> {
  if (!problem) return {};
  return { [problem === "mismatch" ? "password_confirmation" : "password"]: [passwordText(problem, locale)] };
}

/** OWASP's first choice for argon2id, the default of the library: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Normalises a password, because keyboards and systems produce different code points (NIST SP 800-63B). */
const normalise = (password: string) => password.normalize("NFKC");

/** Number of libuv threads, which hashing, files and compression share. */
const sharedThreads = Number(process.env["UV_THREADPOOL_SIZE"]) || 4;

/** How many hashes may run at once: all processors but one, leaving at least two of the shared threads free. */
export const hashesAtOnce = (processors: number, threads: number) => Math.max(1, Math.min(processors - 1, threads - 2));

/**
 * A hash occupies a processor for about 30 ms. This limit keeps a processor free for pages and threads free for files
 * when many people log in at once.
 */
const limitHashing = pLimit(hashesAtOnce(availableParallelism(), sharedThreads));

/**
 * Limits the hashing calls that run or wait to about a second and a half of work. Further calls throw QueueFull, before
 * their attempt counts against a rate limit.
 */
export const hashingSlots = limitConcurrency({ maxRunning: 100, maxQueued: 0 });

/** argon2id in PHC form, computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(normalise(password), cost));
}

/** Verifies a password; false also for an invalid hash. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await limitHashing(() => verify(stored, normalise(password)));
  } catch {
    return false;
  }
}
