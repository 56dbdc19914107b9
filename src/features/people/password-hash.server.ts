import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { boundedLimit } from "#platform/bounded-limit.ts";
import type { Locale } from "#i18n/locale.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { passwordLength } from "./password-length.ts";
import type { PasswordProblem } from "./password.ts";

const texts: Record<PasswordProblem, (locale: Locale) => string> = {
  missing: (locale) => fieldText("required", locale),
  characters: (locale) => fieldText("characters", locale),
  short: (locale) => m.platform_field_too_short({ min: passwordLength.min }, { locale }),
  long: (locale) => m.platform_field_too_long({ max: passwordLength.max }, { locale }),
  common: (locale) => m.accounts_password_common({}, { locale }),
  mismatch: (locale) => m.accounts_password_mismatch({}, { locale }),
};

export const passwordText = (problem: PasswordProblem, locale: Locale) => texts[problem](locale);

/** A mismatch is an error of the repetition (unlike at registration). */
export function newPasswordFields(problem: PasswordProblem | null, locale: Locale): Record<string, string[]> {
  if (!problem) return {};
  return { [problem === "mismatch" ? "password_confirmation" : "password"]: [passwordText(problem, locale)] };
}

/** OWASP's first choice for argon2id, the default of the library: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Keyboards and systems differ in code points (NIST SP 800-63B: normalise first). */
const normal = (password: string) => password.normalize("NFKC");

/** Threads of libuv, shared by hashes, files and compression. */
const sharedThreads = Number(process.env["UV_THREADPOOL_SIZE"]) || 4;

/** All processors but one, and never the last two of the shared threads. */
export const hashesAtOnce = (processors: number, threads: number) => Math.max(1, Math.min(processors - 1, threads - 2));

/**
 * A hash takes a processor for some 30 ms: many concurrent logins must leave one to the pages, and threads to the
 * files.
 */
const limited = pLimit(hashesAtOnce(availableParallelism(), sharedThreads));

/**
 * Hashing calls, running and waiting: about a second and a half of work for one processor. Beyond that QueueFull,
 * before the attempt is counted.
 */
export const hashingSlots = boundedLimit(100, 0);

/** argon2id in PHC form, computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(normal(password), cost));
}

/** Verifies a password; false also for an invalid hash. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await limited(() => verify(stored, normal(password)));
  } catch {
    return false;
  }
}
