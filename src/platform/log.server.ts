import pino from "pino";
import { secretPages } from "./secret-pages.ts";
import { currentWork } from "./work.server.ts";
import { isDatabaseUnavailable } from "./db/sql-errors.server.ts";

export type Logger = pino.Logger;

/**
 * Creates the log. Each line has the id of the request or job that it is about. Callers must not log personal data; the
 * redacted paths below are a second safeguard.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin() {
      const work = currentWork();
      return work ? { request_id: work.requestId, ...(work.job && { job: work.job }) } : {};
    },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["*.password", "*.token", "*.authorization", "*.email", "*.number", "*.cvc", "*.secret_token"],
      censor: "[removed]",
    },
  });
}

/** Addresses with a secret: some pages of the site, and the portal's invitations. */
const secretPath = new RegExp(`(/(?:${secretPages}|invitation))/[^/]+`);

/**
 * Removes secrets from a path: tokens of links and previews, keys of private runs, and the target of a login, because
 * its address may contain one of these.
 */
export function pathForLog(path: string): string {
  return path.replace(secretPath, "$1/…").replace(/([?&](?:preview|key|redirect)=)[^&]+/g, "$1…");
}

/** Returns name, message, code and stack of an error, without query parameters, which contain personal data. */
export function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? errorForLog(error.cause) : undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  // Drizzle's message repeats the parameters of the query after "params:".
  return {
    error: error.name,
    code,
    message: error.message.split("\nparams:")[0],
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.startsWith("    at "))
      .slice(0, 12),
    cause,
  };
}

const repeatMs = 10_000;
const lastLogged = new Map<string, { at: number; unsaid: number }>();

/**
 * Logs a failure. While the database is unavailable, everything that needs it fails. Such a failure is a warning
 * without a stack, at most every ten seconds for each `text`, with the number of those that were not logged (`unsaid`).
 * The metric `database_up` and the connection pool's own warning show when the database is away. Any other failure is
 * logged at once, at `level`.
 */
export function logFailure(
  log: Pick<Logger, "warn" | "error">,
  level: "warn" | "error",
  error: unknown,
  { text, ...facts }: { text: string } & Record<string, unknown>,
): void {
  if (!isDatabaseUnavailable(error)) return log[level]({ ...facts, ...errorForLog(error) }, text);
  const now = performance.now();
  const last = lastLogged.get(text);
  if (last && now - last.at < repeatMs) {
    last.unsaid += 1;
    return;
  }
  const { stack: _stack, cause, ...brief } = errorForLog(error) as Record<string, unknown>;
  const code = brief["code"] ?? (cause as { code?: string } | undefined)?.code;
  const why = { error: brief["error"], code, message: String(brief["message"]).split("\n")[0] };
  log.warn({ ...facts, ...why, cause: "the database is away", unsaid: last?.unsaid ?? 0 }, text);
  lastLogged.set(text, { at: now, unsaid: 0 });
}
